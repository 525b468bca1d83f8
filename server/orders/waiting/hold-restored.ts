import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { dropJobs } from '#server/platform/jobs/jobs.ts'
import { holdOrder } from '#server/orders/read/tell-step.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { lockUnderWay, markLookFirst } from './waiting-sql.ts'
import { STEPS } from '#server/orders/delivery/words.ts'

/**
 * The shop is an older one again. What was on its way then may have been delivered since, under references that nobody here knows:
 * nothing of it is sent or concluded by itself, and a person looks into the provider's books. So it is with what waited for its
 * payment, as soon as that is there. Answers how many there are of each.
 */
export async function holdRestored(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
): Promise<{ held: number; unpaid: number }> {
  await dropJobs(tx, ['deliver-order', 'send-parcel', 'trace-parcel'])
  const orders = await lockUnderWay(tx)
  for (const { id: orderId, heldFor } of orders) {
    for (const parcel of await rows.selectLegs(tx, orderId))
      if (!parcel.endedAt) await keepStill(tx, parcel, ctx.now())
    if (heldFor !== 'person')
      await holdOrder(tx, ctx, { orderId, heldFor: 'person', words: STEPS.person })
  }
  return { held: orders.length, unpaid: await markLookFirst(tx) }
}

/** As one that was sent: a person says what became of it. */
const keepStill = (tx: Tx, { id, sentAt, firstSentAt }: rows.ParcelRow, now: Date) =>
  rows.updateParcel(tx, id, {
    state: 'sent',
    sentAt: sentAt ?? now,
    firstSentAt: firstSentAt ?? now,
    traceAt: null,
  })
