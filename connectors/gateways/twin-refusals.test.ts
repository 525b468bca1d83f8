import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { checksum } from './paytm/twin/paytm-checksum.ts'
import { PAYTM } from './paytm/twin/credentials.ts'
import { PAYU } from './payu/twin/credentials.ts'
import { PHONEPE } from './phonepe/twin/credentials.ts'
import { STRIPE } from './stripe/twin/credentials.ts'

type Body = Record<string, unknown>
const RETURN = 'https://shop.example/return'

test('PayU’s page refuses forms without a phone or with values that PayU cannot store', async (t) => {
  const { url } = await openSandbox(t)
  const good = { txnid: 'P1', amount: '199.00', productinfo: 'Gems', firstname: 'Asha' }
  async function post(change: Record<string, string>) {
    const email = 'asha@shop.example'
    const fields = { ...good, email, phone: '9876543210', surl: RETURN, furl: RETURN, ...change }
    const signed = [fields.txnid, fields.amount, fields.productinfo, fields.firstname, fields.email]
    const text = [PAYU.merchantKey, ...signed, '||||||||||'.slice(1), PAYU.salt]
    const hash = createHash('sha512').update(text.join('|')).digest('hex')
    const body = new URLSearchParams({ key: PAYU.merchantKey, ...fields, hash })
    const init = { method: 'POST', body, redirect: 'manual' } as const
    const response = await fetch(`${url}/payu/_payment`, init)
    return [response.status, /<p>(.*)<\/p>/.exec(await response.text())?.[1]]
  }
  for (const [change, words] of [
    [{ phone: '' }, 'Missing: phone.'],
    [{ phone: '+91 98765' }, 'Invalid phone.'],
    [{ email: '' }, 'Missing: email.'],
    [{ email: `${'a'.repeat(38)}@shop.example` }, 'Invalid email.'],
    [{ firstname: 'A'.repeat(61) }, 'Invalid firstname.'],
    [{ productinfo: 'x'.repeat(101) }, 'Invalid productinfo.'],
    [{ txnid: 'x'.repeat(26) }, 'Invalid txnid.'],
    [{ furl: 'shop' }, 'Invalid surl or furl.'],
    [{ enforce_paymethod: 'creditcard|NB' }, 'Invalid enforce_paymethod.'],
  ] as const)
    assert.deepEqual(await post(change), [400, words])
  assert.equal((await post({}))[0], 303)
})

test('Paytm refuses customer IDs with a hyphen and invalid numbers', async (t) => {
  const { url } = await openSandbox(t)
  async function initiate(userInfo: object, modes: string[] = ['UPI']) {
    const text = JSON.stringify({
      requestType: 'Payment',
      mid: PAYTM.merchantId,
      websiteName: PAYTM.website,
      orderId: 'P1',
      callbackUrl: RETURN,
      txnAmount: { value: '199.00', currency: 'INR' },
      userInfo,
      enablePaymentMode: modes.map((mode) => ({ mode })),
    })
    const body = `{"head":{"signature":"${checksum(text)}"},"body":${text}}`
    const page = `${url}/paytm/theia/api/v1/initiateTransaction`
    const answered = (await (await fetch(page, { method: 'POST', body })).json()) as { body: Body }
    return (answered.body['resultInfo'] as Body)['resultMsg']
  }
  assert.equal(await initiate({ custId: 'a-b' }), 'Invalid customer id')
  assert.equal(await initiate({}), 'Invalid customer id')
  assert.equal(await initiate({ custId: 'a1', mobile: '98765' }), 'Invalid mobile number')
  assert.equal(await initiate({ custId: 'a1', email: 'asha' }), 'Invalid email')
  assert.equal(await initiate({ custId: 'a1' }, ['CC']), 'Invalid payment mode')
  assert.equal(await initiate({ custId: 'a1', mobile: '9876543210' }), 'Success')
})

test('Stripe refuses invalid emails, and expands numbered fields', async (t) => {
  const sandbox = await openSandbox(t)
  const headers = { authorization: `Bearer ${STRIPE.secretKey}` }
  const sessions = `${sandbox.url}/stripe/v1/checkout/sessions`
  async function create(change: Record<string, string>) {
    const price = 'line_items[0][price_data]'
    const body = new URLSearchParams({
      mode: 'payment',
      [`${price}[currency]`]: 'inr',
      [`${price}[unit_amount]`]: '19900',
      [`${price}[product_data][name]`]: 'Gems',
      'line_items[0][quantity]': '1',
      success_url: RETURN,
      ...change,
    })
    const response = await fetch(sessions, { method: 'POST', headers, body })
    return [response.status, (await response.json()) as Body] as const
  }
  assert.equal((await create({ customer_email: 'asha' }))[0], 400)
  assert.equal((await create({ 'payment_method_types[0]': 'cards' }))[0], 400)
  assert.equal((await create({ 'metadata[note]': 'x'.repeat(501) }))[0], 400)
  const [, { id, url }] = await create({ customer_email: 'asha@shop.example' })
  await fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
  }).catch(() => null) // the shop it redirects to does not exist
  const find = async (query: string) =>
    ((await (await fetch(`${sessions}/${id}?${query}`, { headers })).json()) as Body)[
      'payment_intent'
    ]
  assert.equal(typeof (await find('')), 'string')
  for (const name of ['expand[]', 'expand[0]'])
    assert.equal(typeof (await find(`${name}=payment_intent`)), 'object', name)
})

test('PhonePe refuses a limit to methods in another version or with unknown names', async (t) => {
  const { url } = await openSandbox(t)
  const granted = await fetch(`${url}/phonepe/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: PHONEPE.clientId,
      client_secret: PHONEPE.clientSecret,
      client_version: PHONEPE.clientVersion,
      grant_type: 'client_credentials',
    }),
  })
  const { access_token } = (await granted.json()) as Body
  async function begin(merchantOrderId: string, paymentModeConfig: object) {
    const merchantUrls = { redirectUrl: RETURN }
    const paymentFlow = { type: 'PG_CHECKOUT', merchantUrls, paymentModeConfig }
    const response = await fetch(`${url}/phonepe/checkout/v2/pay`, {
      method: 'POST',
      headers: {
        authorization: `O-Bearer ${String(access_token)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ merchantOrderId, amount: 19_900, paymentFlow }),
    })
    return [response.status, ((await response.json()) as Body)['message']]
  }
  const refused = [400, 'paymentModeConfig is invalid']
  assert.deepEqual(await begin('P1', { enabledPaymentModes: [{ type: 'CARD' }] }), refused)
  const cards = { version: 'V2', enabledPaymentModes: [{ type: 'CARDS' }] }
  assert.deepEqual(await begin('P1', cards), refused)
  const good = { version: 'V2', enabledPaymentModes: [{ type: 'CARD' }] }
  assert.deepEqual(await begin('P1', good), [200, undefined])
})
