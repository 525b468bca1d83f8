import type { Currency, Rate } from '#contract/core/money.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { PayPage } from '#connectors/gateways/gateway.ts'

export type PaymentRow = {
  id: string
  reference: string
  userId: string
  purpose: 'order' | 'top-up'
  orderId: string | null
  gateway: GatewayName
  method: GatewayMethod | null // null for the gateway's first method, in payments of earlier versions
  amount: number // in hundredths
  currency: Currency
  state: 'open' | 'paid' | 'failed'
  gatewayId: string | null
  page: PayPage | null
  asks: number
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
  tryFailedAt: Date | null
  returnedAt: Date | null
}

const columns = (sql: Sql | Tx) => sql`
  id, reference, user_id, purpose, order_id, gateway, method, amount, asked_currency as currency, state, gateway_id, page, asks, created_at, expires_at,
  ended_at, try_failed_at, returned_at`

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'reference'
  | 'userId'
  | 'purpose'
  | 'orderId'
  | 'gateway'
  | 'method'
  | 'amount'
  | 'currency'
  | 'createdAt'
> & { rate: Rate | null; gatewayReason: string; expiresAt: Date; askAt: Date }

export async function insertPayment(tx: Tx, { currency, ...payment }: NewPayment): Promise<void> {
  const row = { ...payment, askedCurrency: currency, state: 'open' }
  await tx`insert into payment ${tx.values(row)}`
}

export async function selectPayment(sql: Sql | Tx, id: string): Promise<PaymentRow | null> {
  const [row] = await sql<PaymentRow[]>`select ${columns(sql)} from payment where id = ${id}`
  return row ?? null
}

export async function findPaymentByReference(
  sql: Sql | Tx,
  reference: string,
): Promise<PaymentRow | null> {
  const [row] = await sql<PaymentRow[]>`
    select ${columns(sql)} from payment where reference = ${reference}`
  return row ?? null
}

export const listPaymentsOfOrder = (sql: Sql | Tx, orderId: string) => sql<PaymentRow[]>`
  select ${columns(sql)} from payment where order_id = ${orderId} order by created_at, id`

export async function isOrderUnpaid(sql: Sql, orderId: string): Promise<boolean> {
  const unpaid = await sql`select from orders where id = ${orderId} and status = 'pending'`
  return unpaid.length > 0
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | null> {
  const [row] = await tx<PaymentRow[]>`
    select ${columns(tx)} from payment where id = ${id} for no key update`
  return row ?? null
}

/**
 * Claims the opening of a page, by the database's clock because nodes' clocks may differ. Null if another caller has
 * the claim or no page is needed.
 */
export async function claimOpening(
  sql: Sql,
  id: string,
  seconds: number,
): Promise<PaymentRow | null> {
  const [row] = await sql<PaymentRow[]>`
    update payment set opening_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'open' and page is null and (opening_until is null or opening_until <= now())
    returning ${columns(sql)}`
  return row ?? null
}

type Opened = Pick<PaymentRow, 'id' | 'gatewayId' | 'page' | 'expiresAt'>

/**
 * Stores the page of a payment. The first one stays, because a caller whose claim has run out may have made another UPI
 * code, and only the stored one is looked up.
 */
export const updateOpened = (sql: Sql, { id, gatewayId, page, expiresAt }: Opened) => sql`
  update payment
  set page = ${sql.json(page)}, gateway_id = ${gatewayId}, expires_at = ${expiresAt}, opening_until = null
  where id = ${id} and page is null`

type Ended = { id: string; state: 'paid' | 'failed'; now: Date }

/** `paid` is final; `failed` may become `paid`. */
export const updateState = (sql: Sql | Tx, { id, state, now }: Ended) => sql`
  update payment set state = ${state}, ended_at = ${now}
  where id = ${id} and (state = 'open' or (state = 'failed' and ${state} = 'paid'))`

export const updateTryFailedAt = (tx: Tx, id: string, tryFailedAt: Date | null) =>
  tx`update payment set try_failed_at = ${tryFailedAt} where id = ${id}`

export const updateReturnedAt = (tx: Tx, id: string, returnedAt: Date | null) =>
  tx`update payment set returned_at = ${returnedAt} where id = ${id}`

export const updateAskAt = (tx: Tx, id: string, askAt: Date | null) =>
  tx`update payment set ask_at = ${askAt} where id = ${id}`

/** Locks the payments that are due until the transaction ends. Skips those that another node has locked. */
export const lockDuePayments = (tx: Tx, now: Date, max: number) => tx<PaymentRow[]>`
  select ${columns(tx)} from payment
  where ask_at <= ${now} order by ask_at limit ${max}
  for no key update skip locked`

type NextAsk = { id: string; askAt: Date | null }

export const updateAsked = (tx: Tx, asked: NextAsk[]) => tx`
  update payment set asks = asks + 1, ask_at = next.ask_at
  from unnest(
    ${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ askAt }) => askAt)}::timestamptz[]
  ) as next (id, ask_at)
  where payment.id = next.id`
