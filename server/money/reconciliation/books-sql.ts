import type { Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

type Window = { gateway: GatewayName; from: Date; to: Date }

/** Payments begun, captured or paid back between two moments, and those with a payout still on its way. */
export const selectPaymentsOf = (sql: Sql, { gateway, from, to }: Window) => sql<{ id: string }[]>`
  select id from payment where gateway = ${gateway} and created_at >= ${from} and created_at < ${to}
  union
  select payment_id from capture where gateway = ${gateway} and captured_at >= ${from} and captured_at < ${to}
  union
  select payment_id from payout join capture on capture.id = capture_id
  where gateway = ${gateway} and payout.created_at >= ${from} and payout.created_at < ${to}
  union
  select payment_id from payout join capture on capture.id = capture_id
  where gateway = ${gateway} and state = 'asked'`

/**
 * Payments from before two moments that gateway events between them mention. A refund in the gateway's dashboard is told
 * at any age.
 */
export const selectOlderMentioned = (sql: Sql, { gateway, from, to }: Window) => sql<
  { id: string }[]
>`
  with told as (
    select unnest(mentioned) as name from gateway_event
    where gateway = ${gateway} and received_at >= ${from} and received_at < ${to}
  )
  select payment.id from told join payment on payment.reference = name
  where gateway = ${gateway} and created_at < ${from}
  union
  select payment_id from told join capture on gateway_payment_id = name
  where gateway = ${gateway} and captured_at < ${from}`

/** Finds the payments that names belong to: references of payments and payouts, and the gateway's own ids. */
export const selectPaymentsNamed = (sql: Sql, gateway: GatewayName, names: string[]) => sql<
  { id: string; name: string }[]
>`
  select id, reference as name from payment where gateway = ${gateway} and reference = any(${names})
  union
  select payment_id, gateway_payment_id from capture
  where gateway = ${gateway} and gateway_payment_id = any(${names})
  union
  select payment_id, payout.reference from payout join capture on capture.id = capture_id
  where gateway = ${gateway} and payout.reference = any(${names})`

export type OurPayment = {
  id: string
  reference: string
  gateway: GatewayName
  gatewayId: string | null
  purpose: 'order' | 'top-up'
  amount: number
  currency: Currency
  state: 'open' | 'paid' | 'failed'
}

export const selectOurPayments = (sql: Sql, ids: string[]) => sql<OurPayment[]>`
  select id, reference, gateway, gateway_id, purpose, amount, asked_currency as currency, state from payment
  where id = any(${ids}::uuid[]) order by created_at, id`

export type OurCapture = {
  id: string
  gatewayPaymentId: string
  amount: number
  currency: string
  isSettled: boolean
  capturedAt: Date
}

export const selectOurCaptures = (sql: Sql, paymentId: string) => sql<OurCapture[]>`
  select id, gateway_payment_id, amount, currency, settled_at is not null as is_settled, captured_at
  from capture where payment_id = ${paymentId} order by captured_at, id`

export const selectPayoutsOf = (sql: Sql, captureId: string) => sql<{ id: string }[]>`
  select id from payout where capture_id = ${captureId} order by created_at, id`

type Unsent = { reference: string; gateway: GatewayName; amount: number; currency: string }

export const selectUnsentPayouts = (tx: Tx, before: Date) => tx<Unsent[]>`
  select payout.reference, gateway, payout.amount, capture.currency from payout join capture on capture.id = capture_id
  where state = 'asked' and payout.created_at < ${before} and sent_at is null order by payout.created_at`
