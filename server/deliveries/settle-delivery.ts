import type * as contract from '#contract/deliveries.ts'
import { recordAction } from '#server/audit/audit.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { endOrder, getLockedOrder } from '#server/orders/end-order.ts'
import { getOrder } from '#server/orders/find-order.ts'
import * as rows from './sql.ts'

type Handle = Handlers<typeof contract>

/** The whole order ends as a person says: with the pack, or with the money back. What is heard later changes nothing. */
export const settleDelivery: Handle['settleDelivery'] = (ctx, wish, caller, visit) =>
  ctx.sql.begin(async (tx) => {
    const { id, outcome, note } = wish
    const order = await getLockedOrder(tx, id)
    const open = (await rows.selectLegs(tx, id)).filter(({ endedAt }) => !endedAt)
    if (order.status !== 'processing' || (open.length === 0 && !order.heldFor))
      throw new Refusal('NOT_HELD')
    for (const parcel of open) await settle(ctx, tx, parcel, outcome)
    const end = outcome === 'delivered' ? 'completed' : 'failed'
    await endOrder(ctx, tx, { orderId: id, end, callerId: caller.id })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'settle delivery',
      subject: `order ${id}`,
      before: { status: order.status, parcels: open.map(({ reference }) => reference) },
      after: { status: end, outcome, note },
      now: ctx.now(),
    })
    return getOrder(tx, { id })
  })

async function settle(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { id, firstSentAt, sentAt }: rows.ParcelRow,
  outcome: 'delivered' | 'refused',
): Promise<void> {
  const endedAt = now()
  const sent = { sentAt: sentAt ?? endedAt, firstSentAt: firstSentAt ?? endedAt }
  await rows.updateParcel(tx, id, {
    state: outcome,
    endedAt,
    traceAt: null,
    words: 'Settled by a person',
    ...(outcome === 'refused' ? { reason: 'other' } : sent),
  })
}
