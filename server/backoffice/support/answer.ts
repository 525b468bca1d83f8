import type { Input } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/backoffice/support.ts'
import type { AskedIssue } from '#contract/backoffice/support.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { hideContact, type Reader } from '#server/accounts/users/colleagues.ts'
import { findUserIds, lockUser } from '#server/accounts/users/users.ts'
import * as rows from './sql.ts'
import { toIssue } from './support.ts'

export const listAllIssues: Handler<typeof contract.listAllIssues> = async (ctx, input, caller) => {
  const list = { ...input, userIds: await findAskers(ctx, input, caller) }
  const [issues, total] = await Promise.all([
    rows.selectIssues(ctx.sql, list),
    rows.countIssues(ctx.sql, list),
  ])
  return { issues: issues.map((issue) => toAsked(issue, caller)), total }
}

/** Resolves the filters to user ids through the users' indexes. Null means everybody. */
async function findAskers(
  ctx: Pick<Context, 'sql'>,
  { search, searchIndex, userId }: Input<typeof contract.listAllIssues>,
  reader: Reader,
) {
  const found =
    search && searchIndex !== 'orderId'
      ? await findUserIds(ctx, { search, searchIndex }, reader)
      : null
  if (userId === undefined) return found
  return !found || found.includes(userId) ? [userId] : []
}

export const findIssue: Handler<typeof contract.findIssue> = async ({ sql }, { id }, caller) =>
  toAsked(await getIssue(sql, id), caller)

export const editIssue: Handler<typeof contract.editIssue> = (
  ctx,
  { id, answer, was, ...change },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const before = await holdIssue(tx, id, answer !== undefined)
    const is = { status: before.status, answer: before.answer ?? '' }
    await refuseStale(tx, { subject: `issue ${id}`, was, is, caller, now })
    await rows.updateIssue(tx, id, { ...change, answer: answer === '' ? null : answer }, now)
    const after = await getIssue(tx, id)
    if (after.answer && after.answer !== before.answer && after.email)
      await enqueue(tx, 'send-notice', {
        notice: 'issue-answered',
        to: after.email,
        fullName: after.fullName,
      })
    return {
      action: 'edit issue',
      subject: `issue ${id}`,
      before: toAudit(before),
      after: toAudit(after),
      answer: toAsked(after, caller),
    }
  })

/** Locks the user before the issue. An answer written during the deletion of the account would escape the erasure. */
async function holdIssue(tx: Tx, id: string, isAnswered: boolean): Promise<rows.AskedRow> {
  const { userId } = await getIssue(tx, id)
  if (!(await lockUser(tx, userId)) && isAnswered) throw new Refusal('NO_SUCH_USER')
  const issue = await rows.lockIssue(tx, id)
  if (!issue) throw new Refusal('NO_SUCH_ISSUE')
  return issue
}

async function getIssue(tx: Sql | Tx, id: string): Promise<rows.AskedRow> {
  const issue = await rows.selectIssue(tx, id)
  if (!issue) throw new Refusal('NO_SUCH_ISSUE')
  return issue
}

/** Leaves the messages out of the audit log. They belong to the customer and are erased with the account. */
const toAudit = ({ status, isRead, answer }: rows.AskedRow) => ({
  status,
  isRead,
  isAnswered: answer !== null,
})

function toAsked(row: rows.AskedRow, reader: Reader): AskedIssue {
  const { userId, fullName, email, phone, role: _role, ...issue } = hideContact(row, reader)
  return {
    ...toIssue(issue),
    userId: { _id: userId, fullName, email: email ?? '', phone: phone ?? '' },
  }
}
