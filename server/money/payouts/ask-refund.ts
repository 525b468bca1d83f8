import { afterHint } from '#server/platform/after-hint.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { GatewayRefundStatus } from '#server/money/gateways/gateway.ts'
import * as rows from './refund-sql.ts'
import { hearOfRefund, toAsked } from './send-refund.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Waits between requests about a refund. The first request is 20 seconds after it was sent. */
const TURNS = {
  waits: [20, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  lastWait: 6 * HOUR,
  givenUpAfter: 10 * 24 * HOUR, // after that, the daily comparison of the books asks
  max: 200,
}

export const askRefunds = ({ sql, now }: Context): Promise<void> =>
  sql.begin(async (tx) => {
    for (const { id } of await rows.takeDueRefunds(tx, { now: now(), ...TURNS }))
      await enqueue(tx, 'ask-refund', { refundId: id, hints: 0 }, { key: `ask-refund:${id}` })
  })

/** Asks the gateway about a refund until it has ended. Sends it again if the gateway never received it. */
export async function askRefund(
  ctx: Context,
  { refundId, hints }: JobPayload<'ask-refund'>,
): Promise<void> {
  const refund = await rows.selectRefund(ctx.sql, refundId)
  if (refund?.state !== 'asked') return
  if (!refund.sentAt) return ctx.sql.begin((tx) => enqueue(tx, 'send-refund', { refundId }))
  const status = await ask(ctx, refund)
  if (status?.is === 'unknown') await sendAgain(ctx, refund.id, refund.sentAt)
  else if (status) await hearOfRefund(ctx, refund, status)
  const isOver = status?.is === 'done' || status?.is === 'failed'
  if (!isOver) await askSoon(ctx, { refundId, hints })
}

/** Null if there is no answer. The refund is polled again later. */
async function ask(ctx: Context, refund: rows.RefundRow): Promise<GatewayRefundStatus | null> {
  const gateway = (await ctx.gateways()).byName[refund.gateway]
  if (!gateway) return null
  const asked = { ...toAsked(refund), gatewayRefundId: refund.gatewayId }
  return gateway.askRefund(asked).catch((error: unknown) => {
    ctx.log.warn({ err: error, refund: refund.reference }, 'gateway cannot be asked about a refund')
    return null
  })
}

const UNDER_WAY_MS = 15_000 // a refund sent this recently may still arrive

async function sendAgain({ sql, now }: Context, id: string, sentAt: Date): Promise<void> {
  if (now().getTime() - sentAt.getTime() < UNDER_WAY_MS) return
  await sql.begin(async (tx) => {
    if (await rows.markUnsent(tx, { id, sentAt }))
      await enqueue(tx, 'send-refund', { refundId: id })
  })
}

/** Asks again soon after a hint, because not all of the gateway's systems may know the news yet. */
async function askSoon(
  { sql, now }: Context,
  { refundId, hints }: JobPayload<'ask-refund'>,
): Promise<void> {
  const runAt = afterHint(hints, now())
  if (!runAt) return
  await sql.begin((tx) => enqueue(tx, 'ask-refund', { refundId, hints: hints + 1 }, { runAt }))
}
