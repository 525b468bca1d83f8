import { formatExactly } from '#contract/core/money.ts'
import { NEXT_STATUS, type OrderStatus } from '#contract/orders/orders.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'

export type RefundTo = 'wallet' | 'source'
export type End = 'completed' | 'cancelled' | 'failed' | 'refunded'

type Moves = Record<OrderStatus, readonly OrderStatus[]>

export function refuseMove(from: OrderStatus, to: OrderStatus, moves: Moves = NEXT_STATUS): void {
  if (moves[from].includes(to)) return
  const isOver = moves[from].length === 0
  const message = isOver
    ? `This order is already ${from} and can’t change. Please place a new one`
    : `A ${from} order can’t become ${to}`
  throw new Refusal('STATUS_NOT_POSSIBLE', { message })
}

/** True for every end but completion: money, stock and coupon use are given back. */
export const givesBack = (end: End): boolean => end !== 'completed'

const WORDS = {
  completed: 'Delivered to your player',
  cancelled: 'The order was cancelled',
  failed: 'The order couldn’t be delivered',
  refunded: 'The order was refunded',
} as const satisfies Record<End, string>

type OrderEnd = { end: End; reason?: string; message?: string; refundTo?: RefundTo | 'outside' }

/**
 * Timeline text for the end of an order. `reason` replaces the words of the status. `message` is added by a person and
 * comes last, because its punctuation is unknown.
 */
export function tellEnd(
  order: OrderRow,
  { end, refundTo = 'wallet', reason, message }: OrderEnd,
): string {
  const words = [reason ?? WORDS[end]]
  if (givesBack(end) && order.paidAt && order.amount > 0) {
    const amount = formatExactly(order.amount, order.currency)
    words.push(
      {
        source: `${amount} is on its way back to where you paid from`,
        outside: `${amount} was paid outside the shop, and has to be returned outside the shop`,
        wallet: `${amount} is back in your wallet`,
      }[refundTo],
    )
  }
  return [...words, ...(message ? [message] : [])].join('. ')
}
