import { setTimeout as sleep } from 'node:timers/promises'
import { afterHint } from '#server/platform/after-hint.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { recordCaptured } from './captures.ts'
import type { GatewayPaymentStatus } from '#connectors/gateways/gateway.ts'
import * as rows from './sql.ts'
import { isGivenUp, lastAsk } from './when-to-ask.ts'

type Deps = Pick<Context, 'sql' | 'gateways' | 'log' | 'now'>

/**
 * Asks the gateway about a payment. The shop learns of money only by asking, whether an event, a return or the clock
 * gave the hint. `hints` counts the requests since the last hint; 0 means that there was none. A gateway that is away
 * is not a failure: the payment is polled again later.
 */
export async function askPayment(
  ctx: Deps,
  { paymentId, hints }: JobPayload<'ask-payment'>,
): Promise<void> {
  const payment = await rows.selectPayment(ctx.sql, paymentId)
  if (!payment) return
  const { reference, gateway } = payment
  const status = await askGateway(ctx, payment, await isWanted(ctx, payment)).catch(
    (error: unknown) => {
      ctx.log.warn({ err: error, reference, gateway }, 'gateway cannot be asked about a payment')
      return null
    },
  )
  if (status) await record(ctx, payment, status)
  const isOver = status?.is === 'paid' || status?.is === 'failed'
  const runAt = afterHint(hints, ctx.now())
  if (!isOver && runAt) await hint(ctx, paymentId, { count: hints + 1, runAt })
}

/** Enqueues a request to the gateway, after a hint that something has happened. */
export const hint = (
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  paymentId: string,
  { count = 1, runAt = now() } = {},
): Promise<void> =>
  sql.begin((tx) =>
    enqueue(
      tx,
      'ask-payment',
      { paymentId, hints: count },
      { runAt, key: `hint ${count} ${paymentId}` },
    ),
  )

/** Asks the gateway while the caller waits. Throws if it cannot be reached, which says nothing about the payment. */
export async function askNow(ctx: Deps, paymentId: string): Promise<void> {
  const payment = await rows.selectPayment(ctx.sql, paymentId)
  if (!payment) return
  await record(ctx, payment, await askGateway(ctx, payment, await isWanted(ctx, payment)))
}

/** Asks the gateway, but keeps the caller waiting for at most `waitMs`. */
export async function askBriefly(ctx: Deps, paymentId: string, waitMs: number): Promise<void> {
  const asked = askNow(ctx, paymentId).catch((error: unknown) => {
    ctx.log.warn({ err: error, paymentId }, 'gateway cannot be asked about a payment')
  })
  await Promise.race([asked, sleep(waitMs, undefined, { ref: false })])
}

async function askGateway(
  { gateways }: Pick<Context, 'gateways'>,
  { gateway: name, reference, gatewayId }: rows.PaymentRow,
  isWanted: boolean,
): Promise<GatewayPaymentStatus> {
  const { byName } = await gateways()
  const gateway = byName.get(name)
  if (!gateway) throw new Error(`there are no credentials for ${name}`)
  return gateway.ask({ reference, gatewayId, isWanted })
}

/**
 * True while the customer may pay: the page is neither closed nor expired, and the order still waits for money. The page
 * of an order that has ended is closed a moment later.
 */
const isWanted = async (
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { state, expiresAt, orderId }: rows.PaymentRow,
): Promise<boolean> =>
  state === 'open' &&
  now() < expiresAt &&
  (orderId === null || (await rows.isOrderUnpaid(sql, orderId)))

async function record(
  ctx: Deps,
  seen: rows.PaymentRow,
  status: GatewayPaymentStatus,
): Promise<void> {
  const now = ctx.now()
  const { captured } = status
  const isKnown = stateAfter(seen, status, now) === seen.state && !isNewTry(seen, status)
  if (captured.length === 0 && isKnown) return
  await ctx.sql.begin(async (tx) => {
    const payment = await rows.lockPayment(tx, seen.id)
    if (!payment) return
    await recordCaptured(ctx, tx, payment, captured)
    const state = stateAfter(payment, status, now)
    if (state !== payment.state && state !== 'open')
      await rows.updateState(tx, { id: payment.id, state, now })
    if (state === 'paid') await rows.updateAskAt(tx, payment.id, lastAsk(payment, now))
    const isNew = isNewTry(payment, status)
    if (isNew)
      await rows.updateTryFailedAt(tx, payment.id, status.hasFailedTry === true ? now : null)
    const isFailing = state === 'failed' && payment.state === 'open'
    if (payment.orderId && (isNew || isFailing))
      await enqueue(tx, 'tell-failed-try', { orderId: payment.orderId })
  })
}

/** True if the state of the last try on an open page changed: it has failed, or another is under way. */
const isNewTry = ({ state, tryFailedAt }: rows.PaymentRow, status: GatewayPaymentStatus): boolean =>
  state === 'open' &&
  status.is === 'open' &&
  (tryFailedAt !== null) !== (status.hasFailedTry === true)

/** `paid` is final. A failed payment may still be paid, because customers try again. */
function stateAfter(
  payment: rows.PaymentRow,
  { is, captured }: GatewayPaymentStatus,
  now: Date,
): rows.PaymentRow['state'] {
  if (payment.state === 'paid' || captured.length > 0) return 'paid'
  const isForgotten = is === 'unknown' && payment.expiresAt < now
  return is === 'failed' || isForgotten || isGivenUp(payment, now) ? 'failed' : payment.state
}

/** Closes the page of a payment that is no longer wanted. Then asks the gateway whether the customer was quicker. */
export async function closePayment(
  ctx: Deps,
  { paymentId }: JobPayload<'close-payment'>,
): Promise<void> {
  const payment = await rows.selectPayment(ctx.sql, paymentId)
  if (payment?.state !== 'open' || payment.expiresAt < ctx.now()) return
  const gateway = (await ctx.gateways()).byName.get(payment.gateway)
  if (!gateway) return
  const { reference, gatewayId } = payment
  await gateway.close?.({ reference, gatewayId })
  await record(ctx, payment, await gateway.ask({ reference, gatewayId, isWanted: false }))
}
