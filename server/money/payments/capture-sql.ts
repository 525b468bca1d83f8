import type { Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Payer } from '#connectors/gateways/gateway.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Purpose that a capture was booked for. `held` means that the shop has no books for its currency. */
export type SettledAs =
  | 'order'
  | 'top-up'
  | 'late'
  | 'other amount'
  | 'second'
  | 'unclaimed'
  | 'held'

/** A capture, with the payment that it belongs to. */
export type CaptureRow = {
  id: string
  paymentId: string
  gateway: GatewayName
  gatewayPaymentId: string
  amount: number // in hundredths of its currency, as gateways report them
  currency: string
  bankReference: string | null
  capturedAt: Date
  settledAs: SettledAs | null
  settledAt: Date | null
  userId: string
  purpose: 'order' | 'top-up'
  orderId: string | null
  reference: string // our reference of the payment
  askedAmount: number // in hundredths
  askedCurrency: Currency
}

const columns = (sql: Sql | Tx) => sql`
  capture.id, payment_id, capture.gateway, gateway_payment_id, capture.amount, capture.currency, bank_reference, captured_at,
  settled_as, settled_at, payment.user_id, purpose, order_id, reference, payment.amount as asked_amount,
  asked_currency`

export async function findCapture(sql: Sql | Tx, id: string): Promise<CaptureRow | null> {
  const [row] = await sql<CaptureRow[]>`
    select ${columns(sql)} from capture join payment on payment.id = payment_id
    where capture.id = ${id}`
  return row ?? null
}

export async function lockCapture(tx: Tx, id: string): Promise<CaptureRow | null> {
  const [row] = await tx<CaptureRow[]>`
    select ${columns(tx)} from capture join payment on payment.id = payment_id
    where capture.id = ${id} for no key update of capture`
  return row ?? null
}

export type NewCapture = Pick<
  CaptureRow,
  | 'id'
  | 'paymentId'
  | 'gateway'
  | 'gatewayPaymentId'
  | 'amount'
  | 'currency'
  | 'bankReference'
  | 'capturedAt'
> & { payer: Payer | null }

async function makePayerKey(tx: Tx, { kind, id }: Payer): Promise<string> {
  const [row] = await tx<[{ key: string }]>`select risk_key(${kind}, ${id}) as key`
  return row.key
}

/** Returns false if the capture was already stored. */
export async function insertCapture(tx: Tx, { payer, ...capture }: NewCapture): Promise<boolean> {
  const paidBy = payer && {
    payer: await makePayerKey(tx, payer),
    payerShown: payer.shown,
    payerName: payer.name,
  }
  const { count } = await tx`
    insert into capture ${tx.values({ ...capture, ...paidBy })} on conflict (gateway, gateway_payment_id) do nothing`
  return count > 0
}

type Late = Pick<NewCapture, 'gateway' | 'gatewayPaymentId' | 'bankReference'>

/** Fills in the bank's reference, which some gateways learn only later. */
export async function updateBankReference(
  tx: Tx,
  { gateway, gatewayPaymentId, bankReference }: Late,
): Promise<void> {
  await tx`
    update capture set bank_reference = ${bankReference}
    where gateway = ${gateway} and gateway_payment_id = ${gatewayPaymentId} and bank_reference is null`
}

export async function selectPaymentOfCapture(
  tx: Tx,
  { gateway, gatewayPaymentId }: Pick<NewCapture, 'gateway' | 'gatewayPaymentId'>,
): Promise<string | null> {
  const [row] = await tx<{ paymentId: string }[]>`
    select payment_id from capture
    where gateway = ${gateway} and gateway_payment_id = ${gatewayPaymentId}`
  return row?.paymentId ?? null
}

type Settled = { id: string; as: SettledAs; now: Date }

export async function markSettled(tx: Tx, { id, as, now }: Settled): Promise<void> {
  await tx`update capture set settled_as = ${as}, settled_at = ${now} where id = ${id}`
}

/** True if a capture has paid for the order, by whichever payment attempt. */
export async function hasPaid(sql: Sql, orderId: string): Promise<boolean> {
  const [row] = await sql`
    select from capture join payment on payment.id = payment_id
    where order_id = ${orderId} and settled_as = 'order' limit 1`
  return row !== undefined
}

/** True if a payment for the order went to the wallet, because it came late, again or with another amount. */
export async function hasPaidWallet(sql: Sql | Tx, orderId: string): Promise<boolean> {
  const [row] = await sql`
    select from capture join payment on payment.id = payment_id
    where order_id = ${orderId} and settled_as in ('late', 'second', 'other amount') limit 1`
  return row !== undefined
}

export const erasePayersOf = (sql: Sql, userId: string) => sql`
  update capture set payer = null, payer_shown = null, payer_name = null
  where payer is not null and payment_id = any(array(select id from payment where user_id = ${userId}))`

/** Returns the number of erased payers. */
export async function eraseOldPayers(sql: Sql, before: Date, max: number): Promise<number> {
  const { count } = await sql`
    update capture set payer = null, payer_shown = null, payer_name = null where id = any(array(
      select id from capture where payer is not null and captured_at < ${before}
      order by captured_at limit ${max}))`
  return count
}
