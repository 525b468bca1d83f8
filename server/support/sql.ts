import type { Issue, IssueType } from '#contract/support.ts'
import type { Sql, Tx } from '#server/db/db.ts'

export type IssueRow = {
  id: string
  type: IssueType
  message: string
  orderId: string | null
  status: Issue['status']
  isRead: boolean
  answer: string | null
  createdAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  id, type, message, order_id, status, is_read, answer, created_at`

type NewIssue = {
  id: string
  userId: string
  type: IssueType
  message: string
  orderId: string | null
}

export async function insertIssue(tx: Tx, issue: NewIssue, now: Date): Promise<IssueRow> {
  const [row] = await tx<[IssueRow]>`
    insert into issue ${tx.values({ ...issue, createdAt: now, updatedAt: now })}
    returning ${columns(tx)}`
  return row
}

export const selectIssuesOf = (sql: Sql, userId: string, max: number) => sql<IssueRow[]>`
  select ${columns(sql)} from issue where user_id = ${userId}
  order by created_at desc, id desc limit ${max}`

/** That there was an issue stays, for the shop's figures; what was said goes. */
export const eraseIssuesOf = (sql: Sql, userId: string, now: Date) => sql`
  update issue set message = '', answer = null, order_id = null, updated_at = ${now}
  where user_id = ${userId}`
