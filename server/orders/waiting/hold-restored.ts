import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { dropJobs } from '#server/platform/jobs/jobs.ts'
import { holdOrder } from '#server/orders/end/tell-step.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { lockUnderWay, markLookFirst, markReviewsLookFirst } from './waiting-sql.ts'
import { STEPS } from '#server/orders/delivery/words.ts'

/**
 * Holds all orders that were under way in a restored backup. They may have been delivered since, under references that
 * this shop does not know. Nothing is sent or concluded automatically, and a person checks the books of the supplier.
 * Unpaid orders are treated the same once they are paid. Returns how many there are of each.
 */
export async function holdRestored(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
): Promise<{ held: number; unpaid: number }> {
  await dropJobs(tx, ['deliver-order', 'send-dispatch', 'trace-dispatch'])
  const orders = await lockUnderWay(tx)
  for (const { id: orderId, heldFor } of orders) {
    for (const dispatch of await rows.selectLegs(tx, orderId))
      if (!dispatch.endedAt) await keepStill(tx, dispatch, ctx.now())
    if (heldFor !== 'person')
      await holdOrder(ctx, tx, { orderId, heldFor: 'person', words: STEPS.person })
  }
  await markReviewsLookFirst(tx)
  return { held: orders.length, unpaid: await markLookFirst(tx) }
}

/** Marks a dispatch as sent but schedules no questions about it: a person decides what became of it. */
const keepStill = (tx: Tx, { id, sentAt, firstSentAt }: rows.DispatchRow, now: Date) =>
  rows.updateDispatch(tx, id, {
    state: 'sent',
    sentAt: sentAt ?? now,
    firstSentAt: firstSentAt ?? now,
    traceAt: null,
  })
