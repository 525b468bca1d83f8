import type * as contract from '#contract/money/disputes.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readDispute } from './ask-dispute.ts'
import { getDispute } from './list-disputes.ts'
import { recordDispute } from './record-dispute.ts'
import { findDispute } from './sql.ts'

export const refreshDispute: Handler<typeof contract.refreshDispute> = async (ctx, { id }) => {
  const { gateway, gatewayDisputeId: disputeId } = await getDispute(ctx, id)
  try {
    await readDispute(ctx, { gateway, disputeId, heardFrom: 'poll' })
  } catch (error) {
    ctx.log.warn({ err: error, gateway, disputeId }, 'gateway cannot be asked about a dispute')
    throw new Refusal('GATEWAY_UNREACHABLE', { cause: error })
  }
  return getDispute(ctx, id)
}

/** Takes a person's word only where the gateway gives none. */
export const endDispute: Handler<typeof contract.endDispute> = async (
  ctx,
  { id, state, taken, note },
  caller,
  visit,
) => {
  const known = await getDispute(ctx, id)
  if (!known.isByHand) throw new Refusal('DISPUTE_NOT_BY_HAND')
  const kept = state === 'lost' ? taken : 0
  if (kept > known.amount) throw new Refusal('DISPUTE_TOO_MUCH', { field: 'taken' })
  await ctx.sql.begin(async (tx) => {
    const dispute = (await findDispute(tx, id))!
    const told = {
      ...dispute,
      id: dispute.gatewayDisputeId,
      captureId: known.payment?.gatewayPaymentId ?? null,
      reference: known.payment?.reference ?? null,
      state,
      taken: kept,
    }
    const now = ctx.now()
    const { gateway } = dispute
    await recordDispute(ctx, tx, { gateway, told, heardFrom: 'back office', readAt: now })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'end dispute',
      subject: `dispute ${id}`,
      before: { state: dispute.state, taken: dispute.taken },
      after: { state, taken: kept, note },
      now,
    })
  })
  return getDispute(ctx, id)
}
