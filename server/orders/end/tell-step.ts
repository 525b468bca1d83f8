import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { insertEvent, updateMessages, updateOrder, updateVersion } from './change-sql.ts'
import { subjectOf } from '#server/orders/read/follow-order.ts'

type Clock = Pick<Context, 'now'>
type Step = { orderId: string; words: string }

/** Adds a message to the timeline of an order, whose status stays. The caller has locked its row. */
export async function tellStep({ now }: Clock, tx: Tx, { orderId, words }: Step): Promise<void> {
  const { version, status } = await updateVersion(tx, orderId)
  const event = { orderId, number: version, status, message: words, userId: null, createdAt: now() }
  await insertEvent(tx, event)
  await tellFollowers(tx, subjectOf(orderId))
}

type Replacement = { orderId: string; beginning: string; words: string }

/** Replaces timeline messages that should not have been written. */
export const replaceWords = (tx: Tx, replacement: Replacement) => updateMessages(tx, replacement)

/** Holds a paid order, for its customer to correct the player or for a person of the shop. */
export async function holdOrder(
  ctx: Clock,
  tx: Tx,
  { orderId, heldFor, words }: Step & { heldFor: 'player' | 'person' },
): Promise<void> {
  await updateOrder(tx, orderId, { heldFor, heldAt: ctx.now() })
  if (heldFor === 'player') await enqueue(tx, 'send-order-mail', { orderId, news: 'held' })
  await tellStep(ctx, tx, { orderId, words })
}

/** Ends the hold of an order that its customer did not have to correct. */
export async function releaseOrder(ctx: Clock, tx: Tx, step: Step): Promise<void> {
  await updateOrder(tx, step.orderId, {
    heldFor: null,
    heldAt: null,
    claimedBy: null,
    claimedAt: null,
  })
  await tellStep(ctx, tx, step)
}

type Claim = { orderId: string; claimedBy: string | null; now: Date }

/** Sets who of the staff looks after an order; null releases it. The caller has locked its row. */
export const keepClaim = (tx: Tx, { orderId, claimedBy, now }: Claim) =>
  updateOrder(tx, orderId, { claimedBy, claimedAt: claimedBy ? now : null })

type Correction = Step & { playerId: string; zoneId: string; playerName: string }

/** Sets the corrected player and ends the hold. */
export async function correctOrder(
  ctx: Clock,
  tx: Tx,
  { orderId, words, ...player }: Correction,
): Promise<void> {
  await updateOrder(tx, orderId, {
    ...player,
    heldFor: null,
    heldAt: null,
    correctedAt: ctx.now(),
  })
  await tellStep(ctx, tx, { orderId, words })
}
