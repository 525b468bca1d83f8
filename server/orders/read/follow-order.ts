import type * as contract from '#contract/orders/orders.ts'
import { followUpdates } from '#server/platform/db/follow-updates.ts'
import { isAtWork } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getOrder } from './find-order.ts'

/** The subject of an order's live updates. */
export const subjectOf = (orderId: string) => `order ${orderId}`

/** Sends the whole order at each change. */
export const followOrder: Handler<typeof contract.followOrder> = (
  ctx,
  { id },
  caller,
  { gone },
) => {
  const sought = isAtWork(caller, 'orders') ? { id, reader: caller } : { id, userId: caller.id }
  return followUpdates(ctx, {
    subject: subjectOf(id),
    gone,
    read: () => getOrder(ctx.sql, sought),
    isOver: ({ endedAt }) => endedAt !== null,
  })
}
