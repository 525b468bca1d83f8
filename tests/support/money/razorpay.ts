import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import type { TestContext } from 'node:test'
import { createRazorpay } from '#connectors/gateways/razorpay/razorpay.ts'
import { openGateways, payByLink } from './gateways.ts'

export async function openRazorpay(t: TestContext) {
  const outside = await openGateways(t, 'razorpay')
  const { url } = outside
  const account = {
    url,
    keyId: RAZORPAY.keyId,
    keySecret: RAZORPAY.keySecret,
    webhookSecrets: [RAZORPAY.webhookSecret],
  }
  const razorpay = createRazorpay(account)
  return { ...outside, account, razorpay, ...payByLink(outside, razorpay) }
}

/** Lists Razorpay's pages for a reference, as the shop's owner could. */
export async function findPages(
  { sandboxUrl }: Pick<TestShop, 'sandboxUrl'>,
  reference: string,
): Promise<string[]> {
  const basic = Buffer.from(`${RAZORPAY.keyId}:${RAZORPAY.keySecret}`).toString('base64')
  const response = await fetch(
    `${sandboxUrl}/razorpay/v1/payment_links?reference_id=${reference}`,
    { headers: { authorization: `Basic ${basic}` } },
  )
  const { payment_links } = (await response.json()) as { payment_links: { short_url: string }[] }
  return payment_links.map(({ short_url }) => short_url)
}
