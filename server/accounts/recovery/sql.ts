import type { ApprovalState } from '#contract/core/approvals.ts'
import type { Role } from '#contract/core/endpoint.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewRecovery = {
  id: string
  userId: string
  newEmail: string | null
  canUndo: boolean
  note: string
  state: ApprovalState
  askedBy: string
  askedAt: Date
}

export const insertRecovery = (tx: Tx, recovery: NewRecovery) => tx`
  insert into account_recovery ${tx.values(recovery)}`

export async function findRecoveredUser(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    select user_id from account_recovery where id = ${id}`
  return row?.userId ?? null
}

export type LockedRecovery = Omit<NewRecovery, 'note' | 'askedAt'>

export async function lockRecovery(tx: Tx, id: string): Promise<LockedRecovery | null> {
  const [row] = await tx<LockedRecovery[]>`
    select id, user_id, new_email, can_undo, state, asked_by
    from account_recovery where id = ${id} for no key update`
  return row ?? null
}

export type Decision = {
  state: 'done' | 'declined'
  decidedBy: string
  decidedAt: Date
  answer: string
}

export const updateRecovery = (tx: Tx, id: string, decision: Decision) => tx`
  update account_recovery set ${tx.set(decision)} where id = ${id}`

export async function isAnyWaiting(tx: Tx): Promise<boolean> {
  const rows = await tx`select from account_recovery where state = 'waiting' limit 1`
  return rows.length > 0
}

export type RecoveryRow = NewRecovery & {
  fullName: string
  email: string
  role: Role
  askerName: string
  decidedAt: Date | null
  deciderName: string | null
  answer: string
}

const columns = (sql: Sql | Tx) => sql`
  select account_recovery.id, user_id, new_email, can_undo, note, state, asked_by, asked_at, decided_at, answer,
    users.full_name, users.email, users.role, asker.full_name as asker_name, decider.full_name as decider_name
  from account_recovery
  join users on users.id = user_id
  join users asker on asker.id = asked_by
  left join users decider on decider.id = decided_by`

export async function selectRecovery(sql: Sql | Tx, id: string): Promise<RecoveryRow> {
  const [row] = await sql<[RecoveryRow]>`${columns(sql)} where account_recovery.id = ${id}`
  return row
}

type Filter = { state?: ApprovalState; userId?: string }
type List = Filter & { isOldestFirst: boolean; limit: number; offset: number }

const matches = (sql: Sql, { state, userId }: Filter) => sql`
  ${state ? sql`state = ${state}` : sql`true`} ${userId ? sql`and user_id = ${userId}` : sql``}`

export const selectRecoveries = (sql: Sql, { isOldestFirst, limit, offset, ...filter }: List) =>
  sql<RecoveryRow[]>`
    ${columns(sql)} where ${matches(sql, filter)}
    order by ${isOldestFirst ? sql`asked_at, account_recovery.id` : sql`asked_at desc, account_recovery.id desc`}
    limit ${limit} offset ${offset}`

export async function countRecoveries(sql: Sql, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from account_recovery where ${matches(sql, filter)}`
  return row.count
}

export const deleteRecoveriesOf = (tx: Tx, userId: string) => tx`
  delete from account_recovery where user_id = ${userId}`
