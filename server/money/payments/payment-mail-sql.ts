import type { Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { SettledAs } from './capture-sql.ts'

export type PaymentMailRow = {
  amount: number
  currency: string
  askedAmount: number
  askedCurrency: Currency
  settledAs: SettledAs | null
  purpose: 'order' | 'top-up'
  reference: string
  bankReference: string | null
  gatewayPaymentId: string
  gateway: GatewayName
  invoice: string | null
  fullName: string
  email: string | null
  orderId: string | null
  isUnclaimed: boolean // of a guest whose email nobody has proven
}

export async function selectPaymentMail(
  sql: Sql,
  captureId: string,
): Promise<PaymentMailRow | null> {
  const [row] = await sql<PaymentMailRow[]>`
    select capture.amount, capture.currency, payment.amount as asked_amount,
      payment.asked_currency, capture.settled_as, payment.purpose,
      payment.reference, capture.bank_reference, capture.gateway_payment_id, payment.gateway, orders.invoice,
      users.full_name, users.email, payment.order_id,
      users.is_guest and users.claimed_by is null as is_unclaimed
    from capture
    join payment on payment.id = capture.payment_id
    join users on users.id = payment.user_id
    left join orders on orders.id = payment.order_id
    where capture.id = ${captureId}`
  return row ?? null
}
