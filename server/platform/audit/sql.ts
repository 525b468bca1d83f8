import type { Sql, Tx } from '#server/platform/db/db.ts'
import { beginning, byDate, containing, isOldestFirst } from '#server/platform/db/lists.ts'

export type AuditRow = {
  id: string
  userId: string
  action: string
  subject: string
  before: unknown
  after: unknown
  address: string
  createdAt: Date
}

export const insertAudit = (tx: Tx, { before, after, ...row }: AuditRow) => tx`
  insert into audit ${tx.values({ ...row, before: tx.json(before), after: tx.json(after) })}`

type Cursor = { id: string; createdAt: Date }

export async function selectCursor(sql: Sql, id: string): Promise<Cursor | null> {
  const [row] = await sql<Cursor[]>`select id, created_at from audit where id = ${id}`
  return row ?? null
}

export type EntryRow = AuditRow & { fullName: string; email: string | null }

export type EntryList = {
  search: string
  searchIndex: 'action' | 'subject' | 'email'
  start: Date
  end: Date
  after: Cursor | null
  sort: string | undefined
  offset: number
  limit: number
}

function isSought(sql: Sql, { search, searchIndex }: EntryList) {
  if (!search) return sql`true`
  if (searchIndex === 'action') return sql`action like ${beginning(search.toLowerCase())}`
  if (searchIndex === 'subject') return sql`subject like ${beginning(search)}`
  return sql`user_id in (select id from users where email ilike ${containing(search)})`
}

/** Newest first unless the sort says otherwise, from the cursor on. The limit applies before the join with users. */
export const selectEntries = (sql: Sql, list: EntryList) => sql<EntryRow[]>`
  select audit.*, full_name, email
  from (
    select * from audit
    where created_at >= ${list.start} and created_at < ${list.end} and ${isSought(sql, list)}
      ${list.after ? isBehind(sql, list, list.after) : sql``}
    order by created_at ${byDate(sql, list.sort)}, id ${byDate(sql, list.sort)} limit ${list.limit} offset ${list.offset}
  ) audit
  join users on users.id = audit.user_id
  order by audit.created_at ${byDate(sql, list.sort)}, audit.id ${byDate(sql, list.sort)}`

const isBehind = (sql: Sql, { sort }: EntryList, { createdAt, id }: Cursor) => sql`
  and (created_at, id) ${isOldestFirst(sort) ? sql`>` : sql`<`} (${createdAt}, ${id})`

type LastChange = { userId: string; fullName: string }

/** The last change of a subject since then, and who made it. */
export async function selectLastChange(
  tx: Tx,
  subject: string,
  since: Date,
): Promise<LastChange | null> {
  const [row] = await tx<LastChange[]>`
    select user_id, full_name from audit join users on users.id = user_id
    where subject = ${subject} and audit.created_at >= ${since}
    order by audit.created_at desc, audit.id desc limit 1`
  return row ?? null
}
