import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { listPaymentsOfOrder } from '#server/money/payments/captures.ts'

/** So that nobody pays for what needs no payment any more. Where a gateway cannot close its page, such money goes to the wallet. */
export async function closeOpenPayments(tx: Tx, orderId: string): Promise<void> {
  for (const { id, state } of await listPaymentsOfOrder(tx, orderId))
    if (state === 'open') await enqueue(tx, 'close-payment', { paymentId: id })
}
