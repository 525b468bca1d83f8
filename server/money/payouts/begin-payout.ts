import { randomUUIDv7 } from 'node:crypto'
import { formatHundredths, fromHundredths, isCurrency } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { refuseFractions } from '#server/money/gateways/refuse-fractions.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { makeReference } from '#server/platform/references.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import * as rows from './payout-sql.ts'

type Connected = Pick<Context, 'connectors'>
type PayoutInput = { captureId: string; amount: number; note: string; callerId: string }

const FIRST_ASK_MS = 20_000
const REFERENCE_LENGTH = 22 // the strictest gateway takes 23

/**
 * Takes money that came through a gateway out of the wallet, so that a job can send it back. The caller's transaction
 * may have locked an order, but nothing that comes after people in the order of locks.
 */
export async function beginPayout(
  ctx: Pick<Context, 'now' | 'log' | 'connectors'>,
  tx: Tx,
  { captureId, amount, note, callerId }: PayoutInput,
): Promise<{ id: string; reference: string }> {
  const userId = await rows.selectOwner(tx, captureId)
  if (!userId) throw new Refusal('NO_SUCH_PAYMENT')
  const owner = await lockUser(tx, userId)
  await rows.lockCapture(tx, captureId)
  const [capture] = await rows.selectRefundable(tx, [captureId])
  refuseMore(ctx, capture!, amount)
  const { askedCurrency: currency } = capture!
  const [id, reference, now] = [randomUUIDv7(), makeReference('R', REFERENCE_LENGTH), ctx.now()]
  const from = owner ? walletOf(userId) : 'house:unclaimed'
  await moveMoney(ctx, tx, {
    key: `payout:${id}`,
    kind: 'payout',
    lines: [{ from, to: 'house:payouts', currency, amount: fromHundredths(amount, currency) }],
    reference,
    now,
  })
  const askAt = new Date(now.getTime() + FIRST_ASK_MS)
  const payout = { id, reference, captureId, userId, amount, note, askedBy: callerId, askAt }
  await rows.insertPayout(tx, { ...payout, createdAt: now })
  await enqueue(tx, 'send-payout', { payoutId: id })
  return { id, reference }
}

/** Captures that paid for an order, with what can be sent back once it is in the wallet. */
export const listRefundable = (tx: Tx, orderId: string) => rows.selectPaidFor(tx, orderId)

/** Amount of a capture that can be sent back: at most what came and isn't disputed, and at most what is still there. */
export const refundableOf = (ctx: Connected, capture: rows.Refundable): number =>
  sendsBack(ctx, capture) && capture.settledAs !== null && capture.settledAs !== 'held'
    ? Math.max(0, Math.min(capture.amount - capture.returned - capture.disputed, capture.held))
    : 0

/** False for a gateway that the shop no longer has. */
const sendsBack = ({ connectors }: Connected, { gateway }: rows.Refundable): boolean =>
  connectors.gateways.get(gateway)?.sendsBack === true

function refuseMore(ctx: Connected, capture: rows.Refundable, amount: number): void {
  if (isCurrency(capture.currency))
    refuseFractions(fromHundredths(amount, capture.currency), capture.currency)
  const max = refundableOf(ctx, capture)
  if (amount <= max) return
  const most =
    max > 0
      ? `Only ${formatHundredths(max, capture.currency)} can be sent back`
      : 'Nothing can be sent back'
  throw new Refusal('REFUND_TOO_LARGE', {
    field: 'amount',
    message: `${most}: ${why(ctx, capture)}`,
  })
}

function why(ctx: Connected, capture: rows.Refundable): string {
  const { amount, currency, askedCurrency, settledAs, isGone, returned, disputed, held } = capture
  if (!sendsBack(ctx, capture))
    return `${titleOf(ctx, capture.gateway)} can’t do that. Refund it to the wallet`
  if (settledAs === 'held') return `it came in ${currency}, and we asked for ${askedCurrency}`
  const inWords = (sum: number) => formatHundredths(sum, currency)
  if (settledAs === null) return 'it isn’t in the books yet'
  if (amount - returned - disputed > held)
    return isGone
      ? 'the customer’s account is deleted, and the shop holds no more of their money'
      : `the customer’s wallet holds ${inWords(held)}`
  if (disputed > 0) return `${inWords(disputed)} of it is disputed, so the bank decides about it`
  if (returned === 0) return 'no more was received'
  return `${inWords(returned)} of ${inWords(amount)} was already sent back`
}
