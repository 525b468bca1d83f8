import { DOLLARS_MIN } from '#contract/money/wallet.ts'
import type { Quote } from '#contract/orders/orders.ts'

/** A card pays dollars through a gateway, and UPI rupees. */
export type Method = 'wallet' | 'upi' | 'card'

/** The kinds of money that the shop's gateways take. */
export type Offered = {
  upi: boolean
  dollars: boolean // from customers who see dollars
  card: boolean // dollars, for this purchase
}

/** A card pays what the gateways don't refuse as too little. */
export const addCard = (
  offered: Omit<Offered, 'card'>,
  { amount }: Pick<Quote, 'amount'>,
): Offered => ({ ...offered, card: offered.dollars && amount >= DOLLARS_MIN })
