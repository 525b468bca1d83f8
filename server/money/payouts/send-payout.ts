import { fromHundredths } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { recordDifference } from '#server/money/differences/differences.ts'
import type { GatewayRefundRequest, GatewayRefundStatus } from '#connectors/gateways/gateway.ts'
import * as rows from './payout-sql.ts'

const FIRST_ASK_MS = 20_000

/**
 * Sends a payout to its gateway. It is marked as sent first: from then on the gateway is asked before anything is sent
 * again.
 */
export async function sendPayout(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'gateways'>,
  { payoutId }: JobPayload<'send-payout'>,
): Promise<void> {
  const payout = await rows.selectPayout(ctx.sql, payoutId)
  if (!payout) return
  const gateway = (await ctx.gateways()).byName.get(payout.gateway)
  if (!gateway) return // it waits for the gateway's credentials
  const now = ctx.now()
  const askAt = new Date(now.getTime() + FIRST_ASK_MS)
  if (!(await rows.markSent(ctx.sql, { id: payoutId, now, askAt }))) return
  const status = await gateway.refund(toAsked(payout)).catch((error: unknown) => {
    ctx.log.warn(
      { err: error, refund: payout.reference },
      'refund sent, but the gateway did not answer',
    )
  })
  if (status) await hearOfPayout(ctx, payout, status)
}

/** Builds the same request every time it is sent. Leaves out the note, which is for administrators only. */
export const toAsked = (payout: rows.PayoutRow): GatewayRefundRequest => ({
  reference: payout.reference,
  amount: payout.amount,
  currency: payout.currency,
  note: `Refund of ${payout.invoice ?? payout.paymentReference}`,
  payment: {
    reference: payout.paymentReference,
    gatewayId: payout.paymentGatewayId,
    amount: payout.captured,
    captureId: payout.gatewayPaymentId,
  },
})

/** Records what the gateway says of a payout. When it has ended, its money is booked once. */
export const hearOfPayout = (
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  payout: rows.PayoutRow,
  status: GatewayRefundStatus,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    if (!(await rows.lockAskedPayout(tx, payout.id))) return
    const { is, gatewayId, bankReference, reason } = status
    const named = {
      ...(gatewayId ? { gatewayId } : {}),
      ...(bankReference ? { bankReference } : {}),
    }
    if (is === 'done' || is === 'failed') {
      if (is === 'done') await bookDone(ctx, tx, payout)
      else await bookFailed(ctx, tx, payout)
      const ended = { state: is, reason, askAt: null, endedAt: ctx.now() }
      await rows.updatePayout(tx, payout.id, { ...named, ...ended })
      await enqueue(tx, 'send-payout-mail', { payoutId: payout.id })
    } else if (gatewayId) await rows.updatePayout(tx, payout.id, named)
  })

async function bookDone(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  payout: rows.PayoutRow,
): Promise<void> {
  const { id, currency, reference } = payout
  const amount = fromHundredths(payout.amount, currency)
  await moveMoney(ctx, tx, {
    key: `payout-done:${id}`,
    kind: 'payout',
    lines: [{ from: 'house:payouts', to: 'house:gateway', currency, amount }],
    reference,
    now: ctx.now(),
  })
}

/** Moves the money back to the wallet, or to the unclaimed money if the account was deleted meanwhile. */
async function bookFailed(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  payout: rows.PayoutRow,
): Promise<void> {
  const { id, userId, currency, reference, gateway, paymentReference } = payout
  const amount = fromHundredths(payout.amount, currency)
  const now = ctx.now()
  const owner = await lockUser(tx, userId)
  const to = owner ? walletOf(userId) : 'house:unclaimed'
  await moveMoney(ctx, tx, {
    key: `payout-back:${id}`,
    kind: 'payout',
    lines: [{ from: 'house:payouts', to, currency, amount }],
    reference,
    now,
  })
  if (!owner)
    await recordDifference(tx, {
      gateway,
      reference: paymentReference,
      kind: 'unclaimed',
      ours: null,
      theirs: payout.amount,
      currency,
      now,
    })
}
