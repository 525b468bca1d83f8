import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellNews } from '#server/platform/db/news.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { moveMoney, walletOf, type Line } from '#server/money/ledger/ledger.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import * as rows from './change-sql.ts'
import { closeOpenPayments } from './close-payments.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'
import { isPaidOutside, OUTSIDE } from './outside-payment.ts'
import { givesBack, refuseMove, tellEnd, type End, type RefundTo } from './status-rules.ts'

export { hasOpenOrder } from './change-sql.ts'

type Ending = {
  orderId: string
  end: End
  reason?: string // in words for the customer, where there is more to say than the status
  callerId?: string // the administrator's who ends it
  refundTo?: RefundTo
  message?: string // what a person of the shop tells its customer
  proofImageId?: string // a picture of its delivery, which is kept already
  isQuiet?: boolean // where its customer hears of it in another way than by the order's email
}

/**
 * The one way an order ends: its status, its money, what it took, what its customer reads and hears, all or nothing. One
 * that has ended so already stays as it is. The caller's transaction has locked nothing that comes after orders.
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
  const news = { orderId, news: end, refundTo, ...(message ? { message } : {}) }
  if (!isQuiet) await enqueue(tx, 'send-order-mail', news)
  await tellNews(tx, subjectOf(orderId))
}

export const subjectOf = (orderId: string) => `order ${orderId}`

export async function getLockedOrder(tx: Tx, id: string): Promise<OrderRow> {
  const order = await rows.lockOrder(tx, id)
  if (!order) throw new Refusal('NO_SUCH_ORDER')
  return order
}

type Paid = { order: OrderRow; isOutside: boolean; now: Date }

/**
 * Gives the price back to the wallet of its currency, and the coupon's part to the coupons. A payment made outside the shop is
 * reversed instead: the wallet paid nothing, and a person has to return the money.
 */
async function refund(
  { log }: Pick<Context, 'log'>,
  tx: Tx,
  { order, isOutside, now }: Paid,
): Promise<void> {
  const { id, userId, currency, amount, itemPrice } = order
  // An account that is just being deleted would take the money with it.
  if (!isOutside && !(await lockUser(tx, userId)) && amount > 0) throw new Refusal('CUSTOMER_GONE')
  const to = isOutside ? OUTSIDE : walletOf(userId)
  const lines: Line[] = [
    { from: 'house:sales', to, currency, amount },
    { from: 'house:sales', to: 'house:coupons', currency, amount: itemPrice - amount },
  ]
  const [first, ...more] = lines.filter((line) => line.amount > 0)
  if (!first) return
  const { reference } = await moveMoney(tx, {
    key: `refund:${id}`,
    kind: 'refund',
    lines: [first, ...more],
    orderId: id,
    now,
  })
  const receiver = isOutside ? 'adjustments' : userId
  const moved = { orderId: id, from: 'sales', to: receiver, currency, amount, reference }
  tx.afterCommit(() => log.info(moved, 'money moved'))
}
