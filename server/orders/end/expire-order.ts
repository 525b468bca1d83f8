import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { askNow } from '#server/money/payments/ask-payment.ts'
import { listPaymentsOfOrder } from '#server/money/payments/captures.ts'
import { isLookedAtFirst, lockOrder } from './change-sql.ts'
import { endOrder } from './end-order.ts'
import { selectOrder } from '#server/orders/read/list-sql.ts'
import { selectUnsettled } from './payment-sql.ts'
import { settleOrderPayment } from './settle-order-payment.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'gateways'>

/**
 * Cancels an order that was not paid in time, which frees its stock and coupon. The gateway is asked once more first.
 * If it doesn't answer, the order ends anyway, and money that shows up later goes to the wallet. Only an order from a
 * restored backup waits for the answer, because it may have been delivered for that money.
 */
export async function expireOrder(
  ctx: Deps,
  { orderId }: JobPayload<'expire-order'>,
): Promise<void> {
  const order = await selectOrder(ctx.sql, orderId)
  if (order?.status !== 'pending') return
  const payments = await listPaymentsOfOrder(ctx.sql, orderId)
  const mustKnow = await isLookedAtFirst(ctx.sql, orderId)
  await Promise.all(payments.map(({ id }) => (mustKnow ? askNow(ctx, id) : askOnce(ctx, id))))
  for (let isEnded = false; !isEnded;) {
    for (const captureId of await selectUnsettled(ctx.sql, orderId))
      await settleOrderPayment(ctx, { captureId })
    isEnded = await endUnpaid(ctx, orderId)
  }
}

async function askOnce(ctx: Deps, paymentId: string): Promise<void> {
  try {
    await askNow(ctx, paymentId)
  } catch (error) {
    ctx.log.warn({ err: error, paymentId }, 'order expires without a final answer from its gateway')
  }
}

/** False if money for the order has arrived at this moment and must be settled first. */
const endUnpaid = (ctx: Pick<Context, 'sql' | 'now' | 'log'>, orderId: string): Promise<boolean> =>
  ctx.sql.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.status !== 'pending') return true
    if ((await selectUnsettled(tx, orderId)).length > 0) return false
    await endOrder(ctx, tx, {
      orderId,
      end: 'cancelled',
      reason: 'The order wasn’t paid in time',
      isQuiet: true, // the customer left it unpaid, and knows
    })
    return true
  })
