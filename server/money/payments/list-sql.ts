import type { Role } from '#contract/core/endpoint.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/payments.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'
import type { OurPayment } from '#server/money/reconciliation/books-sql.ts'

/** Kinds to list. Without a filter, each list names all of them. */
export type Kinds = {
  gateways: readonly GatewayName[]
  purposes: readonly OurPayment['purpose'][]
  states: readonly OurPayment['state'][]
}

export type Cut = { limit: number; offset: number; sort: string | undefined }

const ofKinds = (sql: Sql, { gateways, purposes, states }: Kinds) => sql`
  gateway = any(${gateways}) and purpose = any(${purposes}) and state = any(${states})`

type PageRange = { total: number; before: number | null; start: Date | null; end: Date | null }

/** Counts the payments, finds the days that a page lies in, and counts the payments before those days. */
export async function selectPageRange(
  sql: Sql,
  kinds: Kinds,
  { limit, offset, sort }: Cut,
): Promise<PageRange> {
  const [row] = await sql<[PageRange]>`
    with days as (
      select day, sum(count)::bigint as count, (sum(sum(count)) over (order by day ${byDate(sql, sort)}))::bigint as upto
      from payment_count where ${ofKinds(sql, kinds)} group by day
    )
    select (select coalesce(max(upto), 0) from days) as total, min(upto - count) as before,
      shop_day_start(min(day)) as start, shop_day_start(max(day) + 1) as end
    from days where count > 0 and upto > ${offset} and upto - count < ${offset + limit}`
  return row
}

type Period = { start: Date; end: Date }

/** Takes the first payments of each kind from the index in this order, and cuts the page out of them. */
export const selectIdsByDate = (
  sql: Sql,
  { gateways, purposes, states }: Kinds,
  { start, end, limit, offset, sort }: Period & Cut,
) => sql<{ id: string }[]>`
  select payment.id
  from unnest(${gateways}::text[]) as at (gateway)
  cross join unnest(${purposes}::text[]) as meant (purpose)
  cross join unnest(${states}::text[]) as wanted (state)
  cross join lateral (
    select id, created_at from payment
    where payment.gateway = at.gateway and payment.purpose = meant.purpose and payment.state = wanted.state
      and created_at >= ${start} and created_at < ${end}
    order by created_at ${byDate(sql, sort)}, id ${byDate(sql, sort)} limit ${limit + offset}
  ) payment
  order by created_at ${byDate(sql, sort)}, id ${byDate(sql, sort)} limit ${limit} offset ${offset}`

/** Searches that have an index: by the start of a name, or by owner. */
export type Search =
  | { reference: string }
  | { utr: string }
  | { invoice: string }
  | { userIds: string[] }

const LAST_CHARACTER = '\u{10ffff}'

const beginsWith = (sql: Sql, column: string, words: string) => sql`
  ${sql(column)} >= ${words} and ${sql(column)} < ${words + LAST_CHARACTER}`

const escape = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Finds payments by their own reference, by a payout's reference, or by the gateway's id. */
const byReference = (sql: Sql, words: string, gateways: readonly GatewayName[]) => {
  const ours = words.toUpperCase()
  return sql`
    select id from payment where ${beginsWith(sql, 'reference', ours)}
    union
    select payment_id from capture where gateway = any(${gateways}) and gateway_payment_id = ${words}
    union
    select payment_id from payout join capture on capture.id = capture_id where reference = ${ours}`
}

const byUtr = (sql: Sql, words: string) => sql`
  select payment_id as id from capture
  where bank_reference like ${`${escape(words)}%`} or bank_reference like ${`${escape(words.toUpperCase())}%`}
  group by payment_id`

const byInvoice = (sql: Sql, words: string) => sql`
  select payment.id from orders join payment on payment.order_id = orders.id
  where ${beginsWith(sql, 'invoice', words.toUpperCase())}`

const sought = (sql: Sql, search: Search, { gateways }: Kinds) => {
  if ('reference' in search) return byReference(sql, search.reference, gateways)
  if ('utr' in search) return byUtr(sql, search.utr)
  if ('invoice' in search) return byInvoice(sql, search.invoice)
  return sql`select id from payment where user_id = any(${search.userIds}::uuid[])`
}

/** True if the search finds more than `max` payments. */
export async function areMoreThan(sql: Sql, kinds: Kinds, search: Search, max: number) {
  const rows = await sql`
    select from (${sought(sql, search, kinds)}) found offset ${max} limit 1`
  return rows.length > 0
}

export const selectFoundIds = (
  sql: Sql,
  kinds: Kinds,
  search: Search,
  { limit, offset, sort }: Cut,
) => sql<{ id: string }[]>`
  select payment.id from payment join (${sought(sql, search, kinds)}) found on found.id = payment.id
  where ${ofKinds(sql, kinds)}
  order by created_at ${byDate(sql, sort)}, payment.id ${byDate(sql, sort)} limit ${limit} offset ${offset}`

export async function countFound(sql: Sql, kinds: Kinds, search: Search): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from payment join (${sought(sql, search, kinds)}) found on found.id = payment.id
    where ${ofKinds(sql, kinds)}`
  return row.count
}

export type ListedPayment = OurPayment & {
  createdAt: Date
  method: GatewayMethod | null
  gatewayReason: string
  userId: string
  fullName: string
  email: string | null
  role: Role
  orderId: string | null
  invoice: string | null
}

export const selectListed = (sql: Sql, ids: string[], sort: string | undefined) => sql<
  ListedPayment[]
>`
  select payment.id, reference, gateway, method, gateway_reason, purpose, payment.amount, asked_currency as currency, state, payment.created_at, payment.user_id,
    users.full_name, users.email, users.role, payment.order_id, orders.invoice
  from payment
  join users on users.id = payment.user_id
  left join orders on orders.id = payment.order_id
  where payment.id = any(${ids}::uuid[])
  order by payment.created_at ${byDate(sql, sort)}, payment.id ${byDate(sql, sort)}`

export type ListedCapture = {
  id: string
  paymentId: string
  amount: number
  currency: string
  bankReference: string | null
  gatewayPaymentId: string
  capturedAt: Date
}

export const selectCaptures = (sql: Sql, paymentIds: string[]) => sql<ListedCapture[]>`
  select id, payment_id, amount, currency, bank_reference, gateway_payment_id, captured_at from capture
  where payment_id = any(${paymentIds}::uuid[]) order by captured_at, id`

export type ListedRefund = {
  id: string
  captureId: string
  reference: string
  amount: number
  state: 'asked' | 'done' | 'failed'
  bankReference: string | null
  note: string
  reason: string
  createdAt: Date
}

export const selectRefunds = (sql: Sql, captureIds: string[]) => sql<ListedRefund[]>`
  select id, capture_id, reference, amount, state, bank_reference, note, reason, created_at from payout
  where capture_id = any(${captureIds}::uuid[]) order by created_at, id`

/** Merges the counts of each kind and day into one row. Of two concurrent runs, only one does it. */
export const foldCounts = (sql: Sql) => sql`
  with kinds as (
    select day, gateway, purpose, state from payment_count group by 1, 2, 3, 4 having count(*) > 1
  ), taken as (
    delete from payment_count using kinds
    where (payment_count.day, payment_count.gateway, payment_count.purpose, payment_count.state)
      = (kinds.day, kinds.gateway, kinds.purpose, kinds.state)
    returning payment_count.*
  )
  insert into payment_count
  select day, gateway, purpose, state, sum(count) from taken group by 1, 2, 3, 4 having sum(count) <> 0`
