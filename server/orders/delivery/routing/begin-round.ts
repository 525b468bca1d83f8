import type { Tx } from '#server/platform/db/db.ts'
import { tellStep } from '#server/orders/end/tell-step.ts'
import { beginDispatches } from '#server/orders/delivery/dispatches/begin-dispatches.ts'
import { findNext, type Next } from './find-next.ts'
import type { DeliveryDeps } from '#server/orders/delivery/delivery-deps.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { STEPS } from '#server/orders/delivery/words.ts'

type Order = { id: string; playerId: string; zoneId: string; heldFor: string | null }

/** Starts sending the whole pack to one supplier. No part of it may be under way or delivered at this point. */
export function beginRound(
  ctx: DeliveryDeps,
  tx: Tx,
  { id: orderId, playerId, zoneId }: Order,
  { attempt, words, candidate }: Next,
): Promise<void> {
  const { source: supplier, game, region, products } = candidate
  if (attempt > 1) {
    const entry = { orderId, supplier, attempt, chosen: words }
    tx.afterCommit(() => ctx.log.info(entry, 'delivery moves to another source'))
  }
  return beginDispatches(tx, {
    orderId,
    supplier,
    game,
    region,
    playerId,
    zoneId,
    chosen: words,
    createdAt: ctx.now(),
    products: products.map((productId, index) => ({ leg: index + 1, attempt, productId })),
  })
}

/**
 * Moves an order to another supplier after its supplier has definitely refused and delivered nothing. Orders held for a
 * person are left to that person. An order that waited for a supplier that was down does not wait for a second one.
 */
export async function goElsewhere(
  ctx: DeliveryDeps,
  tx: Tx,
  order: Order,
  reason: rows.Reason,
): Promise<boolean> {
  if (reason === 'player' || order.heldFor) return false
  const next = await findNext(ctx, tx, order.id)
  if (!next || (reason === 'down' && next.candidate.downSince)) return false
  await tellStep(ctx, tx, { orderId: order.id, words: STEPS.elsewhere })
  await beginRound(ctx, tx, order, next)
  return true
}

/** True if the order can move to another supplier at once instead of waiting for this one. */
export async function mayGoElsewhere(ctx: DeliveryDeps, tx: Tx, order: Order): Promise<boolean> {
  if (order.heldFor) return false
  const legs = await rows.selectLegs(tx, order.id)
  if (legs.some(({ state }) => state === 'delivered')) return false
  return (await findNext(ctx, tx, order.id))?.isGood ?? false
}
