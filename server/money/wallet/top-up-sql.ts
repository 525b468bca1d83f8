import type { Sql, Tx } from '#server/platform/db/db.ts'

// The payments module writes payments. This module only reads them.

type CreditedRow = {
  amount: number
  bankReference: string | null
  gatewayPaymentId: string
  settledAt: Date
}

/** The part of a payment already credited to the wallet. */
export const selectCredited = (sql: Sql, paymentId: string) => sql<CreditedRow[]>`
  select amount, bank_reference, gateway_payment_id, settled_at from capture
  where payment_id = ${paymentId} and settled_as in ('top-up', 'other amount')
  order by settled_at, id`

/** True if a person has an open page to add money, or money that is not booked yet. */
export async function hasMoneyComing(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    select from payment
    where user_id = ${userId} and (
      (purpose = 'top-up' and state = 'open' and expires_at > ${now})
      or exists (select from capture where payment_id = payment.id and settled_as is null))
    limit 1`
  return rows.length > 0
}
