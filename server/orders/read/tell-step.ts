import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellNews } from '#server/platform/db/news.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import {
  insertEvent,
  updateMessages,
  updateOrder,
  updateVersion,
} from '#server/orders/end/change-sql.ts'
import { subjectOf } from '#server/orders/end/end-order.ts'

type Clock = Pick<Context, 'now'>
type Step = { orderId: string; words: string }

/** Something has happened to an order that its customer reads in its timeline; its status stays. Its row is locked. */
export async function tellStep(tx: Tx, { now }: Clock, { orderId, words }: Step): Promise<void> {
  const { version, status } = await updateVersion(tx, orderId)
  const event = { orderId, number: version, status, message: words, userId: null, createdAt: now() }
  await insertEvent(tx, event)
  await tellNews(tx, subjectOf(orderId))
}

type Replacement = { orderId: string; beginning: string; words: string }

/** Takes out of a timeline what should not have been written there. */
export const replaceWords = (tx: Tx, replacement: Replacement) => updateMessages(tx, replacement)

/** A paid order waits: for its customer, to correct the player, or for a person of the shop. */
export async function holdOrder(
  tx: Tx,
  ctx: Clock,
  { orderId, heldFor, words }: Step & { heldFor: 'player' | 'person' },
): Promise<void> {
  await updateOrder(tx, orderId, { heldFor, heldAt: ctx.now() })
  if (heldFor === 'player') await enqueue(tx, 'send-order-mail', { orderId, news: 'held' })
  await tellStep(tx, ctx, { orderId, words })
}

type Claim = { orderId: string; claimedBy: string | null; now: Date }

/** Who of the shop looks after it; null lets go of it. Its row is locked. */
export const keepClaim = (tx: Tx, { orderId, claimedBy, now }: Claim) =>
  updateOrder(tx, orderId, { claimedBy, claimedAt: claimedBy ? now : null })

type Correction = Step & { playerId: string; zoneId: string; playerName: string }

/** It waits no longer: it is for another player now. */
export async function correctOrder(
  tx: Tx,
  ctx: Clock,
  { orderId, words, ...player }: Correction,
): Promise<void> {
  await updateOrder(tx, orderId, {
    ...player,
    heldFor: null,
    heldAt: null,
    correctedAt: ctx.now(),
  })
  await tellStep(tx, ctx, { orderId, words })
}
