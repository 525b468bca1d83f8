import type * as contract from '#contract/orders/deliveries.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { getOrder, refuseStranger } from '#server/orders/read/find-order.ts'
import { correctOrder } from '#server/orders/end/tell-step.ts'
import { checkOtherPlayer } from '#server/orders/players/players.ts'
import { beginDispatches } from './dispatches/begin-dispatches.ts'
import { refuseDearer } from './routing/refuse-dearer.ts'
import * as rows from './sql.ts'
import { STEPS } from './words.ts'

type Own = { id: string; userId: string }

/**
 * Checks the new player first if the supplier can be asked. A customer who mistypes again learns it at once and can
 * retry.
 */
export const correctPlayer: Handler<typeof contract.correctPlayer> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const { id, playerId, zoneId } = input
  const own = { id, userId: caller.id }
  const order = await getOrder(ctx.sql, own)
  if (order.heldFor !== 'player') throw new Refusal('NOT_HELD')
  await refuseDearer(ctx, order, caller)
  const sent = { playerId, zoneId, gameSlug: order.gameId.gameSlug, itemSlug: '' }
  const { name, ...player } = await checkOtherPlayer(ctx, sent, caller, visit)
  return ctx.sql.begin(async (tx) => {
    await lockHeld(tx, own)
    const corrected = { orderId: id, ...player, playerName: name, words: STEPS.corrected }
    await correctOrder(ctx, tx, corrected)
    await sendAgain(tx, id, { ...player, createdAt: ctx.now() })
    return getOrder(tx, own)
  })
}

export const takeRefund: Handler<typeof contract.takeRefund> = (ctx, { id }, caller) =>
  ctx.sql.begin(async (tx) => {
    const own = { id, userId: caller.id }
    await lockHeld(tx, own)
    await endOrder(ctx, tx, { orderId: id, end: 'refunded', reason: STEPS.refunded })
    return getOrder(tx, own)
  })

/** Locks the caller's held order. Another customer's order is reported as missing. */
async function lockHeld(tx: Tx, { id, userId }: Own): Promise<void> {
  const order = await getLockedOrder(tx, id)
  await refuseStranger(tx, userId, order)
  if (order.status !== 'processing' || order.heldFor !== 'player') throw new Refusal('NOT_HELD')
}

type Player = { playerId: string; zoneId: string; createdAt: Date }

/** Sends the whole pack again, because no part of it was delivered. */
async function sendAgain(tx: Tx, orderId: string, player: Player): Promise<void> {
  const legs = await rows.selectLegs(tx, orderId)
  const { supplier, game, region } = legs[0]!
  const products = legs.map(({ leg, attempt, productId }) => ({
    leg,
    attempt: attempt + 1,
    productId,
  }))
  const chosen = 'Same source as before, for the corrected player'
  await beginDispatches(tx, { orderId, supplier, game, region, chosen, ...player, products })
}
