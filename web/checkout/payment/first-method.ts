import type { PaymentMethod, Quote } from '#contract/orders/orders.ts'

type Lacking = Pick<Quote, 'missing'>

/** The payment method selected at first: the wallet, unless only UPI can pay. */
export const firstMethod = (own: Lacking, rupees: Lacking, isUpiOffered: boolean): PaymentMethod =>
  own.missing > 0 && rupees.missing > 0 && isUpiOffered ? 'upi' : 'wallet'
