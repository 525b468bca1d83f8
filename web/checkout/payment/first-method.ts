import type { Quote } from '#contract/orders/orders.ts'
import type { Method, Offered } from './offered.ts'

type Lacking = Pick<Quote, 'missing'>

/** The payment method selected at first: the wallet, unless only a gateway can pay. */
export function firstMethod(
  own: Lacking,
  rupees: Lacking,
  { upi, card }: Pick<Offered, 'upi' | 'card'>,
): Method {
  if (own.missing <= 0 || rupees.missing <= 0) return 'wallet'
  if (card) return 'card'
  return upi ? 'upi' : 'wallet'
}
