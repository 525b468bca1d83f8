import type * as contract from '#contract/backoffice/audit.ts'
import type { AuditEntry } from '#contract/backoffice/audit.ts'
import { toRange } from '#contract/core/period.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { selectEntries, selectCursor, type EntryRow } from './sql.ts'

/** Reads one entry more than it returns, to learn whether there is a next page. */
export const listAudit: Handler<typeof contract.listAudit> = async (
  { sql, now },
  { after, page = 1, limit, ...input },
) => {
  const cursor = after === undefined ? null : await selectCursor(sql, after)
  if (after !== undefined && !cursor) return { entries: [], next: null }
  const { search, searchIndex, sort } = input
  const rows = await selectEntries(sql, {
    search,
    searchIndex,
    ...toRange(input, now()),
    after: cursor,
    sort,
    offset: (page - 1) * limit,
    limit: limit + 1,
  })
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries, next: rows.length > limit ? entries.at(-1)!._id : null }
}

const toEntry = ({ id, userId, fullName, email, createdAt, ...rest }: EntryRow): AuditEntry => ({
  _id: id,
  userId: { _id: userId, fullName, email: email ?? '' },
  ...rest,
  createdAt: createdAt.toISOString(),
})
