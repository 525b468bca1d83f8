import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { holdOrder, tellStep } from '#server/orders/end/tell-step.ts'
import { enqueueSend } from './dispatches/begin-dispatches.ts'
import { goElsewhere } from './routing/begin-round.ts'
import { countCodes } from '#server/orders/codes/code-sql.ts'
import { decide } from './decide.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import * as rows from './sql.ts'
import { CODE_READY } from '#server/orders/codes/codes.ts'
import { partOf, reasonInWords, STEPS } from './words.ts'

type Held = {
  id: string
  status: string
  correctedAt: Date | null
  heldFor: string | null
  playerId: string
  zoneId: string
}

/**
 * Moves an order on after one of its dispatches changed. Runs in the transaction that locked the order and changed the
 * dispatch.
 */
export async function conclude(ctx: DeliveryDeps, tx: Tx, order: Held): Promise<void> {
  if (order.status !== 'processing') return
  const { id: orderId } = order
  const legs = await rows.selectLegs(tx, orderId)
  const verdict = decide(legs, { mayCorrect: order.correctedAt === null })
  if (verdict.is === 'wait') return
  if (verdict.is === 'send') {
    if (verdict.delivered > 0)
      await tellStep(ctx, tx, { orderId, words: partOf(verdict.delivered, legs.length) })
    return enqueueSend(tx, verdict.id, ctx.now())
  }
  if (verdict.is === 'completed')
    return endOrder(ctx, tx, { orderId, end: 'completed', ...(await tellCode(tx, orderId)) })
  for (const { id, state } of legs) if (state === 'ready') await dropDispatch(ctx, tx, id)
  if (verdict.is === 'wrong player')
    return holdOrder(ctx, tx, { orderId, heldFor: 'player', words: STEPS.player })
  if (verdict.is === 'part')
    return holdOrder(ctx, tx, { orderId, heldFor: 'person', words: STEPS.part })
  if (await goElsewhere(ctx, tx, order, verdict.reason)) return
  await endOrder(ctx, tx, { orderId, end: 'failed', reason: reasonInWords(verdict.reason) })
}

/** Timeline text of a delivered order that has a code. */
export const tellCode = async (tx: Tx, orderId: string): Promise<{ reason?: string }> =>
  (await countCodes(tx, orderId)) > 0 ? { reason: CODE_READY } : {}

/** Gives up a dispatch that is not under way and is no longer needed. */
export const dropDispatch = (ctx: Pick<Context, 'now'>, tx: Tx, id: string) =>
  rows.updateDispatch(tx, id, {
    state: 'refused',
    reason: 'not wanted',
    endedAt: ctx.now(),
    traceAt: null,
  })

/** Holds the order for a person, unless it is already held. */
export async function askPerson(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  { orderId, why }: { orderId: string; why: string },
): Promise<void> {
  const { status, heldFor } = await getLockedOrder(tx, orderId)
  if (status !== 'processing' || heldFor) return
  await holdOrder(ctx, tx, { orderId, heldFor: 'person', words: STEPS.person })
  tx.afterCommit(() => ctx.log.warn({ orderId, why }, 'delivery waits for a person'))
}
