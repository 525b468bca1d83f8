// Runs against a stand-in for Stripe that answers as each test decides.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Message, Opening } from '#connectors/gateways/gateway.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { nextReference, refundOf } from '#tests/support/money/gateways.ts'
import { createStripe } from './stripe.ts'

const SECRET = 'whsec_test_secret'
const NEW_YEAR = 1_767_225_600
const V1 = '9d5787a8a2d060734c4d6436ee0ae74d13f91870f3050e8de83a69523ecbf6cc'
const BODY = '{"id":"evt_test_1","type":"checkout.session.completed"}'

const message = (signature: string, seconds = NEW_YEAR): Message => ({
  headers: { 'stripe-signature': signature },
  body: Buffer.from(BODY),
  now: new Date(seconds * 1000),
})

test('the signature in its documentation verifies for five minutes, also among others', () => {
  const read = (one: Message, webhookSecrets = [SECRET]) =>
    createStripe({ url: '', secretKey: '', webhookSecrets }).readWebhook(one)
  const signed = `t=${NEW_YEAR},v1=${V1}`
  assert.deepEqual(read(message(signed)), [])
  assert.deepEqual(read(message(`t=${NEW_YEAR}, v1=00, v0=11, v1=${V1}`)), [])
  assert.deepEqual(read(message(signed, NEW_YEAR + 300)), [])
  assert.deepEqual(read(message(signed), ['whsec_new', SECRET]), [])
  assert.equal(read(message(signed, NEW_YEAR + 301)), null)
  assert.equal(read(message(signed, NEW_YEAR - 301)), null)
  assert.equal(read(message(signed), ['whsec_new']), null)
  assert.equal(read(message(signed), ['']), null)
  for (const bad of [
    '',
    V1,
    `v1=${V1}`,
    `t=${NEW_YEAR}`,
    `t=${NEW_YEAR},v0=${V1}`,
    `t=${NEW_YEAR},v1=${V1.toUpperCase()}`,
    `t=${NEW_YEAR + 1},v1=${V1}`,
    `t=,v1=${V1}`,
    `t=NaN,v1=${V1}`,
  ])
    assert.equal(read(message(bad)), null, bad)
})

async function openStandIn(t: TestContext, told: { status?: number; body: unknown }) {
  const { url, heard } = await openCompany(t, () => told)
  const stripe = createStripe({ url, secretKey: 'sk_test_1', webhookSecrets: [] })
  return { stripe, heard, told }
}

const SESSION = {
  id: 'cs_1',
  url: 'https://checkout.stripe.com/c/pay/cs_1',
  client_reference_id: 'P1',
  status: 'complete',
  payment_status: 'paid',
  payment_intent: { id: 'pi_1', status: 'succeeded', amount_received: 19_900, currency: 'inr' },
}

test('a retry repeats the whole request exactly', async (t) => {
  const { stripe, heard } = await openStandIn(t, { body: SESSION })
  const expiresAt = new Date(Date.now() + 17 * 60_000)
  const wanted: Opening = {
    reference: 'P1',
    amount: 19_900,
    currency: 'INR',
    words: '86 Diamonds',
    customer: { id: 'u1', fullName: 'Asha Rao', email: 'asha@example.com', phone: null },
    returnUrl: 'https://shop.example/return?reference=P1',
    webhookUrl: 'https://shop.example/webhook',
    expiresAt,
    method: 'upi',
    wantsUpiCode: false,
  }
  await stripe.open(wanted)
  await stripe.open(wanted)
  const day = new Date(Date.now() + 24 * 60 * 60_000)
  await stripe.open({ ...wanted, customer: { ...wanted.customer, email: null }, expiresAt: day })

  const [first, second, third] = heard as [(typeof heard)[0], (typeof heard)[0], (typeof heard)[0]]
  const { authorization } = first.headers
  assert.deepEqual([first.method, first.path], ['POST', '/v1/checkout/sessions'])
  assert.equal(authorization, 'Bearer sk_test_1')
  assert.equal(first.headers['idempotency-key'], 'P1')
  assert.equal(first.headers['stripe-version'], '2026-10-28.endive')
  const { expires_at, ...fields } = Object.fromEntries(new URLSearchParams(first.body))
  assert.ok(Number(expires_at) >= Date.now() / 1000 + 30 * 60)
  assert.deepEqual(fields, {
    mode: 'payment',
    client_reference_id: 'P1',
    'line_items[0][price_data][currency]': 'inr',
    'line_items[0][price_data][unit_amount]': '19900',
    'line_items[0][price_data][product_data][name]': '86 Diamonds',
    'line_items[0][quantity]': '1',
    'metadata[reference]': 'P1',
    'payment_intent_data[metadata][reference]': 'P1',
    'payment_intent_data[description]': '86 Diamonds',
    success_url: wanted.returnUrl,
    cancel_url: wanted.returnUrl,
    'adaptive_pricing[enabled]': 'false',
    customer_email: 'asha@example.com',
  })
  assert.equal(second.body, first.body)
  const last = new URLSearchParams(third.body)
  assert.deepEqual([last.has('expires_at'), last.has('customer_email')], [false, false])
})

test('an inconsistent answer is rejected', async (t) => {
  const { stripe, told } = await openStandIn(t, { body: {} })
  const ask = () => stripe.ask({ reference: 'P1', gatewayId: 'cs_1' })
  const intent = SESSION.payment_intent
  for (const [body, why] of [
    [{}, /client_reference_id/],
    [{ ...SESSION, client_reference_id: 'P2' }, /another payment/],
    [{ ...SESSION, status: 'done' }, /status/],
    [{ ...SESSION, payment_intent: null }, /without its payment/],
    [{ ...SESSION, payment_intent: { ...intent, amount_received: '199.00' } }, /amount_received/],
    ['<h1>Hello</h1>', /JSON/],
  ] as const) {
    told.body = body
    await assert.rejects(ask(), why)
  }
  told.status = 404
  told.body = { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } }
  await assert.rejects(ask(), /404/, 'that is about the address')
})

test('a refund is sent only if none with its reference exists, even without its idempotency key', async (t) => {
  const refund = { id: 're_1', amount: 100, status: 'succeeded', metadata: { reference: '' } }
  const body = { data: [refund], has_more: false }
  const { stripe, heard } = await openStandIn(t, { body })
  const payment = {
    reference: nextReference('P'),
    gatewayId: 'cs_1',
    amount: 100,
    captureId: 'pi_1',
  }
  const asked = refundOf(payment)
  refund.metadata.reference = asked.reference
  assert.equal((await stripe.refund(asked)).gatewayId, 're_1')
  assert.deepEqual(
    heard.map(({ method, path }) => `${method} ${path}`),
    ['GET /v1/refunds?payment_intent=pi_1&limit=100'],
  )
})

const MOVED = { amount: -1_660_00, fee: 1_245_00, currency: 'inr', exchange_rate: 83 }
const DISPUTE = {
  id: 'dp_1',
  payment_intent: 'pi_1',
  amount: 20_00,
  currency: 'usd',
  reason: 'fraudulent',
  status: 'needs_response',
  balance_transactions: [MOVED],
  created: NEW_YEAR,
}

test('Stripe’s debit in rupees for a payment in dollars is told in dollars', async (t) => {
  const { stripe, told } = await openStandIn(t, { body: DISPUTE })
  const dispute = await stripe.disputes!.ask('dp_1')
  assert.partialDeepStrictEqual(dispute, {
    currency: 'USD',
    amount: 20_00,
    taken: 20_00,
    fees: 15_00,
  })
  told.body = { ...DISPUTE, balance_transactions: [{ ...MOVED, exchange_rate: null }] }
  await assert.rejects(stripe.disputes!.ask('dp_1'), /without an exchange rate/)
})
