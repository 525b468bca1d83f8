import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { recordDifference } from '#server/money/reconciliation/differences.ts'
import type { GatewayRefundRequest, GatewayRefundStatus } from '#server/money/gateways/gateway.ts'
import * as rows from './refund-sql.ts'

const FIRST_ASK_MS = 20_000

/**
 * Sends a refund to its gateway. It is marked as sent first: from then on the gateway is asked before anything is sent
 * again.
 */
export async function sendRefund(
  ctx: Context,
  { refundId }: JobPayload<'send-refund'>,
): Promise<void> {
  const refund = await rows.selectRefund(ctx.sql, refundId)
  if (!refund) return
  const gateway = (await ctx.gateways()).byName[refund.gateway]
  if (!gateway) return // it waits for the gateway's credentials
  const now = ctx.now()
  const askAt = new Date(now.getTime() + FIRST_ASK_MS)
  if (!(await rows.markSent(ctx.sql, { id: refundId, now, askAt }))) return
  const status = await gateway.refund(toAsked(refund)).catch((error: unknown) => {
    ctx.log.warn(
      { err: error, refund: refund.reference },
      'refund sent, but the gateway did not answer',
    )
  })
  if (status) await hearOfRefund(ctx, refund, status)
}

/** Builds the same request every time it is sent. Leaves out the note, which is for administrators only. */
export const toAsked = (refund: rows.RefundRow): GatewayRefundRequest => ({
  reference: refund.reference,
  amount: refund.amount,
  note: `Refund of ${refund.invoice ?? refund.paymentReference}`,
  payment: {
    reference: refund.paymentReference,
    gatewayId: refund.paymentGatewayId,
    amount: refund.captured,
    captureId: refund.gatewayPaymentId,
  },
})

/** Records what the gateway says of a refund. When it has ended, its money is booked once. */
export const hearOfRefund = (
  ctx: Context,
  refund: rows.RefundRow,
  status: GatewayRefundStatus,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    if (!(await rows.lockAskedRefund(tx, refund.id))) return
    const { is, gatewayId, bankReference, reason } = status
    const named = {
      ...(gatewayId ? { gatewayId } : {}),
      ...(bankReference ? { bankReference } : {}),
    }
    if (is === 'done' || is === 'failed') {
      if (is === 'done') await bookDone(ctx, tx, refund)
      else await bookFailed(ctx, tx, refund)
      const ended = { state: is, reason, askAt: null, endedAt: ctx.now() }
      await rows.updateRefund(tx, refund.id, { ...named, ...ended })
      await enqueue(tx, 'send-refund-mail', { refundId: refund.id })
    } else if (gatewayId) await rows.updateRefund(tx, refund.id, named)
  })

async function bookDone(ctx: Context, tx: Tx, refund: rows.RefundRow): Promise<void> {
  const { id, amount, reference } = refund
  await moveMoney(ctx, tx, {
    key: `payout-done:${id}`,
    kind: 'payout',
    lines: [{ from: 'house:payouts', to: 'house:gateway', currency: 'INR', amount }],
    reference,
    now: ctx.now(),
  })
}

/** Moves the money back to the wallet, or to the unclaimed money if the account was deleted meanwhile. */
async function bookFailed(ctx: Context, tx: Tx, refund: rows.RefundRow): Promise<void> {
  const { id, userId, amount, reference, gateway, paymentReference } = refund
  const now = ctx.now()
  const owner = await lockUser(tx, userId)
  const to = owner ? walletOf(userId) : 'house:unclaimed'
  await moveMoney(ctx, tx, {
    key: `payout-back:${id}`,
    kind: 'payout',
    lines: [{ from: 'house:payouts', to, currency: 'INR', amount }],
    reference,
    now,
  })
  if (!owner)
    await recordDifference(tx, {
      gateway,
      reference: paymentReference,
      kind: 'unclaimed',
      ours: null,
      theirs: amount,
      currency: 'INR',
      now,
    })
}
