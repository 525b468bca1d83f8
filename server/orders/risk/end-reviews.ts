import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { isReviewLate, selectLateReviews } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config'>

const HOUR_MS = 60 * 60_000
const BATCH = 100

/** Refunds orders that were held for review and that nobody has decided about in time. */
export async function endReviews(ctx: Deps): Promise<void> {
  const heldBefore = new Date(ctx.now().getTime() - ctx.config.reviewHours * HOUR_MS)
  for (const { orderId } of await selectLateReviews(ctx.sql, heldBefore, BATCH))
    await ctx.sql.begin((tx) => endReview(ctx, tx, { orderId, heldBefore }))
}

/** Checks again under the lock, because somebody may decide at this moment. */
async function endReview(
  ctx: Deps,
  tx: Tx,
  { orderId, heldBefore }: { orderId: string; heldBefore: Date },
): Promise<void> {
  await getLockedOrder(tx, orderId)
  if (!(await isReviewLate(tx, orderId, heldBefore))) return
  const reason = 'Our team couldn’t check this order in time'
  await endOrder(ctx, tx, { orderId, end: 'failed', reason })
}
