import { createCashfree } from '#connectors/gateways/cashfree/cashfree.ts'
import { createPaytm } from '#connectors/gateways/paytm/paytm.ts'
import { createRazorpay } from '#connectors/gateways/razorpay/razorpay.ts'
import { CASHFREE } from '#connectors/gateways/cashfree/twin/credentials.ts'
import { PAYTM } from '#connectors/gateways/paytm/twin/credentials.ts'
import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'

/** Builds each gateway that makes UPI codes, at an address. */
export const BUILT = {
  razorpay: (url: string) =>
    createRazorpay({
      url,
      keyId: RAZORPAY.keyId,
      keySecret: RAZORPAY.keySecret,
      webhookSecrets: [RAZORPAY.webhookSecret],
    }),
  cashfree: (url: string) =>
    createCashfree({
      url,
      clientId: CASHFREE.clientId,
      clientSecret: CASHFREE.clientSecret,
    }),
  paytm: (url: string) =>
    createPaytm({
      url,
      merchantId: PAYTM.merchantId,
      merchantKey: PAYTM.merchantKey,
      website: PAYTM.website,
    }),
}
export type Name = keyof typeof BUILT
