import type { TestContext } from 'node:test'
import { createRazorpay } from '#server/money/gateways/razorpay/razorpay.ts'
import { openGateways, payByLink } from './gateways.ts'

export async function openRazorpay(t: TestContext) {
  const outside = await openGateways(t, 'razorpay')
  const { env } = outside
  const account = {
    url: env.RAZORPAY_URL,
    keyId: env.RAZORPAY_KEY_ID,
    keySecret: env.RAZORPAY_KEY_SECRET,
    webhookSecrets: [env.RAZORPAY_WEBHOOK_SECRET],
  }
  const razorpay = createRazorpay(account)
  return { ...outside, account, razorpay, ...payByLink(outside, razorpay) }
}
