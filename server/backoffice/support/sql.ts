import type { Role } from '#contract/core/endpoint.ts'
import type { IssueStatus, IssueType } from '#contract/backoffice/support.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { containing, onPage, type ListPage } from '#server/platform/db/lists.ts'

export type IssueRow = {
  id: string
  type: IssueType
  message: string
  orderId: string | null
  status: IssueStatus
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

/** Erases the messages but keeps the rows, because the shop's figures count them. */
export const eraseIssuesOf = (sql: Sql, userId: string, now: Date) => sql`
  update issue set message = '', answer = null, order_id = null, updated_at = ${now}
  where user_id = ${userId}`

export type AskedRow = IssueRow & {
  userId: string
  fullName: string
  email: string | null
  phone: string | null
  role: Role
}

const asked = (sql: Sql | Tx) => sql`
  select issue.id, type, message, order_id, status, is_read, answer, issue.created_at,
    user_id, full_name, email, phone, role
  from issue join users on users.id = issue.user_id`

export type IssueList = ListPage & {
  search: string
  searchIndex: 'email' | 'fullName' | 'phone' | 'orderId'
  userIds: string[] | null // null means everybody
  status?: IssueStatus | undefined
  issueType?: IssueType | undefined
}

const matches = (sql: Sql, list: IssueList) => sql`
  true
  ${list.userIds ? sql`and issue.user_id = any(${list.userIds}::uuid[])` : sql``}
  ${list.search && list.searchIndex === 'orderId' ? sql`and issue.order_id ilike ${containing(list.search)}` : sql``}
  ${list.status ? sql`and issue.status = ${list.status}` : sql``}
  ${list.issueType ? sql`and issue.type = ${list.issueType}` : sql``}`

const SORTS = { createdAt: 'created_at' }

/** Selects the page of ids first, and then looks up only its rows. */
export const selectIssues = (sql: Sql, list: IssueList) => sql<AskedRow[]>`
  ${asked(sql)} where issue.id = any(array(
    select issue.id from issue where ${matches(sql, list)} ${onPage(sql, 'issue', list, SORTS)}
  ))
  ${onPage(sql, 'issue', { ...list, page: 1 }, SORTS)}`

export async function countIssues(sql: Sql, list: IssueList): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from issue where ${matches(sql, list)}`
  return row.count
}

export async function countUnresolvedRows(sql: Sql, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (select from issue where status = 'unresolved' limit ${max}) unresolved`
  return row.count
}

export async function selectIssue(tx: Sql | Tx, id: string): Promise<AskedRow | null> {
  const [row] = await tx<AskedRow[]>`${asked(tx)} where issue.id = ${id}`
  return row ?? null
}

export async function lockIssue(tx: Tx, id: string): Promise<AskedRow | null> {
  const [row] = await tx<AskedRow[]>`${asked(tx)} where issue.id = ${id} for update of issue`
  return row ?? null
}

type IssueChange = {
  isRead?: boolean | undefined
  status?: IssueStatus | undefined
  answer?: string | null | undefined
}

export const updateIssue = (tx: Tx, id: string, change: IssueChange, now: Date) => tx`
  update issue set ${tx.set({ ...change, updatedAt: now })} where id = ${id}`
