import type { Order, Quote } from '#contract/orders/orders.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

type Open = Pick<Order, 'itemId' | 'gameDetailId' | 'couponId' | 'currency' | 'amount'>
type Wanted = Pick<OrderChoice, 'itemSlug' | 'gameDetailId' | 'couponCode'>

/** Finds the unpaid order that the server would resume, or else another one for the same pack and player. */
export function findOpenOrder<One extends Open>(
  orders: One[],
  { itemSlug, gameDetailId, couponCode }: Wanted,
  { currency, amount }: Pick<Quote, 'currency' | 'amount'>,
): { order: One; isSame: boolean } | null {
  const open = orders.filter(
    (order) => order.itemId.itemSlug === itemSlug && order.gameDetailId._id === gameDetailId,
  )
  // The server resumes the oldest order, and this list is newest first.
  const same = open.findLast(
    (order) =>
      (order.couponId?.couponCode ?? '') === couponCode &&
      order.currency === currency &&
      order.amount <= amount,
  )
  const order = same ?? open[0]
  return order ? { order, isSame: same !== undefined } : null
}
