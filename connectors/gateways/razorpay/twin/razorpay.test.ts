import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { RAZORPAY } from './credentials.ts'

type Body = Record<string, unknown>

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const wordsOf = ({ error }: Body) => (error as Body)['description']

const basic = (secret: string) => `Basic ${btoa(`${RAZORPAY.keyId}:${secret}`)}`

async function open(t: TestContext) {
  const { url, send } = await openSandbox(t)
  const authorization = basic(RAZORPAY.keySecret)
  async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}/razorpay/v1${path}`, {
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return [response.status, (await response.json()) as Body] as const
  }
  const link = (change: object = {}) => ask('/payment_links', { ...LINK, ...change })
  const pay = async (url: unknown, outcome: string) =>
    (await (await send('/pay', { payment_url: url, outcome })).json()) as Body
  return { ask, link, pay }
}

const LINK = {
  amount: 19_900,
  currency: 'INR',
  reference_id: 'ORD-1001',
  notes: { reference: 'ORD-1001' },
  callback_url: 'https://shop.example/return',
  callback_method: 'get',
}

test('an invalid link is refused with Razorpay’s own message', async (t) => {
  const { link, ask } = await open(t)
  for (const [change, words] of [
    [{ amount: undefined }, 'amount: cannot be blank.'],
    [{ amount: 99 }, 'amount: amount should be minimum 100 for INR.'],
    [{ amount: 199.5 }, 'amount: must be an integer.'],
    [{ currency: 'USD' }, 'currency: is not supported.'],
    [{ reference_id: 'x'.repeat(41) }, 'reference_id: the length must be no more than 40.'],
    [{ callback_method: undefined }, 'callback_method: must be a valid value.'],
    [{ callback_url: 'shop' }, 'callback_url: must be a valid URL.'],
    [{ expire_by: inSeconds(800) }, 'timestamp must be atleast 15 minutes in future'],
    [{ options: { checkout: { method: { cards: true } } } }, /^options: /],
    [{ options: { checkout: { method: { card: 'yes' } } } }, /^options: /],
    [{ options: { checkout: { method: { card: false, upi: false } } } }, /^options: /],
    [{ upi_link: true }, /^UPI Payment Links is not supported in Test Mode/],
    [{ customer: {} }, 'customer: (name: the length must be between 3 and 50.).'],
    [{ customer: { name: 'Om' } }, 'customer: (name: the length must be between 3 and 50.).'],
    [{ customer: { name: 'x'.repeat(51) } }, /^customer: \(name: the length/],
    [{ customer: { name: 'Rao, Asha' } }, 'customer: (name: must be in a valid format.).'],
    [{ customer: { name: 'asha@shop.example' } }, /^customer: \(name: must be/],
    [{ customer: { name: 'Asha', email: 'asha' } }, /^customer: \(email: /],
    [{ customer: { name: 'Asha', contact: '98765' } }, /^customer: \(contact: /],
    [{ notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n, ''])) }, /^notes: /],
  ] as const) {
    const [status, body] = await link(change)
    assert.equal(status, 400)
    assert.match(String(wordsOf(body)), typeof words === 'string' ? literally(words) : words)
  }
  const [status, body] = await ask('/payment_links', LINK, { authorization: basic('other') })
  assert.deepEqual([status, wordsOf(body)], [401, 'Authentication failed'])
})

const literally = (words: string) => new RegExp(`^${RegExp.escape(words)}$`)

test('a reference can be used once, and finds its link', async (t) => {
  const { link, ask } = await open(t)
  const [, made] = await link({ expire_by: inSeconds(1_000) })
  assert.deepEqual([made['status'], made['amount_paid'], made['payments']], ['created', 0, null])
  const [, cancelled] = await ask(`/payment_links/${made['id']}/cancel`, {})
  assert.equal(cancelled['status'], 'cancelled')
  assert.equal((await ask(`/payment_links/${made['id']}/cancel`, {}))[0], 400)
  const [status, body] = await link()
  assert.deepEqual(
    [status, wordsOf(body)],
    [400, 'payment link with given reference_id: ORD-1001 already exists'],
  )
  await link({ reference_id: 'ORD-1002' })
  const [, found] = await ask('/payment_links?reference_id=ORD-1001')
  assert.deepEqual(found, { payment_links: [cancelled] })
  assert.deepEqual((await ask('/payment_links?reference_id=ORD-1003'))[1], { payment_links: [] })
  const [none, nothing] = await ask('/payment_links/plink_none')
  assert.deepEqual([none, wordsOf(nothing)], [400, 'The id provided does not exist'])
})

test('a failed payment leaves its link open, and a captured one pays it', async (t) => {
  const { link, pay, ask } = await open(t)
  const [, { id, short_url }] = await link()
  const { gatewayPaymentId: first } = await pay(short_url, 'failure')
  const [, after] = await ask(`/payment_links/${id}`)
  assert.deepEqual([after['status'], after['amount_paid']], ['created', 0])
  assert.equal((after['payments'] as Body[])[0]!['status'], 'failed')
  const [, failed] = await ask(`/payments/${first}`)
  assert.deepEqual([failed['status'], failed['error_code']], ['failed', 'BAD_REQUEST_ERROR'])

  const { gatewayPaymentId: second } = await pay(short_url, 'success')
  const [, paid] = await ask(`/payment_links/${id}`)
  assert.deepEqual([paid['status'], paid['amount_paid']], ['paid', 19_900])
  const [, captured] = await ask(`/payments/${second}`)
  assert.deepEqual([captured['status'], captured['notes']], ['captured', LINK.notes])
  const [, { items, count }] = await ask('/payments?count=1&skip=1')
  assert.deepEqual([count, (items as Body[]).length], [1, 1])
  assert.equal((await ask('/payments?count=101'))[0], 400)
  const [, ofPayment] = await ask(`/payment_links?payment_id=${second}`)
  assert.deepEqual(ofPayment, { payment_links: [paid] })
})

test('a refund key belongs to one body, and refunds never exceed the payment', async (t) => {
  const { link, pay, ask } = await open(t)
  const [, { short_url }] = await link()
  const { gatewayPaymentId } = await pay(short_url, 'success')
  const path = `/payments/${gatewayPaymentId}/refund`
  const key = { 'x-refund-idempotency': 'REFUND-0001' }
  const [, refund] = await ask(path, { amount: 10_000, receipt: 'R1' }, key)
  assert.deepEqual([refund['status'], refund['receipt']], ['pending', 'R1'])
  assert.equal((await ask(path, { amount: 10_000, receipt: 'R1' }, key))[1]['id'], refund['id'])
  for (const [body, headers, words] of [
    [{ amount: 1_000, receipt: 'R1' }, key, /^Different request with the same idempotency key/],
    [{ amount: 1_000, receipt: 'R1' }, {}, /used already/],
    [{ amount: 9_901 }, {}, /greater than/],
    [{ amount: 99 }, {}, /at least/],
    [{ amount: 1_000 }, { 'x-refund-idempotency': 'short' }, /invalid/],
  ] as const) {
    const [status, answer] = await ask(path, body, headers)
    assert.equal(status, 400)
    assert.match(String(wordsOf(answer)), words)
  }
  const [, rest] = await ask(path, { amount: 9_900 })
  const [, payment] = await ask(`/payments/${gatewayPaymentId}`)
  assert.deepEqual([payment['status'], payment['refund_status']], ['refunded', 'full'])
  const [, { count }] = await ask(`/payments/${gatewayPaymentId}/refunds`)
  assert.equal(count, 2)
  assert.equal((await ask(`/refunds/${rest['id']}`))[1]['amount'], 9_900)
  assert.equal((await ask('/refunds/rfnd_none'))[0], 400)
})
