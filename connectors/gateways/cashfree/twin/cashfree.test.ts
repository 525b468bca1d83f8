import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { CASHFREE } from './credentials.ts'

type Body = Record<string, unknown>

async function open(t: TestContext) {
  const { url, send } = await openSandbox(t)
  const proof = {
    'x-client-id': CASHFREE.clientId,
    'x-client-secret': CASHFREE.clientSecret,
    'x-api-version': '2023-08-01',
  }
  async function ask(path: string, body?: object, headers: Record<string, string> = proof) {
    const response = await fetch(`${url}/cashfree/pg${path}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return [response.status, (await response.json()) as Body] as const
  }
  const link = (change: object = {}) => ask('/links', { ...LINK, ...change })
  const pay = (url: unknown, outcome: string) => send('/pay', { payment_url: url, outcome })
  return { ask, link, pay, proof }
}

const CUSTOMER = { customer_phone: '9876543210' }
const LINK = {
  link_id: 'ORD-1001',
  link_amount: 199,
  link_currency: 'INR',
  link_purpose: '86 Diamonds',
  customer_details: CUSTOMER,
}

test('requests need both credentials and a version', async (t) => {
  const { ask, proof } = await open(t)
  for (const change of [{ 'x-client-id': 'other' }, { 'x-client-secret': 'other' }]) {
    const [status, body] = await ask('/links/ORD-1001', undefined, { ...proof, ...change })
    assert.deepEqual(
      [status, body],
      [
        401,
        {
          message: 'authentication Failed',
          code: 'request_failed',
          type: 'authentication_error',
        },
      ],
    )
  }
  const { 'x-api-version': _, ...unversioned } = proof
  assert.equal((await ask('/links/ORD-1001', undefined, unversioned))[0], 400)
})

test('an invalid link is refused, and a link ID can be used once', async (t) => {
  const { ask, link } = await open(t)
  for (const [field, change] of [
    ['link_id', { link_id: 'a b' }],
    ['link_id', { link_id: 'x'.repeat(51) }],
    ['link_amount', { link_amount: 0.5 }],
    ['link_amount', { link_amount: 1.999 }],
    ['link_amount', { link_amount: '199.00' }],
    ['link_currency', { link_currency: undefined }],
    ['link_purpose', { link_purpose: '' }],
    ['customer_phone', { customer_details: {} }],
    ['customer_phone', { customer_details: { customer_phone: '' } }],
    ['customer_phone', { customer_details: { customer_phone: '+919876543210' } }],
    ['customer_name', { customer_details: { ...CUSTOMER, customer_name: 'Om' } }],
    ['customer_email', { customer_details: { ...CUSTOMER, customer_email: 'asha' } }],
    ['return_url', { link_meta: { return_url: 'shop' } }],
    ['notify_url', { link_meta: { notify_url: 'http://shop.example/' } }],
    ['payment_methods', { link_meta: { payment_methods: 'cc,paylater' } }],
    ['link_expiry_time', { link_expiry_time: '2020-01-01T00:00:00+05:30' }],
    ['link_expiry_time', { link_expiry_time: 'tomorrow' }],
    ['link_notes', { link_notes: { a: '', b: '', c: '', d: '', e: '', f: '' } }],
  ] as const) {
    const [status, body] = await link(change)
    assert.deepEqual([status, body['code']], [400, `${field}_invalid`])
  }
  const [, made] = await link({ link_amount: 1234.56 })
  assert.deepEqual([made['link_status'], made['link_amount']], ['ACTIVE', 1234.56])
  assert.deepEqual((await ask('/links/ORD-1001'))[1], made)
  const [status, { code }] = await link()
  assert.deepEqual([status, code], [409, 'link_already_exists'])
  assert.equal((await ask('/links/ORD-1001/cancel', {}))[1]['link_status'], 'CANCELLED')
  assert.equal((await ask('/links/ORD-1001/cancel', {}))[0], 400)
  assert.deepEqual([(await link())[0], (await ask('/links/ORD-1002'))[0]], [409, 404])
})

test('each attempt has an order, and only paid ones can be refunded', async (t) => {
  const { ask, link, pay } = await open(t)
  const [, { link_url }] = await link()
  await pay(link_url, 'failure')
  await pay(link_url, 'success')
  assert.equal((await ask('/links/ORD-1001'))[1]['link_status'], 'PAID')
  const listOf = async (path: string) => (await ask(path))[1] as unknown as Body[]
  const [failed, paid] = await listOf('/links/ORD-1001/orders?status=ALL')
  assert.deepEqual(await listOf('/links/ORD-1001/orders'), [paid])
  assert.match(String(paid!['order_id']), /^CFPay_/)
  assert.deepEqual(
    [failed!['order_status'], (await ask(`/orders/${paid!['order_id']}`))[1]['order_status']],
    ['ACTIVE', 'PAID'],
  )
  const [payment] = await listOf(`/orders/${paid!['order_id']}/payments`)
  assert.equal(payment!['payment_status'], 'SUCCESS')

  const input = { refund_amount: 99.5, refund_id: 'R1001' }
  const path = `/orders/${paid!['order_id']}/refunds`
  const [, refund] = await ask(path, input)
  assert.deepEqual([refund['refund_status'], refund['refund_amount']], ['PENDING', 99.5])
  assert.equal((await ask(path, input))[0], 409)
  for (const change of [
    { refund_id: 'R1002' },
    { refund_id: 'x y' },
    { refund_id: 'R1002', refund_amount: 0.5 },
    { refund_id: 'R1002', refund_amount: 1, refund_note: 'no' },
  ])
    assert.equal((await ask(path, { ...input, refund_amount: 99.51, ...change }))[0], 400)
  const ofFailed = `/orders/${failed!['order_id']}/refunds`
  assert.equal((await ask(ofFailed, { ...input, refund_id: 'R1002' }))[0], 400)
  assert.equal((await ask(`${path}/R1001`))[0], 200)
  assert.equal((await listOf(path)).length, 1)
  assert.deepEqual(
    [(await ask(`${path}/R1002`))[0], (await ask('/orders/CFPay_x_y'))[0]],
    [404, 404],
  )
})
