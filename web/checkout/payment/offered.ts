import type { Currency } from '#contract/core/money.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { CustomerNeed } from '#contract/money/payment-needs.ts'
import { DOLLARS_MIN } from '#contract/money/wallet.ts'
import type { Quote } from '#contract/orders/orders.ts'

export type Method = 'wallet' | GatewayMethod

/** The ways to pay through the shop's gateways. */
export type Offered = {
  upi: boolean
  dollars: GatewayMethod[] // ways to pay dollars, for customers who see them
  ways: GatewayMethod[] // ways to pay for this purchase, the most used first; UPI is always shown
}

type Own = { currency: Currency; methods: GatewayMethod[] } // in the currency that the customer sees

/** UPI comes last for customers who see dollars. Gateways refuse a few cents as too little. */
export function toOffered(
  isUpiOffered: boolean,
  { currency, methods }: Own,
  { amount }: Pick<Quote, 'amount'>,
): Offered {
  const upi = isUpiOffered
  if (currency === 'INR')
    return { upi, dollars: [], ways: methods.includes('upi') ? methods : ['upi', ...methods] }
  return { upi, dollars: methods, ways: [...(amount >= DOLLARS_MIN ? methods : []), 'upi'] }
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
