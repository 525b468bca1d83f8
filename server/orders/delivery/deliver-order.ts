import { MANUAL } from '#contract/catalogue/sources.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { beginRound } from './routing/begin-round.ts'
import { askPerson } from './conclude.ts'
import { findNext } from './routing/find-next.ts'
import { prepare, type DeliveryDeps } from './delivery-deps.ts'
import { holdRisky } from '#server/orders/risk/risk.ts'
import { selectPack } from './routing/routing-sql.ts'
import * as rows from './sql.ts'

type Order = Awaited<ReturnType<typeof getLockedOrder>>

/** Starts the delivery of a paid order: each product of its pack becomes a dispatch. A repeated job does nothing. */
export async function deliverOrder(
  ctx: DeliveryDeps,
  { orderId }: JobPayload<'deliver-order'>,
): Promise<void> {
  const prepared = await prepare(ctx)
  await ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    if (order.status !== 'processing' || order.heldFor) return
    if ((await rows.selectLegs(tx, orderId)).length > 0) return
    await begin(prepared, tx, order)
  })
}

async function begin(ctx: DeliveryDeps, tx: Tx, order: Order): Promise<void> {
  const { id: orderId } = order
  if (await holdRisky({ ...ctx, risk: await ctx.risk() }, tx, order)) return
  const { source, lookFirst } = await selectPack(tx, orderId)
  if (source === MANUAL) return
  if (lookFirst)
    return askPerson(ctx, tx, {
      orderId,
      why: 'it was unpaid in the backup, and may already be delivered',
    })
  const next = await findNext(ctx, tx, orderId)
  if (next) return beginRound(ctx, tx, order, next)
  await askPerson(ctx, tx, {
    orderId,
    why: 'its pack has no product at a source with an account',
  })
}
