import type { GatewayMethod } from '#contract/money/gateways.ts'
import { DOLLARS_MIN } from '#contract/money/wallet.ts'
import type { Quote } from '#contract/orders/orders.ts'

export type Method = 'wallet' | GatewayMethod

/** The ways to pay through the shop's gateways. */
export type Offered = {
  upi: boolean
  dollars: GatewayMethod[] // ways to pay dollars, for customers who see them
  forThis: GatewayMethod[] // ways to pay dollars for this purchase
}

/** Gateways refuse a few cents as too little. */
export const addForThis = (
  offered: Omit<Offered, 'forThis'>,
  { amount }: Pick<Quote, 'amount'>,
): Offered => ({ ...offered, forThis: amount >= DOLLARS_MIN ? offered.dollars : [] })
