import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, type Tx } from '#server/platform/db/db.ts'
import type { DispatchOutcome } from '#connectors/suppliers/supplier.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { tellStep } from '#server/orders/end/tell-step.ts'
import { findCostMax } from '#server/suppliers/prices/cost-max.ts'
import { mayAsk } from '#server/suppliers/accounts/health.ts'
import { mayGoElsewhere } from '#server/orders/delivery/routing/begin-round.ts'
import { askPerson, dropDispatch } from '#server/orders/delivery/conclude.ts'
import { firstTrace } from '#server/orders/delivery/decide.ts'
import { prepare, type DeliveryDeps } from '#server/orders/delivery/delivery-deps.ts'
import {
  recordOutcome,
  tryLater,
  type DispatchAnswer,
} from '#server/orders/delivery/record-outcome.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { toDispatch } from './to-dispatch.ts'
import { STEPS } from '#server/orders/delivery/words.ts'

/**
 * Sends a dispatch. It is marked as sent first, so that only one node sends it. If that node stops midway, the supplier
 * is asked about the dispatch.
 */
export async function sendDispatch(
  deps: DeliveryDeps,
  { dispatchId }: JobPayload<'send-dispatch'>,
): Promise<void> {
  const ctx = await prepare(deps)
  const dispatch = await mark(ctx, dispatchId)
  if (!dispatch) return
  const outcome = await deliver(ctx, dispatch)
  await recordSurely(deps, { dispatch, outcome, by: 'sending' })
}

/** Marks a dispatch as sent. Null if it is already under way, is no longer needed or can't be sent now. */
const mark = (ctx: DeliveryDeps, id: string): Promise<rows.DispatchRow | null> =>
  ctx.sql.begin(async (tx) => {
    const seen = await rows.selectDispatch(tx, id)
    if (seen?.state !== 'ready') return null
    const order = await getLockedOrder(tx, seen.orderId)
    const dispatch = (await rows.selectDispatch(tx, id))!
    if (dispatch.state !== 'ready') return null
    if (order.status !== 'processing') {
      await dropDispatch(ctx, tx, id)
      return null
    }
    const hasAccount = (await ctx.suppliers()).has(dispatch.supplier)
    if (!hasAccount && (dispatch.isAgain || !(await mayGoElsewhere(ctx, tx, order)))) {
      await askPerson(ctx, tx, { orderId: order.id, why: `no account with ${dispatch.supplier}` })
      return null
    }
    if (hasAccount && (await mayGo(ctx, tx, dispatch))) return markSent(ctx, tx, dispatch)
    await keepBack(ctx, tx, { dispatch, order })
    return null
  })

/** Allows every repeat: its supplier is up, as it has just answered that it doesn't know the dispatch. */
const mayGo = async (
  ctx: DeliveryDeps,
  tx: Tx,
  { supplier, isAgain }: rows.DispatchRow,
): Promise<boolean> => isAgain || (await mayAsk(ctx, tx, supplier))

type KeptBack = { dispatch: rows.DispatchRow; order: Awaited<ReturnType<typeof getLockedOrder>> }

/**
 * Counts the dispatch as not sent, because its supplier is down or the shop has no account there. The time limit for
 * retries counts from the first attempt, sent or not.
 */
async function keepBack(ctx: DeliveryDeps, tx: Tx, { dispatch, order }: KeptBack): Promise<void> {
  const now = ctx.now()
  const since = { firstSentAt: dispatch.firstSentAt ?? now, sentAt: dispatch.sentAt ?? now }
  await rows.updateDispatch(tx, dispatch.id, since)
  const kept = {
    dispatch: { ...dispatch, ...since },
    order,
    isFirst: dispatch.firstSentAt === null,
  }
  await tryLater(ctx, tx, kept, 'Not sent: its source isn’t taking orders right now')
}

async function markSent(
  ctx: DeliveryDeps,
  tx: Tx,
  dispatch: rows.DispatchRow,
): Promise<rows.DispatchRow> {
  const now = ctx.now()
  const sent = {
    state: 'sent',
    tries: dispatch.tries + 1,
    firstSentAt: dispatch.firstSentAt ?? now,
    sentAt: now,
    lostAt: null,
  } as const
  await rows.updateDispatch(tx, dispatch.id, { ...sent, traceAt: firstTrace(now) })
  if (dispatch.tries === 0 && dispatch.leg === 1)
    await tellStep(ctx, tx, { orderId: dispatch.orderId, words: STEPS.sent })
  // `firstSentAt` stays null at the first try: nothing has been sent under this reference yet.
  return { ...dispatch, ...sent, firstSentAt: dispatch.tries > 0 ? dispatch.firstSentAt : null }
}

async function deliver(
  ctx: DeliveryDeps,
  dispatch: rows.DispatchRow,
): Promise<DispatchOutcome | null> {
  const { supplier, reference, orderId } = dispatch
  try {
    const company = (await ctx.suppliers()).get(supplier)
    const { limitCurrency } = company!
    const sale = { supplier, paise: dispatch.price }
    const costMax = limitCurrency ? await findCostMax(ctx, sale, limitCurrency) : null
    return await company!.deliver(toDispatch(ctx, dispatch), costMax)
  } catch (error) {
    ctx.log.warn({ err: error, orderId, supplier, reference }, 'delivery outcome unknown')
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
      return await recordOutcome(ctx, heard)
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > end) throw error
    }
}
