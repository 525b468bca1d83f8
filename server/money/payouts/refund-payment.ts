import * as contract from '#contract/money/payments.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { answerOnce } from '#server/platform/idempotency/idempotency.ts'
import { beginPayout } from './begin-payout.ts'
import { selectRefundable } from './payout-sql.ts'

export const refundPayment: Handler<typeof contract.refundPayment> = (
  ctx,
  input,
  caller,
  visit,
) => {
  const { idempotencyKey, ...request } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const call = { endpoint: contract.refundPayment, callerId: caller.id, key, input: request }
  return answerOnce(ctx, call, async (tx) => {
    const { id: captureId, amount, note } = request
    const begun = await beginPayout(ctx, tx, { captureId, amount, note, callerId: caller.id })
    const [capture] = await selectRefundable(tx, [captureId])
    const { returned, held } = capture!
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'refund payment',
      subject: `capture ${captureId}`,
      before: { sentBack: returned - amount, held: held + amount },
      after: { sentBack: returned, held, amount, note, reference: begun.reference },
      now: ctx.now(),
    })
    return { _id: begun.id, reference: begun.reference, state: 'asked' as const }
  })
}
