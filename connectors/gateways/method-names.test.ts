import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type GatewayMethod } from '#contract/money/gateways.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { openGateways } from '#tests/support/money/gateways.ts'
import { createCashfree } from './cashfree/cashfree.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { createPaytm } from './paytm/paytm.ts'
import { createPayU } from './payu/payu.ts'
import { createPhonePe } from './phonepe/phonepe.ts'
import { createRazorpay } from './razorpay/razorpay.ts'
import { createStripe } from './stripe/stripe.ts'
import { connectorOf } from '#tests/support/money/connectors.ts'
import { moreMethodsOf } from '#server/money/gateways/methods.ts'

/** An answer that suits all of them. None looks at the fields of the others. */
const ANSWER = {
  access_token: 'token',
  expires_at: 4_000_000_000,
  orderId: 'OMO1',
  redirectUrl: 'https://pay.example/1',
  reference_id: 'P1',
  link_id: 'P1',
  amount: 19_999,
  link_amount: '199.99',
  id: '1',
  short_url: 'https://pay.example/1',
  url: 'https://pay.example/1',
  status: 'created',
  cf_link_id: '1',
  link_url: 'https://pay.example/1',
  link_status: 'ACTIVE',
  body: { resultInfo: { resultStatus: 'S', resultCode: '0000' }, txnToken: 'token' },
}

/** Opens a page for each method of a gateway, and returns what `read` finds in the requests. */
async function askFor(
  t: TestContext,
  name: 'razorpay' | 'cashfree' | 'phonepe' | 'payu' | 'paytm' | 'stripe',
  { create, read }: { create: (url: string) => Gateway; read: (sent: string) => unknown },
) {
  const { makeOpening } = await openGateways(t, name)
  const { url, heard } = await openCompany(t, () => ({ body: ANSWER }))
  const gateway = create(url)
  const found: Partial<Record<GatewayMethod, unknown>> = {}
  for (const method of ['upi', ...moreMethodsOf(connectorOf(name))] as GatewayMethod[]) {
    const { page } = await gateway.open(makeOpening('P1', { method }))
    const sent = page.is === 'form' && name === 'payu' ? page.fields : heard.at(-1)!.body
    found[method] = read(typeof sent === 'string' ? sent : JSON.stringify(sent))
  }
  return found
}

const LONG = 'x'.repeat(16)

test('each gateway is asked for a method by the names in its documentation, and for UPI as before', async (t) => {
  const razorpay = await askFor(t, 'razorpay', {
    create: (url) =>
      createRazorpay({ url, keyId: 'rzp_live_1', keySecret: 's', webhookSecrets: [] }),
    read: (sent) => {
      const { options, upi_link } = JSON.parse(sent)
      return upi_link ?? Object.entries(options.checkout.method).filter(([, shown]) => shown)
    },
  })
  assert.deepEqual(razorpay, {
    upi: true,
    card: [['card', true]],
    netbanking: [['netbanking', true]],
    'mobile-wallet': [['wallet', true]],
  })
  const cashfree = await askFor(t, 'cashfree', {
    create: (url) => createCashfree({ url, clientId: 'c', clientSecret: 's' }),
    read: (sent) => JSON.parse(sent).link_meta.payment_methods,
  })
  assert.deepEqual(cashfree, {
    upi: 'upi',
    card: 'cc,dc',
    netbanking: 'nb',
    'mobile-wallet': 'app',
  })
  const phonepe = await askFor(t, 'phonepe', {
    create: (url) =>
      createPhonePe({
        url,
        tokenUrl: url,
        scriptUrl: url,
        merchantId: 'M',
        clientId: 'c',
        clientSecret: 's',
        clientVersion: '1',
        webhookUsername: 'u',
        webhookPassword: 'p',
      }),
    read: (sent) => JSON.parse(sent).paymentFlow.paymentModeConfig,
  })
  assert.deepEqual(phonepe, {
    upi: undefined,
    card: { version: 'V2', enabledPaymentModes: [{ type: 'CARD' }] },
    netbanking: { version: 'V2', enabledPaymentModes: [{ type: 'NET_BANKING' }] },
  })
  const payu = await askFor(t, 'payu', {
    create: (url) => createPayU({ url, apiUrl: url, merchantKey: 'k', salt: 's' }),
    read: (sent) => JSON.parse(sent).enforce_paymethod,
  })
  assert.deepEqual(payu, {
    upi: undefined,
    card: 'creditcard|debitcard',
    netbanking: 'netbanking',
    'mobile-wallet': 'cashcard',
    'pay-later': 'bnpl',
  })
  const paytm = await askFor(t, 'paytm', {
    create: (url) => createPaytm({ url, merchantId: 'M', merchantKey: LONG, website: 'DEFAULT' }),
    read: (sent) => JSON.parse(sent).body.enablePaymentMode,
  })
  assert.deepEqual(paytm, {
    upi: undefined,
    card: [{ mode: 'CREDIT_CARD' }, { mode: 'DEBIT_CARD' }],
    netbanking: [{ mode: 'NET_BANKING' }],
    'mobile-wallet': [{ mode: 'BALANCE' }],
    'pay-later': [{ mode: 'PAYTM_DIGITAL_CREDIT' }],
  })
  const stripe = await askFor(t, 'stripe', {
    create: (url) => createStripe({ url, secretKey: 'k', webhookSecrets: [] }),
    read: (sent) => new URLSearchParams(sent).get('payment_method_types[0]'),
  })
  assert.deepEqual(stripe, { upi: null, card: 'card' })
})
