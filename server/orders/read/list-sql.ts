import type { Role } from '#contract/core/endpoint.ts'
import type { Currency, Rate } from '#contract/core/money.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { payingOf } from './sold-sql.ts'

export type OrderRow = {
  id: string
  invoice: string
  userId: string
  status: OrderStatus
  gameId: string
  itemId: string
  savedPlayer: string
  playerId: string
  zoneId: string
  playerName: string
  currency: Currency
  rate: Rate | null // dollars for one rupee; null for rupees
  itemPrice: number
  amount: number
  amountInr: number
  couponId: string | null
  couponCode: string | null
  takesStock: boolean
  paymentMethod: PaymentMethod
  gateway: GatewayName | null // that took the money
  method: GatewayMethod | null // null in payments of earlier versions
  paymentReference: string | null
  version: number
  createdAt: Date
  paidAt: Date | null
  endedAt: Date | null
  expiresAt: Date | null
  heldFor: 'player' | 'person' | null
  heldAt: Date | null
  correctedAt: Date | null
  proofImageId: string | null
  gameName: string
  itemName: string
  gameSlug: string
  playerLabel: string
  zoneLabel: string
  itemSlug: string
  fullName: string
  email: string | null
  isUnclaimed: boolean // of a guest whose email nobody has proven
  phone: string | null
  role: Role
}

const columns = (sql: Sql | Tx) => sql`
  orders.id, orders.invoice, orders.user_id, orders.status, orders.game_id, orders.item_id, orders.saved_player,
  orders.player_id, orders.zone_id, orders.player_name, orders.currency, orders.item_price, orders.amount,
  orders.amount_inr, orders.rate::float8, orders.coupon_id, orders.coupon_code, orders.takes_stock,
  orders.payment_method, ${payingOf(sql)}, orders.payment_reference, orders.version, orders.created_at, orders.paid_at, orders.ended_at,
  orders.expires_at, orders.held_for, orders.held_at, orders.corrected_at, orders.proof_image_id, orders.game_name,
  orders.item_name, game.slug as game_slug, game.player_label, game.zone_label, item.slug as item_slug,
  users.full_name, users.email, users.phone, users.role, users.is_guest and users.claimed_by is null as is_unclaimed`

/** Inner joins lose nothing: deleted games, items and accounts stay as rows. */
const around = (sql: Sql | Tx) => sql`
  join game on game.id = orders.game_id
  join item on item.id = orders.item_id
  join users on users.id = orders.user_id`

export async function selectOrder(sql: Sql | Tx, id: string): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    select ${columns(sql)} from orders ${around(sql)} where orders.id = ${id}`
  return row ?? null
}

export const selectOrdersById = (sql: Sql | Tx, ids: string[]) => sql<OrderRow[]>`
  select ${columns(sql)} from orders ${around(sql)} where orders.id = any(${ids}::uuid[])`

export type Sort = 'createdAt' | '-createdAt' | 'amount' | '-amount'

const order = (sql: Sql, sort: Sort) =>
  ({
    createdAt: sql`orders.created_at, orders.id`,
    '-createdAt': sql`orders.created_at desc, orders.id desc`,
    amount: sql`orders.amount_inr, orders.id`,
    '-amount': sql`orders.amount_inr desc, orders.id desc`,
  })[sort]

/** Filter by days and kinds; null means any. */
export type Filter = {
  period: { start: Date; end: Date } | null
  statuses: readonly OrderStatus[]
  methods: readonly PaymentMethod[]
  isPaid: boolean | null
}

/** Search conditions that have an index of their own, such as the start of an invoice. */
export type Search = {
  userIds?: string[]
  invoice?: string
  any?: { userIds: string[]; orderIds: string[] }
}

const ofPeriod = (sql: Sql, { period, isPaid }: Filter) => sql`
  ${period ? sql`and orders.created_at >= ${period.start} and orders.created_at < ${period.end}` : sql``}
  ${isPaid === null ? sql`` : sql`and (orders.paid_at is not null) = ${isPaid}`}`

const isEach = <Word>(words: readonly Word[], all: readonly Word[]) => words.length === all.length

/** Leaves out conditions that all rows meet, because each row would still be checked. */
const ofKind = (sql: Sql, { statuses, methods }: Filter) => sql`
  ${isEach(statuses, OrderStatus.options) ? sql`` : sql`and orders.status = any(${statuses})`}
  ${isEach(methods, PaymentMethod.options) ? sql`` : sql`and orders.payment_method = any(${methods})`}`

const LAST_CHARACTER = '\u{10ffff}'

const beginsWith = (sql: Sql, invoice: string) => sql`
  orders.invoice >= ${invoice} and orders.invoice < ${invoice + LAST_CHARACTER}`

const ofAny = (sql: Sql, { userIds, orderIds }: NonNullable<Search['any']>) => sql`
  and (orders.user_id = any(${userIds}::uuid[]) or orders.id = any(${orderIds}::uuid[]))`

const matches = (sql: Sql, filter: Filter, { userIds, invoice, any }: Search) => sql`
  true ${ofPeriod(sql, filter)} ${ofKind(sql, filter)}
  ${userIds ? sql`and orders.user_id = any(${userIds}::uuid[])` : sql``}
  ${invoice === undefined ? sql`` : sql`and ${beginsWith(sql, invoice)}`}
  ${any ? ofAny(sql, any) : sql``}`

export async function countOrders(sql: Sql, filter: Filter, search: Search): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from orders where ${matches(sql, filter, search)}`
  return row.count
}

export type Cut = { sort: Sort; limit: number; offset: number }

/** A batch of orders, newest first, that come after one order; null starts with the newest. */
export type Batch = { limit: number; after: string | null }

const isBehind = (sql: Sql, after: string | null) =>
  after === null
    ? sql`true`
    : sql`(orders.created_at, orders.id) < (select created_at, id from orders last where last.id = ${after})`

/** Reads a list in batches. Each starts where the one before has ended, so the last is as fast as the first. */
export const selectBatch = (sql: Sql, filter: Filter, search: Search, { limit, after }: Batch) =>
  selectPage(
    sql,
    '-createdAt',
    sql`
      select orders.id from orders
      where ${matches(sql, filter, search)} and ${isBehind(sql, after)}
      order by ${order(sql, '-createdAt')} limit ${limit}`,
  )

/** The same without a search, by the indexes of `selectOrdersByDate`. */
export const selectBatchOfAny = (sql: Sql, filter: Filter, { limit, after }: Batch) =>
  selectPage(
    sql,
    '-createdAt',
    sql`
      select orders.id
      from unnest(${filter.statuses}::text[]) as wanted (status)
      cross join unnest(${filter.methods}::text[]) as way (payment_method)
      cross join lateral (
        select id, created_at from orders
        where orders.status = wanted.status and orders.payment_method = way.payment_method
          ${ofPeriod(sql, filter)} and ${isBehind(sql, after)}
        order by ${order(sql, '-createdAt')} limit ${limit}
      ) orders
      order by ${order(sql, '-createdAt')} limit ${limit}`,
  )

/** Cuts the page first, and looks up only its rows. */
export const selectOrders = (sql: Sql, filter: Filter, search: Search, cut: Cut) =>
  selectPage(
    sql,
    cut.sort,
    sql`
      select orders.id from orders where ${matches(sql, filter, search)}
      order by ${order(sql, cut.sort)} limit ${cut.limit} offset ${cut.offset}`,
  )

/** The same by date: takes the first of each kind from an index in this order, and cuts the page from these. */
export const selectOrdersByDate = (sql: Sql, filter: Filter, { sort, limit, offset }: Cut) =>
  selectPage(
    sql,
    sort,
    sql`
      select orders.id
      from unnest(${filter.statuses}::text[]) as wanted (status)
      cross join unnest(${filter.methods}::text[]) as way (payment_method)
      cross join lateral (
        select id, created_at from orders
        where orders.status = wanted.status and orders.payment_method = way.payment_method
          ${ofPeriod(sql, filter)}
        order by ${order(sql, sort)} limit ${limit + offset}
      ) orders
      order by ${order(sql, sort)} limit ${limit} offset ${offset}`,
  )

const selectPage = (sql: Sql, sort: Sort, page: ReturnType<typeof sql>) => sql<OrderRow[]>`
  select ${columns(sql)} from (${page}) page join orders on orders.id = page.id ${around(sql)}
  order by ${order(sql, sort)}`

type PageRange = { total: number; before: number | null; start: Date | null; end: Date | null }

/** Total of orders, the days between which a page lies, and how many orders come before those days. */
export async function selectPageRange(
  sql: Sql,
  { period, statuses, methods, isPaid }: Filter,
  { sort, limit, offset }: Cut,
): Promise<PageRange> {
  const direction = sort === 'createdAt' ? sql`asc` : sql`desc`
  const [row] = await sql<[PageRange]>`
    with days as (
      select day, sum(count)::bigint as count,
        (sum(sum(count)) over (order by day ${direction}))::bigint as upto
      from order_count
      where status = any(${statuses}) and payment_method = any(${methods})
        ${isPaid === null ? sql`` : sql`and is_paid = ${isPaid}`}
        ${period ? sql`and day >= shop_day(${period.start}) and day < shop_day(${period.end})` : sql``}
      group by day
    )
    select (select coalesce(max(upto), 0) from days) as total, min(upto - count) as before,
      shop_day_start(min(day)) as start, shop_day_start(max(day) + 1) as end
    from days where count > 0 and upto > ${offset} and upto - count < ${offset + limit}`
  return row
}

/** True if more than `max` invoices start with this text. */
export async function areMoreThan(sql: Sql, invoice: string, max: number): Promise<boolean> {
  const rows = await sql`select from orders where ${beginsWith(sql, invoice)} offset ${max} limit 1`
  return rows.length > 0
}

/** Merges counts into one row for each day and kind. Of two concurrent runs, only one merges them. */
export const foldCounts = (sql: Sql) => sql`
  with kinds as (
    select day, status, payment_method, is_paid from order_count group by 1, 2, 3, 4 having count(*) > 1
  ), taken as (
    delete from order_count using kinds
    where (order_count.day, order_count.status, order_count.payment_method, order_count.is_paid)
      = (kinds.day, kinds.status, kinds.payment_method, kinds.is_paid)
    returning order_count.*
  )
  insert into order_count
  select day, status, payment_method, is_paid, sum(count) from taken group by 1, 2, 3, 4 having sum(count) <> 0`
