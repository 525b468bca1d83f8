import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/backoffice/support.ts'
import type { Issue } from '#contract/backoffice/support.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import {
  countUnresolvedRows,
  eraseIssuesOf,
  insertIssue,
  selectIssuesOf,
  type IssueRow,
} from './sql.ts'

const OWN_ISSUES_MAX = 200

/** Issues without an answer yet; counting stops at `max`. */
export const countUnresolved = ({ sql }: Pick<Context, 'sql'>, max: number): Promise<number> =>
  countUnresolvedRows(sql, max)

export const createIssue: Handler<typeof contract.createIssue> = (
  { sql, now },
  { issueType, message, orderId },
  caller,
) =>
  sql.begin(async (tx) => {
    // The lock matters: a message written during the deletion of its account would escape the erasure.
    if (!(await lockUser(tx, caller.id))) throw new Refusal('NO_SUCH_USER')
    const issue = {
      id: randomUUIDv7(),
      userId: caller.id,
      type: issueType,
      message,
      orderId: orderId || null,
    }
    return toIssue(await insertIssue(tx, issue, now()))
  })

export const listOwnIssues: Handler<typeof contract.listOwnIssues> = async (
  { sql },
  _input,
  caller,
) => (await selectIssuesOf(sql, caller.id, OWN_ISSUES_MAX)).map(toIssue)

export async function eraseIssues(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> {
  await eraseIssuesOf(sql, userId, now())
}

export const toIssue = ({ id, type, createdAt, ...rest }: IssueRow): Issue => ({
  _id: id,
  issueType: type,
  ...rest,
  createdAt: createdAt.toISOString(),
})
