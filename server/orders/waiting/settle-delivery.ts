import type * as contract from '#contract/orders/deliveries.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { keepImage, storeImage } from '#server/platform/files/store-image.ts'
import { requireConfirmed } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { getOrder } from '#server/orders/read/find-order.ts'
import { keepCodes } from '#server/orders/codes/codes.ts'
import { tellCode } from '#server/orders/delivery/conclude.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { isWaiting, selectClaim } from './waiting-sql.ts'
import { begunBefore, toClaim } from './waiting.ts'
import { toText } from '#server/orders/delivery/words.ts'

/** Ends the whole order as a person decides: with the pack or with a refund. Later answers change nothing. */
export const settleDelivery: Handler<typeof contract.settleDelivery> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const { id, outcome, note, message = '', code = '' } = input
  if (code && outcome !== 'delivered')
    throw new Refusal('BAD_INPUT', {
      field: 'code',
      message: 'Enter a code only for a delivered order',
    })
  if (outcome === 'refused') requireConfirmed(ctx, caller) // the money goes back
  const proofImageId = await storeProof(ctx, input, caller)
  return ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, id)
    const open = (await rows.selectLegs(tx, id)).filter(({ endedAt }) => !endedAt)
    const isOpen = open.length > 0 || order.heldFor || (await isWaiting(tx, id, begunBefore(ctx)))
    if (order.status !== 'processing' || !isOpen) throw new Refusal('NOT_HELD')
    const claim = toClaim(await selectClaim(tx, id))
    for (const dispatch of open) await settle(ctx, tx, dispatch, outcome)
    if (proofImageId) await keepImage(tx, proofImageId)
    await keepCodes(ctx, tx, { orderId: id, dispatchId: null, codes: code.split('\n') })
    const end = outcome === 'delivered' ? 'completed' : 'failed'
    const shown = { message: toText(message), ...(proofImageId ? { proofImageId } : {}) }
    const reason = end === 'completed' ? await tellCode(tx, id) : {}
    await endOrder(ctx, tx, { orderId: id, end, callerId: caller.id, ...reason, ...shown })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'settle delivery',
      subject: `order ${id}`,
      before: {
        status: order.status,
        dispatches: open.map(({ reference }) => reference),
        claim,
      },
      after: { status: end, outcome, note, ...shown, ...(code && { withCode: true }) },
      now: ctx.now(),
    })
    return getOrder(tx, { id, reader: caller })
  })
}

/**
 * Stores the picture before the transaction, as for every image. It belongs to nothing until `keepImage` runs there.
 */
async function storeProof(
  ctx: Pick<Context, 'sql' | 'now' | 'files' | 'patience'>,
  { id, outcome, proof }: Input<typeof contract.settleDelivery>,
  caller: Caller,
): Promise<string | null> {
  if (!proof) return null
  if (outcome !== 'delivered')
    throw new Refusal('BAD_INPUT', {
      field: 'proof',
      message: 'Add a picture only for a delivered order',
    })
  const { status } = await getOrder(ctx.sql, { id, reader: caller })
  if (status !== 'processing') throw new Refusal('NOT_HELD')
  return (await storeImage(ctx, proof, 'proof')).id
}

async function settle(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { id, firstSentAt, sentAt }: rows.DispatchRow,
  outcome: 'delivered' | 'refused',
): Promise<void> {
  const endedAt = now()
  const sent = { sentAt: sentAt ?? endedAt, firstSentAt: firstSentAt ?? endedAt }
  await rows.updateDispatch(tx, id, {
    state: outcome,
    endedAt,
    traceAt: null,
    words: 'Settled by a person',
    ...(outcome === 'refused' ? { reason: 'other' } : sent),
  })
}
