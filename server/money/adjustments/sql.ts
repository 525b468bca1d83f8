import type { ApprovalState } from '#contract/core/approvals.ts'
import type { Currency } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewAdjustment = {
  id: string
  userId: string
  currency: Currency
  amount: number
  reason: string
  note: string
  state: ApprovalState
  askedBy: string
  askedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

export const insertAdjustment = (tx: Tx, adjustment: NewAdjustment) => tx`
  insert into adjustment ${tx.values(adjustment)}`

/** Lets one adjustment or gift run at a time, so that together they stay within the limit. */
export const lockAdjustments = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtextextended('adjustments', 0))`

export async function isAnyWaiting(tx: Tx): Promise<boolean> {
  const rows = await tx`select from adjustment where state = 'waiting' limit 1`
  return rows.length > 0
}

type Asker = { askedBy: string; currency: Currency; since: Date }

/** Sum of the adjustments that an administrator made alone, and of their gifts. A gift's key names its giver. */
export async function sumAlone(tx: Tx, { askedBy, currency, since }: Asker): Promise<number> {
  const [row] = await tx<[{ sum: number }]>`
    select (
      select coalesce(sum(abs(amount)), 0) from adjustment
      where asked_by = ${askedBy} and asked_at > ${since} and currency = ${currency}
        and state = 'done' and decided_by = asked_by
    )::bigint + (
      select coalesce(sum(amount), 0) from transfer
      where kind = 'gift' and split_part(key, ':', 3) = ${askedBy} and created_at > ${since}
        and currency = ${currency}
    )::bigint as sum`
  return row.sum
}

export type LockedAdjustment = Pick<
  NewAdjustment,
  'id' | 'userId' | 'currency' | 'amount' | 'reason' | 'note' | 'state' | 'askedBy'
>

export async function lockAdjustment(tx: Tx, id: string): Promise<LockedAdjustment | null> {
  const [row] = await tx<LockedAdjustment[]>`
    select id, user_id, currency, amount, reason, note, state, asked_by
    from adjustment where id = ${id} for no key update`
  return row ?? null
}

export async function findAdjustedUser(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`select user_id from adjustment where id = ${id}`
  return row?.userId ?? null
}

export type Decision = {
  state: 'done' | 'declined'
  decidedBy: string
  decidedAt: Date
  answer: string
}

export const updateAdjustment = (tx: Tx, id: string, decision: Decision) => tx`
  update adjustment set ${tx.set(decision)} where id = ${id}`

export type AdjustmentRow = Omit<NewAdjustment, 'decidedBy'> & {
  fullName: string
  askerName: string
  deciderName: string | null
  answer: string
  balance: number
}

const columns = (sql: Sql | Tx) => sql`
  select adjustment.id, user_id, currency, amount, reason, note, state, asked_by, asked_at, decided_at, answer,
    users.full_name, asker.full_name as asker_name, decider.full_name as decider_name,
    balance_of(user_id, currency) as balance
  from adjustment
  join users on users.id = user_id
  join users asker on asker.id = asked_by
  left join users decider on decider.id = decided_by`

export async function selectAdjustment(sql: Sql | Tx, id: string): Promise<AdjustmentRow> {
  const [row] = await sql<[AdjustmentRow]>`${columns(sql)} where adjustment.id = ${id}`
  return row
}

type Filter = { state?: ApprovalState; userId?: string }
type List = Filter & { isOldestFirst: boolean; limit: number; offset: number }

const matches = (sql: Sql, { state, userId }: Filter) => sql`
  ${state ? sql`state = ${state}` : sql`true`} ${userId ? sql`and user_id = ${userId}` : sql``}`

export const selectAdjustments = (sql: Sql, { isOldestFirst, limit, offset, ...filter }: List) =>
  sql<AdjustmentRow[]>`
    ${columns(sql)} where ${matches(sql, filter)}
    order by ${isOldestFirst ? sql`asked_at, adjustment.id` : sql`asked_at desc, adjustment.id desc`}
    limit ${limit} offset ${offset}`

export async function countAdjustments(sql: Sql, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from adjustment where ${matches(sql, filter)}`
  return row.count
}

/** Stores the reason of the gift or adjustment that was moved under this key. */
export const insertReason = (tx: Tx, { key, reason }: { key: string; reason: string }) => tx`
  insert into gift_reason (transfer, reason) select number, ${reason} from transfer where key = ${key}`
