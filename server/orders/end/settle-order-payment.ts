import { formatHundredths, toHundredths } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { moveOrderMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { findCapture, lockCapture, type CaptureRow } from '#server/money/payments/captures.ts'
import { creditWallet, type CreditedAs } from '#server/money/payments/credit-wallet.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { insertSale, updateOrder } from './change-sql.ts'
import { closeOpenPayments } from './close-payments.ts'
import { subjectOf } from '#server/orders/read/follow-order.ts'
import { endOrder, getLockedOrder } from './end-order.ts'
import { hasRightPayment } from './payment-sql.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'
import { tellStep } from './tell-step.ts'

type Deps = Pick<Context, 'now' | 'log'>
type Arrived = { order: OrderRow; capture: CaptureRow }

/**
 * Pays an order with money that a gateway took, if the order is still unpaid and the amount is right. Otherwise the
 * money goes to the customer's wallet. Each capture is settled once, even if the order is settled or ended at the same
 * moment.
 */
export async function settleOrderPayment(
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  { captureId }: JobPayload<'settle-order-payment'>,
): Promise<void> {
  const known = await findCapture(ctx.sql, captureId)
  if (!known?.orderId || known.settledAs) return
  const { orderId, userId } = known
  await ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    await lockUser(tx, userId)
    const capture = await lockCapture(tx, captureId)
    if (!capture || capture.settledAs) return
    await settle(ctx, tx, { order, capture })
  })
}

async function settle(ctx: Deps, tx: Tx, { order, capture }: Arrived): Promise<void> {
  const { as, reference } = await creditWallet(ctx, tx, {
    capture,
    as: await judge(tx, { order, capture }),
  })
  if (as === 'held' || as === 'unclaimed') return
  if (as === 'order') return pay(ctx, tx, { order, reference })
  if (as !== 'other amount')
    return tellStep(ctx, tx, { orderId: order.id, words: tellWhy(as, capture) })
  const reason = tellWhy(as, capture)
  await endOrder(ctx, tx, { orderId: order.id, end: 'cancelled', reason, isQuiet: true })
}

type Outcome = Exclude<CreditedAs, 'top-up'>

/** More than the price may come in two captures, in any order. The one that is more does not end the order. */
async function judge(tx: Tx, { order, capture }: Arrived): Promise<Outcome> {
  if (order.paidAt) return 'second'
  if (order.status !== 'pending') return 'late'
  const amount = toHundredths(order.amount, order.currency)
  if (capture.amount === amount) return 'order'
  const isMore = await hasRightPayment(tx, { orderId: order.id, amount, otherThan: capture.id })
  return isMore ? 'second' : 'other amount'
}

/** Pays the order from the wallet, which has just received the money. */
async function pay(
  ctx: Deps,
  tx: Tx,
  { order, reference }: { order: OrderRow; reference: string },
): Promise<void> {
  const { id, userId, itemId, version } = order
  const paidAt = ctx.now()
  await moveOrderMoney(ctx, tx, {
    kind: 'order',
    orderId: id,
    payer: walletOf(userId),
    order,
    reference,
    now: paidAt,
  })
  const change = { status: 'processing', paidAt, paymentReference: reference } as const
  await updateOrder(tx, id, { ...change, version: version + 1 })
  await insertSale(tx, itemId)
  await closeOpenPayments(tx, id)
  await enqueue(tx, 'send-order-mail', { orderId: id, news: 'paid' })
  await tellFollowers(tx, subjectOf(id))
}

function tellWhy(
  as: Exclude<Outcome, 'order'>,
  { amount, currency, askedAmount }: CaptureRow,
): string {
  const [came, asked] = [
    formatHundredths(amount, currency),
    formatHundredths(askedAmount, currency),
  ]
  if (as === 'late')
    return `A payment of ${came} arrived after the order had ended. The money is in your wallet`
  if (as === 'second') return `Another payment of ${came} arrived. The money is in your wallet`
  return `The order was cancelled, because ${came} arrived instead of ${asked}. The money is in your wallet`
}
