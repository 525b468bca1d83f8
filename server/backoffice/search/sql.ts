import type { Role } from '#contract/core/endpoint.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import type { Currency } from '#contract/core/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Found as Answer } from '#contract/backoffice/search.ts'
import type { TransferKind } from '#contract/money/wallet.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { Words } from './words.ts'

// A report over tables of other modules. Each branch walks an index from the searched prefix and stops after a few
// rows. The cost therefore doesn't grow with the shop.

const LAST_CHARACTER = '\u{10ffff}'

/** Prefix condition on a column that is indexed in byte order. */
const begins = (sql: Sql, column: ReturnType<typeof sql>, words: string) => sql`
  ${column} >= ${words} and ${column} < ${words + LAST_CHARACTER}`

type Hit = { id: string; place: number; word: string }

export type UserRow = {
  id: string
  fullName: string
  email: string | null
  phone: string | null
  role: Role
  isBlocked: boolean
}

type Part = ReturnType<Sql>

const firstUsers = (sql: Sql, place: number, column: Part, [words, whose]: [string, Part]) => sql`
  (select id, ${place}::int as place, ${column} as word from users
  where deleted_at is null and ${begins(sql, column, words)} and ${whose}
  order by ${column} limit ${PER_BRANCH})`

const PER_BRANCH = 5

/** Finds customers only, or everyone including staff. */
export async function findUserIds(
  sql: Sql,
  { id, small, phone }: Words,
  isOfCustomers: boolean,
): Promise<string[]> {
  const whose = isOfCustomers ? sql`role not in ('staff', 'admin')` : sql`true`
  const found = await sql<Hit[]>`
    ${id === null ? sql`` : sql`select id, 0 as place, '' as word from users where id = ${id} and ${whose} union all`}
    ${firstUsers(sql, 1, sql`email collate "C"`, [small, whose])}
    ${phone === null ? sql`` : sql`union all ${firstUsers(sql, 2, sql`phone collate "C"`, [phone, whose])}`}
    union all ${firstUsers(sql, 3, sql`lower(full_name) collate "C"`, [small, whose])}
    union all ${firstUsers(sql, 4, sql`lower(substring(full_name from '\\S+$')) collate "C"`, [small, whose])}
    order by place, word, id`
  return idsOf(found)
}

/** Removes duplicates and keeps the order. */
const idsOf = (found: Hit[]): string[] => [...new Set(found.map(({ id }) => id))]

export const selectUsers = (sql: Sql, ids: string[]) => sql<UserRow[]>`
  select id, full_name, email, phone, role, is_blocked from users where id = any(${ids}::uuid[])`

const byReference = (sql: Sql, { references }: Words) => sql`
  unnest(${references}::text[]) as given
  cross join lateral (
    select number, order_id, reference from transfer
    where reference ~>=~ given and reference ~<~ (given || ${LAST_CHARACTER})
    order by reference using ~<~ limit ${4 * PER_BRANCH}
  ) transfer`

/** Orders for exactly this player, newest first, then for players whose id begins with it. */
const ofPlayers = (sql: Sql, { text, player }: Words) => sql`
  (select id, 3 as place, '' as word, created_at from orders
  where player_id collate "C" = ${text} order by created_at desc limit ${PER_BRANCH})
  ${
    player === null
      ? sql``
      : sql`
        union all
        (select id, 3, '', created_at from orders
        where player_id collate "C" = ${player.id} and zone_id = ${player.zone}
        order by created_at desc limit ${PER_BRANCH})`
  }
  union all
  (select id, 4, player_id, created_at from orders
  where player_id collate "C" > ${text} and player_id collate "C" < ${text + LAST_CHARACTER}
  order by player_id collate "C", created_at limit ${PER_BRANCH})`

export async function findOrderIds(sql: Sql, words: Words): Promise<string[]> {
  const found = await sql<Hit[]>`
    (select id, 1 as place, invoice as word, null::timestamptz as created_at from orders
    where ${begins(sql, sql`invoice`, words.capitals)} order by invoice limit ${PER_BRANCH})
    union all
    (select distinct order_id, 2, reference, null::timestamptz from ${byReference(sql, words)}
    where order_id is not null)
    union all ${ofPlayers(sql, words)}
    order by place, word, created_at desc, id`
  return idsOf(found)
}

export type OrderRow = {
  id: string
  invoice: string
  status: OrderStatus
  createdAt: Date
  currency: Currency
  amount: number
  gameName: string
  itemName: string
  playerId: string
  zoneId: string
  paymentReference: string | null
  fullName: string
}

export const selectOrders = (sql: Sql, ids: string[]) => sql<OrderRow[]>`
  select orders.id, invoice, status, orders.created_at, currency, amount, game_name, item_name, player_id, zone_id,
    payment_reference, full_name
  from orders join users on users.id = orders.user_id where orders.id = any(${ids}::uuid[])`

export async function findPaymentIds(
  sql: Sql,
  words: Words,
  gateways: readonly GatewayName[],
): Promise<string[]> {
  const { text, references, capitals } = words
  const found = await sql<Hit[]>`
    (select id, 1 as place, reference as word from payment
    where ${begins(sql, sql`reference`, capitals)} order by reference limit ${PER_BRANCH})
    union all
    (select id, 2, '' from payment where gateway_id = ${text} limit ${PER_BRANCH})
    union all
    (select payment_id, 2, '' from capture
    where gateway = any(${gateways}) and gateway_payment_id = ${text} limit ${PER_BRANCH})
    union all
    select payment_id, 3, '' from payout join capture on capture.id = capture_id
    where payout.reference = ${capitals}
    union all
    select payment_id, 4, bank_reference from unnest(${references}::text[]) as given
    cross join lateral (
      select payment_id, bank_reference from capture
      where bank_reference ~>=~ given and bank_reference ~<~ (given || ${LAST_CHARACTER})
      order by bank_reference using ~<~ limit ${PER_BRANCH}
    ) capture
    order by place, word, id`
  return idsOf(found)
}

export type PaymentRow = {
  id: string
  reference: string
  gateway: GatewayName
  state: Answer['payments'][number]['state']
  currency: Currency
  amount: number
  createdAt: Date
  orderId: string | null
  fullName: string
  email: string | null
  role: Role
}

export const selectPayments = (sql: Sql, ids: string[]) => sql<PaymentRow[]>`
  select payment.id, reference, gateway, state, amount, asked_currency as currency, payment.created_at,
    order_id, full_name, email, role
  from payment join users on users.id = payment.user_id where payment.id = any(${ids}::uuid[])`

export type TransactionRow = {
  hash: Buffer
  reference: string
  kind: TransferKind
  currency: Currency
  amount: number
  createdAt: Date
  fullName: string
  email: string | null
  role: Role
}

/** Wallet lines only. Transfers between the shop's own accounts have none. */
export const selectTransactions = (sql: Sql, words: Words, max: number) => sql<TransactionRow[]>`
  select posting.hash, whole.reference, whole.kind, posting.currency, posting.amount, posting.created_at, full_name, email, role
  from ${byReference(sql, words)}
  join transfer whole on whole.number = transfer.number
  join posting on posting.transfer = transfer.number
  join users on users.id = posting.user_id
  order by whole.reference, posting.created_at desc, posting.hash limit ${max}`

export type CouponRow = {
  id: string
  code: string
  discount: number
  isActive: boolean
  expiresAt: Date | null
}

export const selectCoupons = (sql: Sql, { capitals }: Words, max: number) => sql<CouponRow[]>`
  select id, code, discount, is_active, expires_at from coupon
  where deleted_at is null and ${begins(sql, sql`code collate "C"`, capitals)}
  order by code collate "C" limit ${max}`
