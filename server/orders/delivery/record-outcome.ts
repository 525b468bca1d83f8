import type { Tx } from '#server/platform/db/db.ts'
import type { DispatchOutcome } from '#connectors/suppliers/supplier.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { tellStep } from '#server/orders/end/tell-step.ts'
import { noteShort } from '#server/suppliers/accounts/balances.ts'
import { noteAnswered, noteFailed } from '#server/suppliers/accounts/health.ts'
import { alertContradiction } from './alert-contradiction.ts'
import { enqueueSend } from './dispatches/begin-dispatches.ts'
import { mayGoElsewhere } from './routing/begin-round.ts'
import { askPerson, conclude } from './conclude.ts'
import { keepCodes } from '#server/orders/codes/codes.ts'
import { after, judgeUnheard, mayBeOnItsWay, nextTry } from './decide.ts'
import { prepare, type DeliveryDeps } from './delivery-deps.ts'
import * as rows from './sql.ts'
import { toDispatch } from './dispatches/to-dispatch.ts'
import { STEPS, toText } from './words.ts'

const MINUTE = 60_000

/** An answer about a dispatch, with the dispatch as it was when the request began. */
export type DispatchAnswer = {
  dispatch: rows.DispatchRow
  by: 'sending' | 'asking'
  outcome: DispatchOutcome | null // null when there was no answer
}

type DispatchRecord = DispatchAnswer & { order: Awaited<ReturnType<typeof getLockedOrder>> }

/**
 * Records an answer about a dispatch; the first final answer counts. From an earlier try, only the news of a delivery
 * counts.
 */
export async function recordOutcome(deps: DeliveryDeps, heard: DispatchAnswer): Promise<void> {
  const ctx = await prepare(deps)
  await ctx.sql.begin(async (tx) => {
    const { outcome } = heard
    const order = await getLockedOrder(tx, heard.dispatch.orderId)
    await noteHealth(ctx, tx, heard)
    const dispatch = (await rows.selectDispatch(tx, heard.dispatch.id))!
    const now = { ...heard, dispatch, order }
    const isEnd = outcome?.is === 'delivered' || outcome?.is === 'refused'
    if (dispatch.endedAt && isEnd && outcome.is !== dispatch.state)
      await noteContradiction(ctx, tx, { dispatch, order, heard: outcome.is })
    if (dispatch.endedAt) return
    if (outcome?.is === 'delivered') return deliver(ctx, tx, now, outcome)
    if (dispatch.state !== 'sent' || dispatch.tries !== heard.dispatch.tries) return
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
  { dispatch, by, outcome }: DispatchAnswer,
): Promise<void> {
  if (by === 'asking') return
  if (outcome && outcome.is !== 'not sent') return noteAnswered(ctx, tx, dispatch.supplier)
  if (dispatch.tries === 1) await noteFailed(ctx, tx, dispatch.supplier)
}

async function record(ctx: DeliveryDeps, tx: Tx, now: DispatchRecord): Promise<void> {
  const { outcome } = now
  if (outcome?.is === 'refused') return refuse(ctx, tx, now, outcome)
  if (outcome?.is === 'pending') await keepWaiting(ctx, tx, now, outcome)
  else if (outcome?.is === 'unheard') await judge(ctx, tx, now)
  else if (outcome?.is === 'not sent' && now.by === 'sending' && !now.dispatch.isAgain)
    return tryLater(ctx, tx, { ...now, isFirst: isFirstTry(now.dispatch) }, outcome.words)
  else if (now.by === 'sending') await lose(ctx, tx, now)
  await askPersonInTime(ctx, tx, now)
}

type Of<Is extends DispatchOutcome['is']> = Extract<DispatchOutcome, { is: Is }>

async function deliver(
  ctx: DeliveryDeps,
  tx: Tx,
  { dispatch, order }: DispatchRecord,
  { providerOrderId, words, cost, codes }: Of<'delivered'>,
): Promise<void> {
  await rows.updateDispatch(tx, dispatch.id, {
    state: 'delivered',
    supplierOrderId: providerOrderId ?? dispatch.supplierOrderId,
    words: toText(words),
    cost: cost?.amount ?? null,
    costCurrency: cost?.currency ?? null,
    endedAt: ctx.now(),
    traceAt: null,
  })
  if (codes) await keepCodes(ctx, tx, { orderId: order.id, dispatchId: dispatch.id, codes })
  if (order.status !== 'processing')
    await noteContradiction(ctx, tx, { dispatch, order, heard: 'delivered' })
  await conclude(ctx, tx, order)
}

type Refusal = { why: rows.Reason; words: string; providerOrderId: string | null }

async function refuse(
  ctx: DeliveryDeps,
  tx: Tx,
  { dispatch, order }: Pick<DispatchRecord, 'dispatch' | 'order'>,
  { why, words, providerOrderId }: Refusal,
): Promise<void> {
  await rows.updateDispatch(tx, dispatch.id, {
    state: 'refused',
    reason: why,
    supplierOrderId: providerOrderId ?? dispatch.supplierOrderId,
    words: toText(words),
    endedAt: ctx.now(),
    traceAt: null,
  })
  const { supplier, reference } = dispatch
  if (why === 'balance') await noteShort(ctx, tx, supplier)
  const entry = { orderId: order.id, supplier, reference, why, words }
  tx.afterCommit(() => ctx.log.warn(entry, 'delivery refused'))
  await conclude(ctx, tx, order)
}

async function keepWaiting(
  ctx: DeliveryDeps,
  tx: Tx,
  { dispatch, order }: DispatchRecord,
  { providerOrderId, words }: Of<'pending'>,
): Promise<void> {
  await rows.updateDispatch(tx, dispatch.id, {
    isPending: true,
    supplierOrderId: providerOrderId ?? dispatch.supplierOrderId,
    words: toText(words),
  })
  if (!dispatch.isPending) await tellStep(ctx, tx, { orderId: order.id, words: STEPS.accepted })
}

/** Decides about a dispatch that its supplier doesn't know. */
async function judge(ctx: DeliveryDeps, tx: Tx, now: DispatchRecord): Promise<void> {
  const { dispatch } = now
  const { isRepeatable } = (await ctx.suppliers()).get(dispatch.supplier) ?? {}
  const mayRepeat = isRepeatable?.(toDispatch(ctx, dispatch), ctx.now()) ?? false
  const verdict = judgeUnheard(dispatch, mayRepeat, ctx.now())
  if (verdict === 'wait') return
  if (verdict === 'down')
    return refuse(ctx, tx, now, { why: 'down', words: dispatch.words, providerOrderId: null })
  if (verdict === 'person')
    return askPerson(ctx, tx, {
      orderId: dispatch.orderId,
      why: 'its supplier does not know it',
    })
  await rows.updateDispatch(tx, dispatch.id, { state: 'ready', isAgain: true, traceAt: null })
  await enqueueSend(tx, dispatch.id, ctx.now())
}

/** False for a dispatch that was held back before: its customer has already been told. */
const isFirstTry = ({ tries, firstSentAt, sentAt }: rows.DispatchRow): boolean =>
  tries === 1 && firstSentAt!.getTime() === sentAt!.getTime()

type NotSent = Pick<DispatchRecord, 'dispatch' | 'order'> & { isFirst: boolean }

/**
 * Retries a dispatch that was not sent: at another supplier if possible, or later at this one. A retry is safe, because
 * the supplier can't have received the dispatch.
 */
export async function tryLater(
  ctx: DeliveryDeps,
  tx: Tx,
  { dispatch, order, isFirst }: NotSent,
  words: string,
): Promise<void> {
  const next = nextTry(dispatch, ctx.now())
  if (!next || (await mayGoElsewhere(ctx, tx, order)))
    return refuse(ctx, tx, { dispatch, order }, { why: 'down', words, providerOrderId: null })
  await rows.updateDispatch(tx, dispatch.id, {
    state: 'ready',
    words: toText(words),
    traceAt: null,
  })
  await enqueueSend(tx, dispatch.id, next)
  if (isFirst) await tellStep(ctx, tx, { orderId: order.id, words: STEPS.down })
}

/**
 * Marks a sent dispatch as lost because its request got no clear answer. From now on its supplier is asked about it, if
 * possible.
 */
async function lose(ctx: DeliveryDeps, tx: Tx, { dispatch, order }: DispatchRecord): Promise<void> {
  const canAsk = Boolean((await ctx.suppliers()).get(dispatch.supplier)?.trace)
  await rows.updateDispatch(tx, dispatch.id, {
    lostAt: ctx.now(),
    ...(canAsk ? {} : { traceAt: null }),
  })
  if (dispatch.tries === 1 && !dispatch.isPending)
    await tellStep(ctx, tx, { orderId: order.id, words: STEPS.lost })
}

/**
 * Holds the order for a person if its supplier can't be asked, or if the outcome is unknown for too long. A supplier
 * that can be asked is still asked afterwards.
 */
async function askPersonInTime(
  ctx: DeliveryDeps,
  tx: Tx,
  { dispatch, by }: DispatchRecord,
): Promise<void> {
  const canAsk = Boolean((await ctx.suppliers()).get(dispatch.supplier)?.trace)
  const late = after(dispatch.firstSentAt!, ctx.config.deliveryAttentionMinutes * MINUTE)
  if (canAsk && ctx.now() < late) return
  if (!canAsk && by === 'asking' && mayBeOnItsWay(dispatch, ctx.now())) return
  const why = canAsk ? 'its outcome is still unknown' : 'its supplier cannot be asked'
  await askPerson(ctx, tx, { orderId: dispatch.orderId, why })
}

type Contradiction = Pick<DispatchRecord, 'dispatch' | 'order'> & { heard: DispatchOutcome['is'] }

/**
 * Logs and alerts an answer that contradicts the books, because a person or another answer was faster. The order stays
 * as it is, but money may be wrong.
 */
async function noteContradiction(
  ctx: DeliveryDeps,
  tx: Tx,
  { dispatch, order, heard }: Contradiction,
): Promise<void> {
  const { state, supplier, reference } = dispatch
  ctx.log.error(
    { orderId: order.id, status: order.status, supplier, reference, state, heard },
    'supplier contradicts the recorded delivery',
  )
  await alertContradiction(ctx, tx, order, { supplier, heard })
}
