import type { Tx } from '#server/platform/db/db.ts'
import type { Dispatch } from '#server/suppliers/adapters/provider.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { tellStep } from '#server/orders/read/tell-step.ts'
import { noteShort } from '#server/suppliers/accounts/balances.ts'
import { noteAnswered, noteFailed } from '#server/suppliers/accounts/health.ts'
import { alertContradiction } from './alert-contradiction.ts'
import { enqueueSend } from './begin-parcels.ts'
import { mayGoElsewhere } from './begin-round.ts'
import { askPerson, conclude } from './conclude.ts'
import { keepCodes } from '#server/orders/codes/codes.ts'
import { after, judgeUnheard, mayBeOnItsWay, nextTry } from './decide.ts'
import { prepare, type DeliveryDeps } from './delivery-deps.ts'
import * as rows from './sql.ts'
import { toParcel } from './to-parcel.ts'
import { STEPS, toText } from './words.ts'

const MINUTE = 60_000

/** An answer about a parcel, with the parcel as it was when the request began. */
export type DispatchAnswer = {
  parcel: rows.ParcelRow
  by: 'sending' | 'asking'
  dispatch: Dispatch | null // null when there was no answer
}

type DispatchRecord = DispatchAnswer & { order: Awaited<ReturnType<typeof getLockedOrder>> }

/**
 * Records an answer about a parcel; the first final answer counts. From an earlier try, only the news of a delivery
 * counts.
 */
export async function recordDispatch(deps: DeliveryDeps, heard: DispatchAnswer): Promise<void> {
  const ctx = await prepare(deps)
  await ctx.sql.begin(async (tx) => {
    const { dispatch } = heard
    const order = await getLockedOrder(tx, heard.parcel.orderId)
    await noteHealth(ctx, tx, heard)
    const parcel = (await rows.selectParcel(tx, heard.parcel.id))!
    const now = { ...heard, parcel, order }
    const isEnd = dispatch?.is === 'delivered' || dispatch?.is === 'refused'
    if (parcel.endedAt && isEnd && dispatch.is !== parcel.state)
      await noteContradiction(ctx, tx, { parcel, order, heard: dispatch.is })
    if (parcel.endedAt) return
    if (dispatch?.is === 'delivered') return deliver(ctx, tx, now, dispatch)
    if (parcel.state !== 'sent' || parcel.tries !== heard.parcel.tries) return
    await record(ctx, tx, now)
  })
}

/**
 * Updates the supplier's health from the answers to orders. Answers to later questions don't show whether it takes
 * orders.
 */
async function noteHealth(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, by, dispatch }: DispatchAnswer,
): Promise<void> {
  if (by === 'asking') return
  if (dispatch && dispatch.is !== 'not sent') return noteAnswered(ctx, tx, parcel.provider)
  if (parcel.tries === 1) await noteFailed(ctx, tx, parcel.provider)
}

async function record(ctx: DeliveryDeps, tx: Tx, now: DispatchRecord): Promise<void> {
  const { dispatch } = now
  if (dispatch?.is === 'refused') return refuse(ctx, tx, now, dispatch)
  if (dispatch?.is === 'pending') await keepWaiting(ctx, tx, now, dispatch)
  else if (dispatch?.is === 'unheard') await judge(ctx, tx, now)
  else if (dispatch?.is === 'not sent' && now.by === 'sending' && !now.parcel.isAgain)
    return tryLater(ctx, tx, { ...now, isFirst: isFirstTry(now.parcel) }, dispatch.words)
  else if (now.by === 'sending') await lose(ctx, tx, now)
  await askPersonInTime(ctx, tx, now)
}

type Of<Is extends Dispatch['is']> = Extract<Dispatch, { is: Is }>

async function deliver(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, order }: DispatchRecord,
  { providerOrderId, words, cost, codes }: Of<'delivered'>,
): Promise<void> {
  await rows.updateParcel(tx, parcel.id, {
    state: 'delivered',
    providerOrderId: providerOrderId ?? parcel.providerOrderId,
    words: toText(words),
    cost: cost?.amount ?? null,
    costCurrency: cost?.currency ?? null,
    endedAt: ctx.now(),
    traceAt: null,
  })
  if (codes) await keepCodes(ctx, tx, { orderId: order.id, parcelId: parcel.id, codes })
  if (order.status !== 'processing')
    await noteContradiction(ctx, tx, { parcel, order, heard: 'delivered' })
  await conclude(ctx, tx, order)
}

type Refusal = { why: rows.Reason; words: string; providerOrderId: string | null }

async function refuse(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, order }: Pick<DispatchRecord, 'parcel' | 'order'>,
  { why, words, providerOrderId }: Refusal,
): Promise<void> {
  await rows.updateParcel(tx, parcel.id, {
    state: 'refused',
    reason: why,
    providerOrderId: providerOrderId ?? parcel.providerOrderId,
    words: toText(words),
    endedAt: ctx.now(),
    traceAt: null,
  })
  const { provider, reference } = parcel
  if (why === 'balance') await noteShort(ctx, tx, provider)
  const told = { orderId: order.id, provider, reference, why, words }
  tx.afterCommit(() => ctx.log.warn(told, 'delivery refused'))
  await conclude(ctx, tx, order)
}

async function keepWaiting(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, order }: DispatchRecord,
  { providerOrderId, words }: Of<'pending'>,
): Promise<void> {
  await rows.updateParcel(tx, parcel.id, {
    isPending: true,
    providerOrderId: providerOrderId ?? parcel.providerOrderId,
    words: toText(words),
  })
  if (!parcel.isPending) await tellStep(ctx, tx, { orderId: order.id, words: STEPS.accepted })
}

/** Decides about a parcel that its supplier doesn't know. */
async function judge(ctx: DeliveryDeps, tx: Tx, now: DispatchRecord): Promise<void> {
  const { parcel } = now
  const { isRepeatable } = (await ctx.providers())[parcel.provider] ?? {}
  const mayRepeat = isRepeatable?.(toParcel(ctx, parcel), ctx.now()) ?? false
  const verdict = judgeUnheard(parcel, mayRepeat, ctx.now())
  if (verdict === 'wait') return
  if (verdict === 'down')
    return refuse(ctx, tx, now, { why: 'down', words: parcel.words, providerOrderId: null })
  if (verdict === 'person')
    return askPerson(ctx, tx, { orderId: parcel.orderId, why: 'its supplier does not know it' })
  await rows.updateParcel(tx, parcel.id, { state: 'ready', isAgain: true, traceAt: null })
  await enqueueSend(tx, parcel.id, ctx.now())
}

/** False for a parcel that was held back before: its customer has already been told. */
const isFirstTry = ({ tries, firstSentAt, sentAt }: rows.ParcelRow): boolean =>
  tries === 1 && firstSentAt!.getTime() === sentAt!.getTime()

type NotSent = Pick<DispatchRecord, 'parcel' | 'order'> & { isFirst: boolean }

/**
 * Retries a parcel that was not sent: at another supplier if possible, or later at this one. A retry is safe, because
 * the supplier can't have received the parcel.
 */
export async function tryLater(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, order, isFirst }: NotSent,
  words: string,
): Promise<void> {
  const next = nextTry(parcel, ctx.now())
  if (!next || (await mayGoElsewhere(ctx, tx, order)))
    return refuse(ctx, tx, { parcel, order }, { why: 'down', words, providerOrderId: null })
  await rows.updateParcel(tx, parcel.id, { state: 'ready', words: toText(words), traceAt: null })
  await enqueueSend(tx, parcel.id, next)
  if (isFirst) await tellStep(ctx, tx, { orderId: order.id, words: STEPS.down })
}

/**
 * Marks a sent parcel as lost because its request got no clear answer. From now on its supplier is asked about it, if
 * possible.
 */
async function lose(ctx: DeliveryDeps, tx: Tx, { parcel, order }: DispatchRecord): Promise<void> {
  const canAsk = Boolean((await ctx.providers())[parcel.provider]?.trace)
  await rows.updateParcel(tx, parcel.id, {
    lostAt: ctx.now(),
    ...(canAsk ? {} : { traceAt: null }),
  })
  if (parcel.tries === 1 && !parcel.isPending)
    await tellStep(ctx, tx, { orderId: order.id, words: STEPS.lost })
}

/**
 * Holds the order for a person if its supplier can't be asked, or if the outcome is unknown for too long. A supplier
 * that can be asked is still asked afterwards.
 */
async function askPersonInTime(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, by }: DispatchRecord,
): Promise<void> {
  const canAsk = Boolean((await ctx.providers())[parcel.provider]?.trace)
  const late = after(parcel.firstSentAt!, ctx.config.deliveryAttentionMinutes * MINUTE)
  if (canAsk && ctx.now() < late) return
  if (!canAsk && by === 'asking' && mayBeOnItsWay(parcel, ctx.now())) return
  const why = canAsk ? 'its outcome is still unknown' : 'its supplier cannot be asked'
  await askPerson(ctx, tx, { orderId: parcel.orderId, why })
}

type Contradiction = Pick<DispatchRecord, 'parcel' | 'order'> & { heard: Dispatch['is'] }

/**
 * Logs and alerts an answer that contradicts the books, because a person or another answer was faster. The order stays
 * as it is, but money may be wrong.
 */
async function noteContradiction(
  ctx: DeliveryDeps,
  tx: Tx,
  { parcel, order, heard }: Contradiction,
): Promise<void> {
  const { state, provider, reference } = parcel
  ctx.log.error(
    { orderId: order.id, status: order.status, provider, reference, state, heard },
    'supplier contradicts the recorded delivery',
  )
  await alertContradiction(ctx, tx, order, { provider, heard })
}
