import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { MAKES_UPI_CODES, type GatewayName } from '#contract/money/payments.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { nextReference, openGateways, refundOf } from '#tests/support/money/gateways.ts'
import { createCashfree } from './cashfree/cashfree.ts'
import type { Gateway } from './gateway.ts'
import { createPaytm } from './paytm/paytm.ts'
import { createRazorpay } from './razorpay/razorpay.ts'

type Outside = Awaited<ReturnType<typeof openGateways>>
type Env = Outside['env']

const BUILT = {
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
type Name = keyof typeof BUILT
const NAMES = Object.keys(BUILT) as Name[]

async function openCodes(t: TestContext, name: Name) {
  const outside = await openGateways(t, name)
  const gateway: Gateway = BUILT[name](outside.env)
  async function begin() {
    const asked = outside.makeOpening(nextReference('P'), { wantsUpiCode: true })
    const { gatewayId, page } = await gateway.open(asked)
    if (page.is !== 'upi') throw new Error(`The page is a ${page.is}`)
    return { reference: asked.reference, gatewayId, amount: asked.amount, uri: page.uri }
  }
  return { ...outside, gateway, begin }
}

test('the gateways that make UPI codes are those that the contract names', () => {
  const named = Object.entries(MAKES_UPI_CODES).flatMap(([name, makes]) => (makes ? [name] : []))
  assert.deepEqual(named as GatewayName[], NAMES)
})

for (const name of NAMES)
  test(`${name}: a UPI code is paid, told, found and refunded under its reference`, async (t) => {
    const { gateway, begin, pay, heardOf } = await openCodes(t, name)
    const payment = await begin()
    assert.match(payment.uri, name === 'cashfree' ? /^http.*&am=199\.99&/ : /^upi:.*&am=199\.99&/)
    const { is, captured } = await gateway.ask(payment)
    assert.deepEqual([is, captured], ['open', []])

    const { gatewayPaymentId } = await pay(payment.uri, 'success', { payer: 'asha@okbank' })
    const messages = await heardOf(name === 'razorpay' ? 2 : 1)
    const mentioned = messages.flatMap((message) => gateway.readWebhook(message) ?? [])
    assert.deepEqual(mentioned, [payment.reference])
    const paid = await gateway.ask(payment)
    assert.equal(paid.is, 'paid')
    assert.deepEqual(
      paid.captured.map(({ id, amount, currency }) => ({ id, amount, currency })),
      [{ id: gatewayPaymentId, amount: 19_999, currency: 'INR' }],
    )
    const refund = refundOf({ ...payment, captureId: String(gatewayPaymentId) })
    assert.equal((await gateway.refund(refund)).is, 'asked')
    assert.equal((await gateway.askRefund({ ...refund, gatewayRefundId: null })).is, 'asked')
    await gateway.close?.(payment)
    assert.equal((await gateway.ask(payment)).is, 'paid', 'closing changes nothing then')
  })

test('a closed UPI code has failed and cannot be paid', async (t) => {
  for (const name of ['razorpay', 'cashfree'] as const) {
    const { gateway, begin, send } = await openCodes(t, name)
    const payment = await begin()
    await gateway.close!(payment)
    await gateway.close!(payment)
    assert.deepEqual(await gateway.ask(payment), { is: 'failed', captured: [] }, name)
    await assert.rejects(
      send('/pay', { payment_url: payment.uri, outcome: 'success' }),
      /expired|longer/,
    )
  }
})

test('a failed try ends a UPI code where the gateway takes its number only once', async (t) => {
  const state = async (name: Name) => {
    const { gateway, begin, pay } = await openCodes(t, name)
    const payment = await begin()
    await pay(payment.uri, 'failure')
    return gateway.ask(payment)
  }
  assert.deepEqual(await state('razorpay'), { is: 'open', captured: [], hasFailedTry: true })
  assert.deepEqual(await state('cashfree'), { is: 'failed', captured: [] })
  assert.deepEqual(await state('paytm'), { is: 'failed', captured: [] })
})

test('a UPI code that UPI apps would refuse is not found by an altered text', async (t) => {
  const { begin, send } = await openCodes(t, 'razorpay')
  const { uri } = await begin()
  const altered = uri.replace('am=199.99', 'am=1.00')
  await assert.rejects(send('/pay', { payment_url: altered, outcome: 'success' }))
})

test('a gateway that is away makes no code, and the next call does', async (t) => {
  for (const name of NAMES) {
    const { gateway, makeOpening, breakIt, mend, pay } = await openCodes(t, name)
    const asked = makeOpening(nextReference('P'), { wantsUpiCode: true })
    for (const kind of ['error', 'too-many'] as const) {
      await breakIt(kind)
      await assert.rejects(gateway.open(asked), /answered|fault/i)
      await mend()
    }
    const { gatewayId, page } = await gateway.open(asked)
    assert.equal(page.is, 'upi', name)
    assert.ok(page.is === 'upi')
    await pay(page.uri, 'success')
    assert.equal((await gateway.ask({ ...asked, gatewayId })).captured.length, 1)
  }
})

test('a lost reply costs a second Razorpay code, and each is asked about by its own id', async (t) => {
  const { gateway, makeOpening, breakIt, mend, pay } = await openCodes(t, 'razorpay')
  const asked = makeOpening(nextReference('P'), { wantsUpiCode: true })
  await breakIt('drop-reply')
  await assert.rejects(gateway.open(asked))
  await mend()
  const first = await gateway.open(asked)
  const second = await gateway.open(asked)
  assert.notEqual(first.gatewayId, second.gatewayId)
  assert.ok(first.page.is === 'upi')
  await pay(first.page.uri, 'success')
  assert.equal((await gateway.ask({ ...asked, gatewayId: first.gatewayId })).is, 'paid')
  assert.equal((await gateway.ask({ ...asked, gatewayId: second.gatewayId })).is, 'open')
  const other = { reference: nextReference('P'), gatewayId: first.gatewayId }
  await assert.rejects(gateway.ask(other), /another UPI code/)
})

const MADE = {
  reference_id: 'P1',
  link_id: 'P1',
  amount: 19_999,
  link_amount: '199.99',
  id: 'plink_1',
  short_url: 'https://rzp.io/1',
  status: 'created',
  cf_link_id: '1',
  link_url: 'https://cashfree.example/1',
  link_status: 'ACTIVE',
}
const INITIATED = { resultInfo: { resultStatus: 'S', resultCode: '0000' }, txnToken: 'token' }

type Answer = { status?: number; body: object }

/** Answers requests whose path has the given part, and makes a plain page for the others. */
const answerTo = (part: string, answer: Answer) => (path: string) => {
  if (path.includes(part)) return answer
  if (path.endsWith('/pg/orders')) return { body: OWN_ORDER }
  return { body: path.includes('theia') ? { body: INITIATED } : MADE }
}

const OWN_ORDER = {
  cf_order_id: '7',
  order_id: 'P1',
  order_amount: '199.99',
  order_status: 'ACTIVE',
  payment_session_id: 'session_7',
}
const CODE = { id: 'qr_1', status: 'active', payment_amount: 19_999, notes: { reference: 'P1' } }
const SESSION = (uri: string) => ({ data: { payload: { default: uri } } })

test('a gateway without a usable UPI code opens its own page', async (t) => {
  const { env, makeOpening } = await openGateways(t, 'razorpay')
  const asked = makeOpening('P1', { wantsUpiCode: true })
  let answer = answerTo('', { body: {} })
  const { url } = await openCompany(t, ({ path }) => answer(path))
  const pageOf = async (name: Name, part: string, given: Answer) => {
    answer = answerTo(part, given)
    return (await BUILT[name](env, url).open(asked)).page.is
  }
  const refused = { error: { description: 'The requested URL was not found on the server.' } }
  for (const status of [400, 404])
    assert.equal(await pageOf('razorpay', 'qr_codes', { status, body: refused }), 'link')
  assert.equal(await pageOf('razorpay', 'qr_codes', { body: CODE }), 'link', 'no text')
  const picture = { ...CODE, image_content: 'https://rzp.io/i/1' }
  assert.equal(await pageOf('razorpay', 'qr_codes', { body: picture }), 'link', 'not for UPI apps')
  const text = { ...CODE, image_content: 'upi://pay?pa=1' }
  assert.equal(await pageOf('razorpay', 'qr_codes', { body: text }), 'upi')
  await assert.rejects(
    pageOf('razorpay', 'qr_codes', { body: { ...text, payment_amount: 1 } }),
    /another amount/,
  )

  const words = { message: 'UPI is not enabled' }
  assert.equal(await pageOf('cashfree', 'sessions', { status: 400, body: words }), 'link')
  assert.equal(await pageOf('cashfree', 'sessions', { body: { data: { payload: null } } }), 'link')
  assert.equal(await pageOf('cashfree', 'sessions', { body: SESSION('upi://pay?pa=1') }), 'upi')
  await assert.rejects(
    pageOf('cashfree', '/orders', { body: { ...OWN_ORDER, order_amount: '1.00' } }),
    /another amount/,
  )

  const failed = { resultInfo: { resultStatus: 'FAILURE', resultCode: 'QR_1007' } }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: failed } }), 'form')
  const made = { resultInfo: { resultStatus: 'SUCCESS', resultCode: 'QR_0001' } }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: made } }), 'form', 'no text')
  const whole = { ...made, qrData: 'upi://pay?pa=1' }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: whole } }), 'upi')
})
