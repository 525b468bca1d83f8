import type { TestContext } from 'node:test'
import type { GatewayRefundRequest } from '#connectors/gateways/gateway.ts'
import { createPayPal } from '#connectors/gateways/paypal/paypal.ts'
import { openGateways, payByLink, refundOf } from './gateways.ts'
import { PAYPAL } from '#connectors/gateways/paypal/twin/credentials.ts'

/** Opens the sandbox's PayPal, with payments of 9.99 dollars. */
export async function openPayPal(t: TestContext) {
  const outside = await openGateways(t, 'paypal')
  const { url } = outside
  const account = {
    url,
    clientId: PAYPAL.clientId,
    clientSecret: PAYPAL.clientSecret,
    webhookId: PAYPAL.webhookId,
  }
  const paypal = createPayPal(account)
  const makeOpening: typeof outside.makeOpening = (reference, change) =>
    outside.makeOpening(reference, { currency: 'USD', amount: 999, ...change })
  const { begin } = payByLink({ ...outside, makeOpening }, paypal)
  /** Asks as the shop does while the customer may pay. */
  const ask = (payment: { reference: string; gatewayId: string | null }) =>
    paypal.ask({ ...payment, isWanted: true })
  async function beginPaid() {
    const payment = await begin()
    await outside.pay(payment.url, 'success', { webhook: 'never' })
    const { captured } = await ask(payment)
    return { ...payment, captureId: captured[0]!.id }
  }
  const forgetTokens = () => fetch(`${account.url}/tokens`, { method: 'DELETE' })
  return { ...outside, makeOpening, account, paypal, begin, beginPaid, ask, forgetTokens }
}

export const refundInDollars = (
  payment: GatewayRefundRequest['payment'],
  change: Partial<GatewayRefundRequest> = {},
) => refundOf(payment, { currency: 'USD', ...change })
