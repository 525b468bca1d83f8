import type { Currency } from '#contract/core/money.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { Quote } from '#contract/orders/orders.ts'
import type { CustomerNeed } from '#contract/money/payment-needs.ts'

export type Method = 'wallet' | GatewayMethod

/** The ways to pay through the shop's gateways. */
export type Offered = {
  upi: boolean
  foreign: GatewayMethod[] // ways to pay in the currency that the customer sees, if it is not rupees
  ways: GatewayMethod[] // ways to pay for this purchase, the most used first; UPI is always shown
}

/** In the currency that the customer sees. Gateways refuse less than `least`. */
type Own = { currency: Currency; methods: GatewayMethod[]; least: number }

/** UPI comes last for customers who see another currency than rupees. */
export function toOffered(
  isUpiOffered: boolean,
  { currency, methods, least }: Own,
  { amount }: Pick<Quote, 'amount'>,
): Offered {
  const upi = isUpiOffered
  if (currency === 'INR')
    return { upi, foreign: [], ways: methods.includes('upi') ? methods : ['upi', ...methods] }
  return { upi, foreign: methods, ways: [...(amount >= least ? methods : []), 'upi'] }
}

type Payment = {
  method: Method
  currency: Currency
  needs: readonly CustomerNeed[]
  refusal: string | undefined
}

/**
 * True if a payment needs a phone number that the account lacks. The needs are those of the gateway in use, for rupees.
 * A stand-in's are known once it has refused.
 */
export const isPhoneAsked = ({ method, currency, needs, refusal }: Payment): boolean =>
  method !== 'wallet' &&
  currency === 'INR' &&
  (needs.includes('phone') || refusal === 'PHONE_NEEDED')
