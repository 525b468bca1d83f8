import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { openGateways } from '#tests/support/money/gateways.ts'
import { BUILT, type Name } from '#tests/support/money/upi-codes.ts'

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
  const { makeOpening } = await openGateways(t, 'razorpay')
  const asked = makeOpening('P1', { wantsUpiCode: true })
  let answer = answerTo('', { body: {} })
  const { url } = await openCompany(t, ({ path }) => answer(path))
  const pageOf = async (name: Name, part: string, given: Answer) => {
    answer = answerTo(part, given)
    return (await BUILT[name](url).open(asked)).page.is
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

  const elsewhere = SESSION('https://payments.cashfree.com/1')
  assert.equal(await pageOf('cashfree', 'sessions', { body: elsewhere }), 'link', 'no UPI app')
  const simulator = SESSION('https://payments-test.cashfree.com/1')
  assert.equal(await pageOf('cashfree', 'sessions', { body: simulator }), 'upi')

  const failed = { resultInfo: { resultStatus: 'FAILURE', resultCode: 'QR_1007' } }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: failed } }), 'form')
  const made = { resultInfo: { resultStatus: 'SUCCESS', resultCode: 'QR_0001' } }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: made } }), 'form', 'no text')
  const link = { ...made, qrData: 'https://paytm.example/1' }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: link } }), 'form', 'no UPI app')
  const refusedText = { ...failed, qrData: 'upi://pay?pa=1' }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: refusedText } }), 'form')
  const whole = { ...made, qrData: 'upi://pay?pa=1' }
  assert.equal(await pageOf('paytm', 'qr/create', { body: { body: whole } }), 'upi')
})

test('a Razorpay code that has closed with its payment stays open until the payment is listed', async (t) => {
  let reason: string | null = 'paid'
  let items: object[] = []
  const { url } = await openCompany(t, ({ path }) =>
    path.includes('/payments?')
      ? { body: { items } }
      : { body: { ...CODE, status: 'closed', close_reason: reason } },
  )
  const ask = () => BUILT.razorpay(url).ask({ reference: 'P1', gatewayId: 'qr_1' })
  assert.equal((await ask()).is, 'open')
  const payment = { id: 'pay_1', amount: 19_999, currency: 'INR', created_at: 1, notes: [] }
  items = [{ ...payment, status: 'captured' }]
  assert.equal((await ask()).is, 'paid')
  items = []
  reason = null
  assert.equal((await ask()).is, 'failed')
})
