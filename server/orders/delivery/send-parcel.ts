import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, type Tx } from '#server/platform/db/db.ts'
import type { Dispatch } from '#server/suppliers/adapters/provider.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { tellStep } from '#server/orders/read/tell-step.ts'
import { mayAsk } from '#server/suppliers/accounts/health.ts'
import { mayGoElsewhere } from './begin-round.ts'
import { askPerson, dropParcel } from './conclude.ts'
import { firstTrace } from './decide.ts'
import { prepare, type DeliveryDeps } from './delivery-deps.ts'
import { recordDispatch, tryLater, type DispatchAnswer } from './record-dispatch.ts'
import * as rows from './sql.ts'
import { toParcel } from './to-parcel.ts'
import { STEPS } from './words.ts'

/**
 * Sends a parcel. It is marked as sent first, so that only one node sends it. If that node stops midway, the supplier
 * is asked about the parcel.
 */
export async function sendParcel(
  deps: DeliveryDeps,
  { parcelId }: JobPayload<'send-parcel'>,
): Promise<void> {
  const ctx = await prepare(deps)
  const parcel = await mark(ctx, parcelId)
  if (!parcel) return
  const dispatch = await deliver(ctx, parcel)
  await recordSurely(deps, { parcel, dispatch, by: 'sending' })
}

/** Marks a parcel as sent. Null if it is already under way, is no longer needed or can't be sent now. */
const mark = (ctx: DeliveryDeps, id: string): Promise<rows.ParcelRow | null> =>
  ctx.sql.begin(async (tx) => {
    const seen = await rows.selectParcel(tx, id)
    if (seen?.state !== 'ready') return null
    const order = await getLockedOrder(tx, seen.orderId)
    const parcel = (await rows.selectParcel(tx, id))!
    if (parcel.state !== 'ready') return null
    if (order.status !== 'processing') {
      await dropParcel(ctx, tx, id)
      return null
    }
    const hasAccount = Boolean((await ctx.providers())[parcel.provider])
    if (!hasAccount && (parcel.isAgain || !(await mayGoElsewhere(ctx, tx, order)))) {
      await askPerson(ctx, tx, { orderId: order.id, why: `no account with ${parcel.provider}` })
      return null
    }
    if (hasAccount && (await mayGo(ctx, tx, parcel))) return markSent(ctx, tx, parcel)
    await keepBack(ctx, tx, { parcel, order })
    return null
  })

/** Allows every repeat: its supplier is up, as it has just answered that it doesn't know the parcel. */
const mayGo = async (
  ctx: DeliveryDeps,
  tx: Tx,
  { provider, isAgain }: rows.ParcelRow,
): Promise<boolean> => isAgain || (await mayAsk(ctx, tx, provider))

type KeptBack = { parcel: rows.ParcelRow; order: Awaited<ReturnType<typeof getLockedOrder>> }

/**
 * Counts the parcel as not sent, because its supplier is down or the shop has no account there. The time limit for
 * retries counts from the first attempt, sent or not.
 */
async function keepBack(ctx: DeliveryDeps, tx: Tx, { parcel, order }: KeptBack): Promise<void> {
  const now = ctx.now()
  const since = { firstSentAt: parcel.firstSentAt ?? now, sentAt: parcel.sentAt ?? now }
  await rows.updateParcel(tx, parcel.id, since)
  const kept = { parcel: { ...parcel, ...since }, order, isFirst: parcel.firstSentAt === null }
  await tryLater(ctx, tx, kept, 'Not sent: its source isn’t taking orders right now')
}

async function markSent(
  ctx: DeliveryDeps,
  tx: Tx,
  parcel: rows.ParcelRow,
): Promise<rows.ParcelRow> {
  const now = ctx.now()
  const sent = {
    state: 'sent',
    tries: parcel.tries + 1,
    firstSentAt: parcel.firstSentAt ?? now,
    sentAt: now,
    lostAt: null,
  } as const
  await rows.updateParcel(tx, parcel.id, { ...sent, traceAt: firstTrace(now) })
  if (parcel.tries === 0 && parcel.leg === 1)
    await tellStep(ctx, tx, { orderId: parcel.orderId, words: STEPS.sent })
  // `firstSentAt` stays null at the first try: nothing has been sent under this reference yet.
  return { ...parcel, ...sent, firstSentAt: parcel.tries > 0 ? parcel.firstSentAt : null }
}

async function deliver(ctx: DeliveryDeps, parcel: rows.ParcelRow): Promise<Dispatch | null> {
  const { provider, reference, orderId } = parcel
  try {
    const { [provider]: company } = await ctx.providers()
    return await company!.deliver(toParcel(ctx, parcel))
  } catch (error) {
    ctx.log.warn({ err: error, orderId, provider, reference }, 'delivery outcome unknown')
    return null
  }
}

const WRITE_FOR_MS = 15_000
const WRITE_WAIT_MS = 500

/**
 * Retries while the database is away. A lost answer would have to be asked for, and not every supplier can be asked.
 */
async function recordSurely(ctx: DeliveryDeps, heard: DispatchAnswer): Promise<void> {
  for (const end = Date.now() + WRITE_FOR_MS; ; await sleep(WRITE_WAIT_MS))
    try {
      return await recordDispatch(ctx, heard)
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > end) throw error
    }
}
