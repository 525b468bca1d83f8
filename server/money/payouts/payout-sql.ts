import type { Currency } from '#contract/core/money.ts'
import type { GatewayName, SettledAs } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export async function selectOwner(tx: Tx, captureId: string): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    select user_id from capture join payment on payment.id = payment_id where capture.id = ${captureId}`
  return row?.userId ?? null
}

export const lockCapture = (tx: Tx, id: string) => tx`
  select from capture where id = ${id} for no key update`

/** A capture, with the amount sent back or on its way, and the amount available to send. */
export type Refundable = {
  id: string
  gateway: GatewayName
  amount: number
  currency: string
  askedCurrency: Currency
  settledAs: SettledAs | 'held' | null
  isGone: boolean // the customer's account is deleted
  returned: number
  disputed: number // the bank decides about it, or has decided against the shop
  held: number // spendable money in the wallet, or held by the shop for a deleted account; also in hundredths
}

/** Minor units of the ledger in a hundredth of the payment's currency. */
const perHundredth = (sql: Sql | Tx) => sql`(case asked_currency when 'INR' then 1 else 100 end)`

/** The part of a capture that the shop holds: unclaimed money, less payouts, plus failed payouts that came back. */
const unclaimed = (sql: Sql | Tx) => sql`
  case capture.settled_as when 'unclaimed' then capture.amount * ${perHundredth(sql)} else 0 end + coalesce((
    select sum(case house.id when transfer.credit then transfer.amount when transfer.debit then -transfer.amount else 0 end)
    from payout
    join transfer on transfer.key in ('payout:' || payout.id, 'payout-back:' || payout.id)
    join account house on house.address = 'house:unclaimed' and house.currency = asked_currency
    where payout.capture_id = capture.id), 0)`

/** A bank that takes a disputed payment back would give the customer the money a second time. */
const disputed = (sql: Sql | Tx) => sql`
  coalesce((
    select sum(dispute.amount) from dispute
    where dispute.capture_id = capture.id and dispute.currency = capture.currency
      and dispute.state in ('needs response', 'under review', 'lost')), 0)::bigint`

export const selectRefundable = (sql: Sql | Tx, captureIds: string[]) => sql<Refundable[]>`
  select capture.id, capture.gateway, capture.amount, capture.currency, asked_currency, capture.settled_as, users.deleted_at is not null as is_gone,
    coalesce((
      select sum(amount) from payout where capture_id = capture.id and state <> 'failed'), 0)::bigint as returned,
    ${disputed(sql)} as disputed,
    floor((case when users.deleted_at is null then balance_of(users.id, asked_currency) - held_in(users.id, asked_currency)
      else ${unclaimed(sql)} end) / ${perHundredth(sql)})::bigint as held
  from capture
  join payment on payment.id = capture.payment_id
  join users on users.id = payment.user_id
  where capture.id = any(${captureIds}::uuid[])`

/** Captures that paid for an order, less what was sent back or is on its way, or is disputed. */
export const selectPaidFor = (tx: Tx, orderId: string) => tx<
  { captureId: string; amount: number }[]
>`
  select id as capture_id, amount - returned - disputed as amount
  from (
    select capture.id, capture.amount, ${disputed(tx)} as disputed, coalesce((
      select sum(amount) from payout where capture_id = capture.id and state <> 'failed'), 0)::bigint as returned
    from capture join payment on payment.id = payment_id
    where payment.order_id = ${orderId} and settled_as = 'order'
  ) capture
  where amount > returned + disputed`

type NewPayout = {
  id: string
  reference: string
  captureId: string
  userId: string
  amount: number
  note: string
  askedBy: string
  askAt: Date
  createdAt: Date
}

export const insertPayout = (tx: Tx, payout: NewPayout) => tx`
  insert into payout ${tx.values({ ...payout, state: 'asked' })}`

export type PayoutRow = {
  id: string
  reference: string
  captureId: string
  userId: string
  amount: number
  state: 'asked' | 'done' | 'failed'
  gatewayId: string | null
  bankReference: string | null
  note: string
  reason: string
  sentAt: Date | null
  createdAt: Date
  gateway: GatewayName
  gatewayPaymentId: string
  captured: number
  currency: Currency
  paymentReference: string
  paymentGatewayId: string | null
  invoice: string | null
  fullName: string
  email: string | null
}

export async function selectPayout(sql: Sql, id: string): Promise<PayoutRow | null> {
  const [row] = await sql<PayoutRow[]>`
    select payout.id, payout.reference, payout.capture_id, payout.user_id, payout.amount, payout.state,
      payout.gateway_id, payout.bank_reference, payout.note, payout.reason, payout.sent_at, payout.created_at,
      payment.gateway, capture.gateway_payment_id, capture.amount as captured, payment.asked_currency as currency,
      payment.reference as payment_reference,
      payment.gateway_id as payment_gateway_id, orders.invoice, users.full_name, users.email
    from payout
    join capture on capture.id = payout.capture_id
    join payment on payment.id = capture.payment_id
    join users on users.id = payout.user_id
    left join orders on orders.id = payment.order_id
    where payout.id = ${id}`
  return row ?? null
}

export async function lockAskedPayout(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    select from payout where id = ${id} and state = 'asked' for no key update`
  return rows.length > 0
}

type Sending = { id: string; now: Date; askAt: Date }

/** Returns false if the payout may already have reached the gateway, or has ended. */
export async function markSent(sql: Sql, { id, now, askAt }: Sending): Promise<boolean> {
  const { count } = await sql`
    update payout set sent_at = ${now}, asks = 1, ask_at = ${askAt}
    where id = ${id} and state = 'asked' and sent_at is null`
  return count === 1
}

/** Marks all unsent payouts as sent, because their gateways may have received them. */
export const markAllSent = (tx: Tx, now: Date, askAt: Date) => tx`
  update payout set sent_at = ${now}, asks = 1, ask_at = ${askAt} where state = 'asked' and sent_at is null`

/** Marks a payout as unsent again, because the gateway never received it. */
export async function markUnsent(tx: Tx, { id, sentAt }: { id: string; sentAt: Date }) {
  const { count } = await tx`
    update payout set sent_at = null where id = ${id} and state = 'asked' and sent_at = ${sentAt}`
  return count === 1
}

type PayoutChange = {
  state?: 'done' | 'failed'
  gatewayId?: string
  bankReference?: string
  reason?: string
  askAt?: null
  endedAt?: Date
}

export const updatePayout = (tx: Tx, id: string, change: PayoutChange) => tx`
  update payout set ${tx.set(change)} where id = ${id}`

type Taking = { now: Date; waits: number[]; lastWait: number; givenUpAfter: number; max: number }

/** Takes the payouts that are due, and sets the time of their next turn. All waits are in seconds. */
export const takeDuePayouts = (tx: Tx, { now, waits, lastWait, givenUpAfter, max }: Taking) => tx<
  { id: string }[]
>`
  update payout set asks = asks + 1, ask_at = case
    when created_at + make_interval(secs => ${givenUpAfter}) > ${now}
    then ${now}::timestamptz + make_interval(secs => coalesce((${waits}::int[])[asks + 1], ${lastWait}))
    end
  where id = any(array(
    select id from payout where ask_at <= ${now} order by ask_at limit ${max} for update skip locked
  ))
  returning id`
