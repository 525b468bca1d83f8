import { fromHundredths } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { passOnMoney } from '#server/accounts/guests/guests.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { markSettled, type CaptureRow } from './captures.ts'
import { recordDifference } from '#server/money/differences/differences.ts'

/** Reason for a credit. Money that pays for an order leaves the wallet again at once. */
export type CreditedAs = 'order' | 'top-up' | 'late' | 'other amount' | 'second'

type Elsewhere = 'unclaimed' | 'held'

/**
 * Books money that a gateway has: to the customer's wallet, or to the house if the account is deleted. Money in
 * another currency than was asked for is not booked. The caller has locked the order, if there is one, then the
 * customer, then the capture, which is not settled yet.
 */
export async function creditWallet<As extends CreditedAs>(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  { capture, as: wanted }: { capture: CaptureRow; as: As },
): Promise<{ as: As | Elsewhere; reference: string }> {
  const now = ctx.now()
  const { id, gateway, gatewayPaymentId, userId, orderId, amount, askedCurrency } = capture
  const reference = referenceOf(capture)
  const as = await judge(tx, capture, wanted)
  if (as !== 'held') {
    const to = as === 'unclaimed' ? 'house:unclaimed' : walletOf(userId)
    await moveMoney(ctx, tx, {
      key: `payment:${gateway}:${gatewayPaymentId}`,
      kind: 'top-up',
      lines: [
        {
          from: 'house:gateway',
          to,
          currency: askedCurrency,
          amount: fromHundredths(amount, askedCurrency),
        },
      ],
      reference,
      ...(orderId ? { orderId } : {}),
      now,
    })
  }
  if (as === 'held' || as === 'unclaimed')
    await recordDifference(tx, {
      gateway,
      reference: capture.reference,
      kind: as === 'held' ? 'currency' : 'unclaimed',
      ours: null,
      theirs: amount,
      currency: capture.currency,
      now,
    })
  await markSettled(tx, { id, as, now })
  if (as !== 'order' && as !== 'unclaimed') {
    await enqueue(tx, 'send-payment-mail', { captureId: id })
    await passOnMoney(tx, userId)
  }
  return { as, reference }
}

async function judge<As extends CreditedAs>(
  tx: Tx,
  { currency, askedCurrency, userId }: CaptureRow,
  as: As,
): Promise<As | Elsewhere> {
  if (currency !== askedCurrency) return 'held'
  return (await lockUser(tx, userId)) ? as : 'unclaimed'
}

const IN_THE_BOOKS = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/

type Named = Pick<CaptureRow, 'bankReference' | 'gatewayPaymentId' | 'reference'>

/** Picks the bank's reference if the ledger accepts it, else the gateway's, else ours. */
export const referenceOf = ({ bankReference, gatewayPaymentId, reference }: Named): string =>
  [bankReference, gatewayPaymentId].find((name) => name && IN_THE_BOOKS.test(name)) ?? reference
