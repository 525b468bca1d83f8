import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { settleLostDisputes } from '#server/money/disputes/record-dispute.ts'
import { moveOrderMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { passOnMoney } from '#server/accounts/guests/guests.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import * as rows from './change-sql.ts'
import { closeOpenPayments } from './close-payments.ts'
import { subjectOf } from '#server/orders/read/follow-order.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'
import { isPaidOutside, OUTSIDE } from '#server/orders/read/paid-outside.ts'
import { givesBack, refuseMove, tellEnd, type End, type RefundTo } from './status-rules.ts'

export { hasOpenOrder } from './change-sql.ts'

type Ending = {
  orderId: string
  end: End
  reason?: string // for the customer, if the status alone does not say enough
  callerId?: string // administrator who ends it
  refundTo?: RefundTo
  message?: string // staff's message to the customer
  proofImageId?: string // picture of the delivery, already stored
  isQuiet?: boolean // true sends no order email, because the customer learns of the end in another way
}

/**
 * Ends an order, all or nothing: status, refund, stock and coupon, timeline and email. Every end of an order goes
 * through here. Does nothing if the order already has this status. The caller holds no lock that comes after orders in
 * the lock order.
 */
export async function endOrder(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  ending: Ending,
): Promise<void> {
  const { orderId, end, callerId, refundTo = 'wallet', message, isQuiet = false } = ending
  const order = await getLockedOrder(tx, orderId)
  if (order.status === end) return
  refuseMove(order.status, end)
  if (end === 'completed' && !order.paidAt) throw new Refusal('STATUS_NOT_POSSIBLE')
  const now = ctx.now()
  const isRefunded = givesBack(end) && order.paidAt !== null
  const isOutside = isRefunded && (await isPaidOutside(tx, orderId))
  if (isRefunded) await refund(ctx, tx, { order, isOutside, now })
  if (givesBack(end)) await rows.takeBack(tx, orderId)
  const version = order.version + 1
  await rows.updateOrder(tx, orderId, {
    status: end,
    version,
    endedAt: order.endedAt ?? now,
    heldFor: null,
    heldAt: null,
    claimedBy: null,
    claimedAt: null,
    ...(ending.proofImageId ? { proofImageId: ending.proofImageId } : {}),
    ...(isRefunded ? { refundedAt: now } : {}),
  })
  await rows.insertEvent(tx, {
    orderId,
    number: version,
    status: end,
    message: tellEnd(order, isOutside ? { ...ending, refundTo: 'outside' } : ending),
    userId: callerId ?? null,
    createdAt: now,
  })
  if (order.status === 'pending') await closeOpenPayments(tx, orderId)
  if (order.heldFor === 'person') await rows.closeReview(tx, orderId, now)
  const news = { orderId, news: end, refundTo, ...(message ? { message } : {}) }
  if (!isQuiet) await enqueue(tx, 'send-order-mail', news)
  await tellFollowers(tx, subjectOf(orderId))
}

export async function getLockedOrder(tx: Tx, id: string): Promise<OrderRow> {
  const order = await rows.lockOrder(tx, id)
  if (!order) throw new Refusal('NO_SUCH_ORDER')
  return order
}

type Paid = { order: OrderRow; isOutside: boolean; now: Date }

/**
 * Refunds the price to the wallet of its currency, and the discount to the coupon account. The wallet didn't pay for an
 * order that was paid outside the shop. Such a payment is only reversed in the books, and a person has to return the
 * money.
 */
async function refund(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  { order, isOutside, now }: Paid,
): Promise<void> {
  const { id: orderId, userId } = order
  // Money refunded to an account that is just being deleted would be lost with it.
  if (!isOutside && !(await lockUser(tx, userId)) && order.amount > 0)
    throw new Refusal('CUSTOMER_GONE')
  const payer = isOutside ? OUTSIDE : walletOf(userId)
  await moveOrderMoney(ctx, tx, { kind: 'refund', orderId, payer, order, now })
  await passOnMoney(tx, userId)
  if (!isOutside && order.paymentMethod === 'upi')
    await settleLostDisputes(ctx, tx, { orderId, userId })
}
