import type { BanKind, RiskReason, RiskPreview } from '#contract/orders/risk.ts'
import { COUNTED_MAX, type RiskCondition, type RiskOutcome } from '#contract/orders/risk-rules.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type RuleRow = {
  id: string
  name: string
  outcome: RiskOutcome
  conditions: RiskCondition[]
  isLive: boolean
  preview: RiskPreview | null // as it goes over the wire
  updatedAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  id, name, outcome, conditions, is_live, preview, updated_at`

export const selectRules = (sql: Sql | Tx) => sql<RuleRow[]>`
  select ${columns(sql)} from risk_rule order by created_at, id`

export const selectLiveRules = (sql: Sql | Tx) => sql<RuleRow[]>`
  select ${columns(sql)} from risk_rule where is_live order by created_at, id`

export async function selectRule(sql: Sql | Tx, id: string): Promise<RuleRow | null> {
  const [row] = await sql<RuleRow[]>`select ${columns(sql)} from risk_rule where id = ${id}`
  return row ?? null
}

export async function lockRule(tx: Tx, id: string): Promise<RuleRow | null> {
  const [row] = await tx<RuleRow[]>`
    select ${columns(tx)} from risk_rule where id = ${id} for update`
  return row ?? null
}

export async function countRules(tx: Tx): Promise<number> {
  const [row] = await tx<[{ count: number }]>`select count(*) from risk_rule`
  return row.count
}

/** Lets one change of the rules run at a time. */
export const lockRules = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtextextended('risk rules', 0))`

type RuleChange = Partial<Omit<RuleRow, 'id'>>
type NewRule = Omit<RuleRow, 'preview' | 'isLive'> & { createdAt: Date }

export const insertRule = (tx: Tx, { conditions, ...rule }: NewRule) =>
  tx`insert into risk_rule ${tx.values({ ...rule, conditions: tx.json(conditions) })}`

export const updateRule = (tx: Tx, id: string, { conditions, preview, ...change }: RuleChange) =>
  tx`update risk_rule set ${tx.set({
    ...change,
    ...(conditions && { conditions: tx.json(conditions) }),
    ...(preview !== undefined && { preview: preview && tx.json(preview) }),
  })} where id = ${id}`

export const deleteRule = (tx: Tx, id: string) => tx`delete from risk_rule where id = ${id}`

type PastOrder = { id: string; invoice: string; isRefunded: boolean; isDisputed: boolean }

/** Orders of customers that were paid in a period, the newest first. */
export const selectPastOrders = (
  sql: Sql,
  { since, before, max }: { since: Date; before: { at: Date; id: string }; max: number },
) => sql<(PastOrder & { createdAt: Date })[]>`
  select orders.id, invoice, orders.created_at, refunded_at is not null as is_refunded,
    exists (
      select from payment join capture on payment_id = payment.id join dispute on capture_id = capture.id
      where payment.order_id = orders.id
    ) as is_disputed
  from orders join users on users.id = orders.user_id
  where orders.created_at > ${since} and (orders.created_at, orders.id) < (${before.at}, ${before.id})
    and orders.paid_at is not null and users.role = 'user' and channel is null
  order by orders.created_at desc, orders.id desc limit ${max}`

type NewReview = { orderId: string; reasons: RiskReason[]; heldAt: Date }

export const insertReview = (tx: Tx, { reasons, ...review }: NewReview) => tx`
  insert into risk_review ${tx.values({ ...review, reasons: tx.json(reasons) })}`

export async function isReviewed(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx`select from risk_review where order_id = ${orderId}`
  return rows.length > 0
}

type Decision = { decision: 'deliver' | 'refuse'; decidedBy: string; decidedAt: Date }

/** Returns false if the order is not held for review. The caller has locked the order. */
export async function updateReview(tx: Tx, orderId: string, decision: Decision): Promise<boolean> {
  const { count } = await tx`
    update risk_review set ${tx.set(decision)} where order_id = ${orderId} and decided_at is null`
  return count > 0
}

export type ReviewRow = {
  orderId: string
  reasons: RiskReason[]
  heldAt: Date
  kinds: BanKind[] // what the order gives to ban
  payers: { shown: string; name: string }[]
}

/** Orders that are held for review, the longest held first. */
export const selectReviews = (sql: Sql, max: number) => sql<ReviewRow[]>`
  select order_id, reasons, risk_review.held_at,
    array_remove(array['player', case when email <> '' then 'email' end,
      case when phone is not null then 'phone' end, case when buyer_network is not null then 'address' end], null)
      || paid.kinds as kinds, paid.payers
  from risk_review join orders on orders.id = order_id join users on users.id = orders.user_id
  cross join lateral (
    select coalesce(array_agg(distinct split_part(payer, ' ', 1)) filter (where payer <> ''), '{}') as kinds,
      coalesce(jsonb_agg(distinct jsonb_build_object('shown', payer_shown, 'name', payer_name))
        filter (where payer <> ''), '[]') as payers
    from payment join capture on payment_id = payment.id where payment.order_id = orders.id
  ) paid
  where decided_at is null
  order by risk_review.held_at, order_id limit ${max}`

/** Orders that nobody has decided about or claimed. Those of a restored backup may have been delivered since. */
const lateReviews = (sql: Sql | Tx, heldBefore: Date) => sql`
  from risk_review join orders on orders.id = order_id
  where decided_at is null and risk_review.held_at <= ${heldBefore}
    and status = 'processing' and held_for = 'person' and claimed_by is null and not look_first`

export const selectLateReviews = (sql: Sql, heldBefore: Date, max: number) => sql<
  { orderId: string }[]
>`
  select order_id ${lateReviews(sql, heldBefore)} order by risk_review.held_at limit ${max}`

export async function isReviewLate(tx: Tx, orderId: string, heldBefore: Date): Promise<boolean> {
  const rows = await tx`select ${lateReviews(tx, heldBefore)} and order_id = ${orderId}`
  return rows.length > 0
}

export async function countReviews(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (
      select from risk_review where decided_at is null limit ${COUNTED_MAX}
    ) held`
  return row.count
}

type Refused = {
  userId: string
  outcome: 'step-up' | 'refuse'
  reasons: RiskReason[]
  reasonsHash: Buffer
  now: Date
}

/** Counts a refusal. There is one row for each customer, day and set of reasons. */
export const countRefusal = (
  sql: Sql,
  { userId, outcome, reasons, reasonsHash, now }: Refused,
) => sql`
  insert into risk_refusal (user_id, day, outcome, reasons, reasons_hash, count, last_at)
  values (${userId}, shop_day(${now}), ${outcome}, ${sql.json(reasons)}, ${reasonsHash}, 1, ${now})
  on conflict (user_id, day, reasons_hash)
  do update set count = risk_refusal.count + 1, last_at = excluded.last_at`

export type RefusalRow = {
  userId: string
  fullName: string
  outcome: 'step-up' | 'refuse'
  reasons: RiskReason[]
  count: number
  lastAt: Date
}

type List = { isOldestFirst: boolean; limit: number; offset: number }

export const selectRefusals = (sql: Sql, { isOldestFirst, limit, offset }: List) => sql<
  RefusalRow[]
>`
  select user_id, full_name, outcome, reasons, count, last_at
  from risk_refusal join users on users.id = user_id
  order by ${isOldestFirst ? sql`last_at, user_id, reasons_hash` : sql`last_at desc, user_id, reasons_hash`}
  limit ${limit} offset ${offset}`

export async function countRefusals(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (select from risk_refusal order by last_at desc limit ${COUNTED_MAX}) newest`
  return row.count
}

export const deleteOldRefusals = (sql: Sql, before: Date) => sql`
  delete from risk_refusal where last_at < ${before}`

export const deleteRefusalsOf = (sql: Sql, userId: string) => sql`
  delete from risk_refusal where user_id = ${userId}`
