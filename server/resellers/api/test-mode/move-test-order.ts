import { NEXT_STATUS } from '#contract/orders/order-status.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { tellTestOrder } from './place-test-order.ts'
import * as rows from './test-sql.ts'

/**
 * Does to a test order what a supplier would do. The moves are those of any order, and a move that is no longer
 * possible changes nothing.
 */
export async function moveTestOrder(
  ctx: Pick<Context, 'sql' | 'now'>,
  { orderId, to }: JobPayload<'move-test-order'>,
): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const order = await rows.lockTestOrder(tx, orderId)
    if (!order) return // the reseller has deleted the test data
    const moves: readonly string[] = NEXT_STATUS[order.status]
    const isPossible =
      to === 'held' ? order.status === 'processing' && !order.heldFor : moves.includes(to)
    if (!isPossible) return
    const [now, version, status] = [ctx.now(), order.version + 1, to === 'held' ? order.status : to]
    await rows.updateTestOrder(tx, orderId, {
      status,
      version,
      heldFor: to === 'held' ? 'person' : null,
      ...(to === 'held' ? {} : { endedAt: now }),
      ...(to === 'failed' ? { refundedAt: now } : {}),
    })
    const { userId, currency, amount, invoice } = order
    if (to === 'failed' && amount > 0) {
      await rows.lockTestWallet(tx, userId)
      const refund = { userId, currency, amount, utr: invoice, orderId, now }
      await rows.insertLine(tx, { ...refund, kind: 'refund' })
    }
    const type = to === 'held' ? 'order.updated' : (`order.${to}` as const)
    await tellTestOrder(tx, { id: orderId, userId, isTest: true, version, type, now })
  })
}
