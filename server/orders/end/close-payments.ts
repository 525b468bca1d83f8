import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { listPaymentsOfOrder } from '#server/money/payments/captures.ts'

/**
 * Closes an order's open payment pages, because it needs no payment any more. If a gateway can't close its page, money
 * that still arrives goes to the wallet.
 */
export async function closeOpenPayments(tx: Tx, orderId: string): Promise<void> {
  for (const { id, state } of await listPaymentsOfOrder(tx, orderId))
    if (state === 'open') await enqueue(tx, 'close-payment', { paymentId: id })
}
