import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { PHONEPE_ACCOUNT } from '#tests/support/money/phonepe.ts'
import { createPhonePe } from './phonepe.ts'

/** Stand-in for PhonePe that grants one-hour tokens and answers about payments as the test decides. */
async function openStandIn(t: TestContext, say: (authorization: string) => object) {
  const clock = { now: Date.now() }
  let granted = 0
  const { url, heard } = await openCompany(t, ({ path, headers }) => {
    if (path !== '/v1/oauth/token') {
      const told = { status: 200, body: say(headers.authorization ?? '') }
      return 'status' in told.body ? (told.body as typeof told) : told
    }
    const issued_at = Math.floor(clock.now / 1000)
    granted += 1
    return { body: { access_token: `token${granted}`, issued_at, expires_at: issued_at + 3600 } }
  })
  const account = { ...PHONEPE_ACCOUNT, url, tokenUrl: url }
  const phonepe = createPhonePe(account, () => clock.now)
  const ask = (reference = 'P1') => phonepe.ask({ reference, gatewayId: null })
  return { phonepe, ask, heard, clock, granted: () => granted }
}

const PENDING = { state: 'PENDING', paymentDetails: [] }
const REFUSED = { status: 401, body: { code: 'AUTHORIZATION_FAILED', message: 'No' } }

test('all calls share one token until half of its lifetime is over', async (t) => {
  const { ask, clock, granted } = await openStandIn(t, () => PENDING)
  await Promise.all(Array.from({ length: 5 }, () => ask()))
  assert.equal(granted(), 1)
  clock.now += 1_799_000
  await ask()
  assert.equal(granted(), 1)
  clock.now += 2_000
  await Promise.all(Array.from({ length: 5 }, () => ask()))
  assert.equal(granted(), 2)
})

test('a refused token is replaced once for all calls that used it', async (t) => {
  const good = { token: 'O-Bearer token1' }
  const say = (authorization: string) => (authorization === good.token ? PENDING : REFUSED)
  const { ask, heard, granted } = await openStandIn(t, say)
  await ask()
  good.token = 'O-Bearer token2'
  const all = await Promise.all(Array.from({ length: 5 }, () => ask()))
  assert.deepEqual(new Set(all.map(({ is }) => is)), new Set(['open']))
  assert.equal(granted(), 2)

  good.token = 'none'
  const before = heard.length
  await assert.rejects(ask(), /401 AUTHORIZATION_FAILED/)
  assert.equal(heard.length - before, 3, 'asked, a new token, asked once more')
})

test('an inconsistent answer is rejected', async (t) => {
  const paid = { transactionId: 'OM1', amount: 100, state: 'COMPLETED' }
  const told: { body: object } = { body: {} }
  const { ask } = await openStandIn(t, () => told.body)
  const completed = (more: object) => ({ state: 'COMPLETED', paymentDetails: [paid], ...more })
  for (const [body, why] of [
    [{}, /state/],
    [{ state: 'DONE' }, /state/],
    [completed({ paymentDetails: [] }), /without its transaction/],
    [completed({ paymentDetails: [{ ...paid, state: 'FAILED' }] }), /without its transaction/],
    [completed({ paymentDetails: [{ ...paid, amount: '1.00' }] }), /amount/],
    [completed({ merchantOrderId: 'P2' }), /another payment/],
    [completed({ merchantId: 'ANOTHER' }), /another merchant/],
    [{ status: 404, body: { code: 'NOT_FOUND' } }, /404/],
    [{ status: 400, body: { code: 'BAD_REQUEST' } }, /400/],
    [{ status: 200, body: '<h1>Hello</h1>' }, /JSON/],
  ] as const) {
    told.body = body
    await assert.rejects(ask(), why)
  }
  told.body = completed({ merchantOrderId: 'P1', currency: 'usd' })
  const money = { id: 'OM1', amount: 100, currency: 'USD', bankReference: null, at: null }
  assert.deepEqual(await ask(), { is: 'paid', captured: [{ ...money, payer: null }] })
  for (const code of ['MERCHANT_ORDER_MAPPING_NOT_FOUND', 'INVALID_MERCHANT_ORDER_ID']) {
    told.body = { status: 400, body: { success: false, code, message: 'No entry', data: {} } }
    assert.deepEqual(await ask(), { is: 'unknown', captured: [] }, code)
  }
  told.body = { state: 'FAILED', paymentDetails: null }
  assert.deepEqual(await ask(), { is: 'failed', captured: [] })
})

test('a refund is recognised without PhonePe’s own ID, wherever its bank reference stands', async (t) => {
  const told: { body: object } = { body: {} }
  const { phonepe } = await openStandIn(t, () => told.body)
  const payment = { reference: 'P1', gatewayId: null, amount: 100, captureId: 'OM1' }
  const asked = { reference: 'R1', amount: 100, currency: 'INR', note: '', payment } as const
  const ask = () => phonepe.askRefund({ ...asked, gatewayRefundId: null })
  const rail = { rail: { utr: '610408034245' } }
  const done = { amount: 100, state: 'COMPLETED' }
  for (const more of [
    { splitInstruments: [rail] },
    { paymentDetails: [rail] },
    { paymentDetails: [{ splitInstruments: [rail] }], splitInstruments: null },
  ]) {
    told.body = { ...done, ...more }
    const found = { is: 'done', gatewayId: null, bankReference: '610408034245', reason: '' }
    assert.deepEqual(await ask(), found)
  }
  told.body = { ...done, refundId: 'OMR1', splitInstruments: [{ rail: { vpa: 'x@ybl' } }] }
  const { gatewayId, bankReference } = await ask()
  assert.deepEqual([gatewayId, bankReference], ['OMR1', null])
  told.body = { ...done, originalMerchantOrderId: 'P2' }
  await assert.rejects(ask(), /another refund/)
})
