import type { openGateways } from './gateways.ts'
import { createCashfree } from '#connectors/gateways/cashfree/cashfree.ts'
import { createPaytm } from '#connectors/gateways/paytm/paytm.ts'
import { createRazorpay } from '#connectors/gateways/razorpay/razorpay.ts'

type Env = Awaited<ReturnType<typeof openGateways>>['env']

/** Builds each gateway that makes UPI codes, at the sandbox or another address. */
export const BUILT = {
  razorpay: (env: Env, url = env.RAZORPAY_URL) =>
    createRazorpay({
      url,
      keyId: env.RAZORPAY_KEY_ID,
      keySecret: env.RAZORPAY_KEY_SECRET,
      webhookSecrets: [env.RAZORPAY_WEBHOOK_SECRET],
    }),
  cashfree: (env: Env, url = env.CASHFREE_URL) =>
    createCashfree({
      url,
      clientId: env.CASHFREE_CLIENT_ID,
      clientSecret: env.CASHFREE_CLIENT_SECRET,
    }),
  paytm: (env: Env, url = env.PAYTM_URL) =>
    createPaytm({
      url,
      merchantId: env.PAYTM_MERCHANT_ID,
      merchantKey: env.PAYTM_MERCHANT_KEY,
      website: env.PAYTM_WEBSITE,
    }),
}
export type Name = keyof typeof BUILT
