import type * as contract from '#contract/money/wallet.ts'
import type { TopUp } from '#contract/money/wallet.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import {
  findCapture,
  findPaymentByReference,
  lockCapture,
} from '#server/money/payments/captures.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { creditWallet, referenceOf } from '#server/money/payments/credit-wallet.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { selectCredited } from './top-up-sql.ts'

export { hasMoneyComing } from './top-up-sql.ts'

/** Answers 404 for another person's top-up, because 403 would reveal that it exists. */
export const findTopUp: Handler<typeof contract.findTopUp> = async (ctx, { reference }, caller) => {
  const payment = await findPaymentByReference(ctx.sql, reference)
  if (payment?.userId !== caller.id || payment.purpose !== 'top-up')
    throw new Refusal('NO_SUCH_PAYMENT')
  const credited = await selectCredited(ctx.sql, payment.id)
  const [first] = credited
  const hasFailed = !first && payment.state === 'failed'
  return {
    reference,
    status: first ? 'success' : hasFailed ? 'failed' : 'pending',
    currency: payment.currency,
    amount: payment.amount,
    received: credited.reduce((sum, { amount }) => sum + amount, 0),
    UTR: first ? referenceOf({ ...first, reference }) : null,
    gateway: titleOf(ctx, payment.gateway),
    createdAt: payment.createdAt.toISOString(),
    paidAt: first?.settledAt.toISOString() ?? null,
  } satisfies TopUp
}

/** Credits whatever came to the customer, even if it is another amount, late, or a second payment. */
export async function settleTopUp(
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  { captureId }: JobPayload<'settle-top-up'>,
): Promise<void> {
  const known = await findCapture(ctx.sql, captureId)
  if (!known || known.settledAs) return
  await ctx.sql.begin(async (tx) => {
    await lockUser(tx, known.userId)
    const capture = await lockCapture(tx, captureId)
    if (!capture || capture.settledAs) return
    const as = capture.amount === capture.askedAmount ? 'top-up' : 'other amount'
    await creditWallet(ctx, tx, { capture, as })
  })
}
