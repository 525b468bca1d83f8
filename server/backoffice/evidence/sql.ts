import type { Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import type { TransferKind } from '#contract/money/wallet.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Sql } from '#server/platform/db/db.ts'

// A report on one purchase, over tables of other modules.

export type Subject = { userId: string; orderId: string | null; captureId: string | null; at: Date }

export async function findOrderSubject(sql: Sql, id: string): Promise<Subject | null> {
  const [row] = await sql<Subject[]>`
    select user_id, id as order_id, null as capture_id, created_at as at from orders where id = ${id}`
  return row ?? null
}

export async function findPaymentSubject(sql: Sql, captureId: string): Promise<Subject | null> {
  const [row] = await sql<Subject[]>`
    select payment.user_id, payment.order_id, capture.id as capture_id, captured_at as at
    from capture join payment on payment.id = payment_id where capture.id = ${captureId}`
  return row ?? null
}

export type CustomerRow = {
  id: string
  fullName: string
  email: string | null
  isEmailVerified: boolean
  phone: string | null
  isPhoneVerified: boolean
  createdAt: Date
  deletedAt: Date | null
}

export async function selectCustomer(sql: Sql, id: string): Promise<CustomerRow> {
  const [row] = await sql<[CustomerRow]>`
    select id, full_name, email, is_email_verified, phone, is_phone_verified, created_at, deleted_at
    from users where id = ${id}`
  return row
}

export type OrderRow = {
  id: string
  invoice: string
  status: OrderStatus
  gameName: string
  itemName: string
  playerId: string
  zoneId: string
  playerName: string
  currency: Currency
  amount: number
  paymentMethod: string
  channel: string | null
  buyerAddress: string | null
  createdAt: Date
  paidAt: Date | null
  endedAt: Date | null
  refundedAt: Date | null
}

export async function selectOrder(sql: Sql, id: string): Promise<OrderRow> {
  const [row] = await sql<[OrderRow]>`
    select id, invoice, status, game_name, item_name, player_id, zone_id, player_name, currency, amount,
      payment_method, channel, buyer_address, created_at, paid_at, ended_at, refunded_at
    from orders where id = ${id}`
  return row
}

type PaymentRow = {
  id: string
  gateway: GatewayName
  reference: string
  gatewayPaymentId: string
  bankReference: string | null
  amount: number
  currency: string
  capturedAt: Date
  settledAs: string | null
  payer: string // masked, with the name at the bank; empty if unknown
}

const captures = (sql: Sql, { orderId, captureId }: Subject) =>
  orderId
    ? sql`select capture.id from payment join capture on payment_id = payment.id where order_id = ${orderId}`
    : sql`select ${captureId}::uuid as id`

export const selectPayments = (sql: Sql, subject: Subject) => sql<PaymentRow[]>`
  select capture.id, capture.gateway, reference, gateway_payment_id, bank_reference, capture.amount, currency,
    captured_at, settled_as, concat_ws(', ', payer_shown, nullif(payer_name, '')) as payer
  from (${captures(sql, subject)}) wanted
  join capture on capture.id = wanted.id
  join payment on payment.id = payment_id
  order by captured_at, capture.id`

type DisputeRow = {
  gateway: GatewayName
  gatewayDisputeId: string
  state: string
  amount: number
  currency: string
  reason: string
  openedAt: Date
}

export const selectDisputes = (sql: Sql, captureIds: string[]) => sql<DisputeRow[]>`
  select gateway, gateway_dispute_id, state, amount, currency, reason, opened_at
  from dispute where capture_id = any(${captureIds}::uuid[]) order by opened_at, id`

type DispatchRow = {
  supplier: string
  reference: string
  supplierOrderId: string | null
  productId: string
  playerId: string
  zoneId: string
  state: string
  words: string
  sentAt: Date | null
  endedAt: Date | null
}

export const selectDispatches = (sql: Sql, orderId: string) => sql<DispatchRow[]>`
  select supplier, reference, supplier_order_id, product_id, player_id, zone_id, state, words, sent_at, ended_at
  from dispatch where order_id = ${orderId} order by leg, attempt`

type EventRow = { status: string; message: string; isByStaff: boolean; createdAt: Date }

export const selectEvents = (sql: Sql, orderId: string) => sql<EventRow[]>`
  select status, message, user_id is not null as is_by_staff, created_at
  from order_event where order_id = ${orderId} order by number`

type ConsentRow = {
  purpose: string
  isGiven: boolean
  words: string
  source: string
  createdAt: Date
}

export const selectConsents = (sql: Sql, userId: string) => sql<ConsentRow[]>`
  select purpose, is_given, words, source, created_at from consent where user_id = ${userId}
  order by created_at, id`

type LineRow = {
  sequence: number
  currency: Currency
  amount: number
  balance: number
  createdAt: Date
  kind: TransferKind
  reference: string
  orderId: string | null
  previousHash: string // of the wallet's line before: with it, anybody can compute the hash
  hash: string
  transferHash: string
  transfer: number
}

/** Lines of the wallet that belong to the purchase. */
export const selectLines = (sql: Sql, { userId, orderId }: Subject, keys: string[]) => sql<
  LineRow[]
>`
  select sequence, posting.currency, posting.amount, balance, posting.created_at, kind, reference,
    transfer.order_id, encode(coalesce(before.hash, decode(repeat('00', 32), 'hex')), 'hex') as previous_hash,
    encode(posting.hash, 'hex') as hash, encode(transfer.hash, 'hex') as transfer_hash, transfer
  from (
    select number from transfer where order_id = ${orderId}
    union select number from transfer where key = any(${keys})
  ) wanted
  join transfer on transfer.number = wanted.number
  join posting on posting.transfer = transfer.number and posting.user_id = ${userId}
  left join lateral (
    select hash from posting earlier
    where earlier.account_id = posting.account_id and earlier.sequence = posting.sequence - 1
  ) before on true
  order by transfer`

type SpentRow = {
  invoice: string
  status: OrderStatus
  gameName: string
  itemName: string
  playerId: string
  zoneId: string
  playerName: string
  currency: Currency
  amount: number
  paidAt: Date | null
  endedAt: Date | null
  proof: string | null // of the supplier; null before the delivery
}

/** Orders that were paid from the wallet since money came into it: what a disputed top-up was spent on. */
export const selectSpent = (sql: Sql, { userId, captureId }: Subject, max: number) => sql<
  SpentRow[]
>`
  select orders.invoice, orders.status, orders.game_name, orders.item_name, orders.player_id, orders.zone_id,
    orders.player_name, orders.currency, orders.amount, orders.paid_at, orders.ended_at, (
      select string_agg(concat_ws(' ', supplier, reference, supplier_order_id), ', ' order by leg, attempt)
      from dispatch where order_id = orders.id and state = 'delivered') as proof
  from capture
  join payment on payment.id = payment_id
  join posting on posting.user_id = ${userId} and posting.created_at >= captured_at
    and posting.currency = asked_currency and posting.amount < 0
  join transfer on transfer.number = posting.transfer and kind = 'order'
  join orders on orders.id = transfer.order_id
  where capture.id = ${captureId} and not exists (
    select from payment own join capture on capture.payment_id = own.id
    where own.order_id = orders.id and capture.settled_as = 'order')
  order by posting.created_at, posting.transfer limit ${max}`

type SealRow = { number: number; hash: string; createdAt: Date }

/** The first seal that covers a line of the ledger. */
export async function findSeal(sql: Sql, transfer: number): Promise<SealRow | null> {
  const [row] = await sql<SealRow[]>`
    select number, encode(hash, 'hex') as hash, created_at from seal
    where last >= ${transfer} order by number limit 1`
  return row ?? null
}

type EarlierRow = { count: number; firstAt: Date | null; lastAt: Date | null }

/** Delivered purchases of the customer before this one. */
export async function countEarlier(sql: Sql, { userId, at }: Subject): Promise<EarlierRow> {
  const [row] = await sql<[EarlierRow]>`
    select count(*), min(created_at) as first_at, max(created_at) as last_at
    from orders where user_id = ${userId} and status = 'completed' and created_at < ${at}`
  return row
}
