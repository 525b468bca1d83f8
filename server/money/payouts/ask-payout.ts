import { afterHint } from '#server/platform/after-hint.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { GatewayRefundStatus } from '#connectors/gateways/gateway.ts'
import * as rows from './payout-sql.ts'
import { hearOfPayout, toAsked } from './send-payout.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Waits between requests about a payout. The first request is 20 seconds after it was sent. */
const TURNS = {
  waits: [20, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  lastWait: 6 * HOUR,
  givenUpAfter: 10 * 24 * HOUR, // after that, the daily comparison of the books asks
  max: 200,
}

export const askPayouts = ({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> =>
  sql.begin(async (tx) => {
    for (const { id } of await rows.takeDuePayouts(tx, { now: now(), ...TURNS }))
      await enqueue(tx, 'ask-payout', { payoutId: id, hints: 0 }, { key: `ask-payout:${id}` })
  })

/** Asks the gateway about a payout until it has ended. Sends it again if the gateway never received it. */
export async function askPayout(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'gateways'>,
  { payoutId, hints }: JobPayload<'ask-payout'>,
): Promise<void> {
  const payout = await rows.selectPayout(ctx.sql, payoutId)
  if (payout?.state !== 'asked') return
  if (!payout.sentAt) return ctx.sql.begin((tx) => enqueue(tx, 'send-payout', { payoutId }))
  const status = await ask(ctx, payout)
  if (status?.is === 'unknown') await sendAgain(ctx, payout.id, payout.sentAt)
  else if (status) await hearOfPayout(ctx, payout, status)
  const isOver = status?.is === 'done' || status?.is === 'failed'
  if (!isOver) await askSoon(ctx, { payoutId, hints })
}

/** Null if there is no answer. The payout is polled again later. */
async function ask(
  ctx: Pick<Context, 'log' | 'gateways'>,
  payout: rows.PayoutRow,
): Promise<GatewayRefundStatus | null> {
  const gateway = (await ctx.gateways()).byName.get(payout.gateway)
  if (!gateway) return null
  const asked = { ...toAsked(payout), gatewayRefundId: payout.gatewayId }
  return gateway.askRefund(asked).catch((error: unknown) => {
    ctx.log.warn({ err: error, refund: payout.reference }, 'gateway cannot be asked about a refund')
    return null
  })
}

const UNDER_WAY_MS = 15_000 // a payout sent this recently may still arrive

async function sendAgain(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  id: string,
  sentAt: Date,
): Promise<void> {
  if (now().getTime() - sentAt.getTime() < UNDER_WAY_MS) return
  await sql.begin(async (tx) => {
    if (await rows.markUnsent(tx, { id, sentAt }))
      await enqueue(tx, 'send-payout', { payoutId: id })
  })
}

/** Asks again soon after a hint, because not all of the gateway's systems may know the news yet. */
async function askSoon(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { payoutId, hints }: JobPayload<'ask-payout'>,
): Promise<void> {
  const runAt = afterHint(hints, now())
  if (!runAt) return
  await sql.begin((tx) => enqueue(tx, 'ask-payout', { payoutId, hints: hints + 1 }, { runAt }))
}
