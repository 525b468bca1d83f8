import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Captured } from '#connectors/gateways/gateway.ts'
import { openCompany } from '#tests/support/network/company.ts'
import {
  choose,
  forgeries,
  nextReference,
  openGateways,
  payByLink,
  proveBroken,
  refundOf,
} from '#tests/support/money/gateways.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createCashfree } from './cashfree.ts'
import { CASHFREE } from './twin/credentials.ts'

const EXAMPLE = { url: 'http://localhost:1', clientId: 'id', clientSecret: 'cf_secret_test' }

async function open(t: TestContext) {
  const outside = await openGateways(t, 'cashfree')
  const { url } = outside
  const account = {
    url,
    clientId: CASHFREE.clientId,
    clientSecret: CASHFREE.clientSecret,
  }
  const cashfree = createCashfree(account)
  return { ...outside, account, cashfree, ...payByLink(outside, cashfree) }
}

test('the signature in its documentation covers bytes and time', () => {
  const body =
    '{"data":{"order":{"order_id":"ORD-1001","order_amount":199.00}},"type":"PAYMENT_SUCCESS_WEBHOOK"}'
  const headers = {
    'x-webhook-timestamp': '1767225600123',
    'x-webhook-signature': 'w01miWcemLy63hHmqMWEbqHUsVIy12n1xFi1id97vJI=',
  }
  const read = (text: string, change: object = {}, clientSecret = EXAMPLE.clientSecret) =>
    createCashfree({ ...EXAMPLE, clientSecret }).readWebhook({
      headers: { ...headers, ...change },
      body: Buffer.from(text),
      now: new Date(),
    })
  assert.deepEqual(read(body), [])
  assert.equal(read(JSON.stringify(JSON.parse(body))), null, 'read and written again')
  assert.equal(read(body, { 'x-webhook-timestamp': '1767225600124' }), null)
  assert.equal(read(body, { 'x-webhook-timestamp': undefined }), null)
  const moved = read(`3${body}`, { 'x-webhook-timestamp': '176722560012' })
  assert.deepEqual(moved, [], 'the same bytes, which say nothing any more')
  const old = {
    'x-cashfree-timestamp': headers['x-webhook-timestamp'],
    'x-cashfree-signature': headers['x-webhook-signature'],
  }
  const neither = { 'x-webhook-timestamp': undefined, 'x-webhook-signature': undefined }
  assert.deepEqual(read(body, { ...neither, ...old }), [], 'under the other names')
  assert.equal(read(body, { ...neither, ...old, 'x-cashfree-timestamp': '1' }), null)
  assert.equal(read(body, { ...old, 'x-webhook-signature': 'forged' }), null, 'no mix of both')
  assert.equal(read(body, {}, 'other'), null)
  assert.equal(read(body, {}, ''), null)
})

test('opening a payment twice returns one page, and another amount is refused', async (t) => {
  const { cashfree, makeOpening } = await open(t)
  const { customer, ...others } = makeOpening(nextReference('P'))
  const asked = { ...others, customer: { ...customer, email: null } }
  const first = await cashfree.open(asked)
  assert.deepEqual(await cashfree.open(asked), first)
  assert.match(first.gatewayId!, /^\d+$/)
  await assert.rejects(cashfree.open({ ...asked, amount: 20_000 }), /another amount/)
  await assert.rejects(
    cashfree.open(makeOpening(nextReference('P'), { amount: 99 })),
    /link_amount/,
  )
})

test('Cashfree is sent the customer’s real phone, and no name that it refuses', async (t) => {
  const { cashfree, makeOpening } = await open(t)
  const opened = (change: object) => {
    const asked = makeOpening(nextReference('P'))
    return cashfree.open({ ...asked, customer: { ...asked.customer, ...change } })
  }
  assert.deepEqual(cashfree.needs, ['phone'])
  await assert.rejects(opened({ phone: null }), /phone/)
  for (const change of [
    { fullName: 'Om' },
    { fullName: '' },
    { email: `${'x'.repeat(99)}@s.test` },
  ])
    assert.equal((await opened(change)).page.is, 'link')
})

test('a lookup reports each state of a payment and its exact amount', async (t) => {
  const { cashfree, begin, pay, send } = await open(t)
  const unheard = { reference: nextReference('P'), gatewayId: null }
  assert.deepEqual(await cashfree.ask(unheard), { is: 'unknown', captured: [] })

  const payment = await begin()
  const OPEN = { is: 'open', captured: [] }
  assert.deepEqual(await cashfree.ask(payment), OPEN)
  await pay(payment.url, 'failure')
  assert.deepEqual(await cashfree.ask(payment), { ...OPEN, hasFailedTry: true })
  await pay(payment.url, 'pending')
  assert.deepEqual(await cashfree.ask(payment), OPEN)
  const { gatewayPaymentId } = await pay(payment.url, 'success', { payer: 'asha@okbank' })
  const { is, captured } = await cashfree.ask({ ...payment, gatewayId: null })
  const [{ at, bankReference, payer, ...one }] = captured as [Captured]
  assert.equal(is, 'paid')
  assert.deepEqual(one, { id: gatewayPaymentId, amount: 19_999, currency: 'INR' })
  assert.deepEqual(payer, { kind: 'vpa', id: 'asha@okbank', shown: 'as…@okbank', name: '' })
  assert.match(bankReference!, /^\d{12}$/)
  assert.ok(Math.abs(at!.getTime() - Date.now()) < 60_000)
  await pay(payment.url, 'success', { again: true })
  assert.equal((await cashfree.ask(payment)).captured.length, 2)

  const strange = await begin()
  await pay(strange.url, 'success', { amount: 5.1, currency: 'USD' })
  const [other] = (await cashfree.ask(strange)).captured
  assert.deepEqual([other!.amount, other!.currency], [510, 'USD'])

  const closed = await begin()
  for (const one of [closed, closed, payment, unheard]) await cashfree.close!(one)
  assert.deepEqual(await cashfree.ask(closed), { is: 'failed', captured: [] })
  await assert.rejects(send('/pay', { payment_url: closed.url, outcome: 'success' }))
})

test('its webhooks name our references, and forged ones are refused', async (t) => {
  const { cashfree, begin, heardOf } = await open(t)
  const payment = await begin()
  assert.match((await choose(payment.url, 'failure'))!, new RegExp(`link_id=${payment.reference}`))
  await choose(payment.url, 'success')
  const [failed, ofOrder, ofLink] = await heardOf(3)
  for (const message of [failed!, ofOrder!])
    assert.deepEqual(cashfree.readWebhook(message), [payment.reference])
  assert.match(ofOrder!.body.toString(), /"payment_amount":199\.99,/)
  assert.deepEqual(cashfree.readWebhook(ofLink!), [payment.reference])
  for (const [how, message] of Object.entries(forgeries(ofLink!, 'x-webhook-signature')))
    assert.equal(cashfree.readWebhook(message), null, how)

  const [paid] = (await cashfree.ask(payment)).captured
  const refund = refundOf({ ...payment, captureId: paid!.id })
  await cashfree.refund(refund)
  const ofRefund = (await heardOf(4))[3]!
  assert.deepEqual(cashfree.readWebhook(ofRefund), [refund.reference])
})

test('a refund sent twice is one refund, and is looked up until it is done', async (t) => {
  const { cashfree, beginPaid, pay, decideRefunds } = await open(t)
  const payment = await beginPaid()
  const { gatewayPaymentId } = await pay(payment.url, 'success', { again: true })
  const refund = refundOf({ ...payment, captureId: String(gatewayPaymentId) }, { amount: 5_001 })
  const ask = (asked = refund) => cashfree.askRefund({ ...asked, gatewayRefundId: null })
  assert.deepEqual(await ask(), { is: 'unknown', gatewayId: null, bankReference: null, reason: '' })
  await decideRefunds('pending')
  const sent = await cashfree.refund({ ...refund, note: '' })
  assert.equal(sent.is, 'asked')
  assert.match(sent.gatewayId!, /^\d+$/)
  assert.deepEqual(await cashfree.refund(refund), sent)
  assert.deepEqual(await ask(), sent)
  await decideRefunds('done')
  await until('done', async () => (await ask()).is === 'done')
  assert.match((await ask()).bankReference!, /^\d{12}$/)

  await decideRefunds('failed')
  const failing = refundOf(payment, { amount: 1_000 })
  await cashfree.refund(failing)
  await until('failed', async () => (await ask(failing)).is === 'failed')
  assert.match((await ask(failing)).reason, /refused/)

  const tooMuch = await cashfree.refund(refundOf(refund.payment, { amount: 15_000 }))
  assert.deepEqual([tooMuch.is, tooMuch.gatewayId], ['failed', null])
  assert.match(tooMuch.reason, /exceeds/)
  const nobodys = refundOf({ ...payment, captureId: '1' })
  await assert.rejects(cashfree.refund(nobodys), /no order/)
})

test('a check reports wrong credentials, and a lookup with them decides nothing', async (t) => {
  const { cashfree, account, makeOpening, beginPaid } = await open(t)
  const payment = await beginPaid()
  assert.equal(await cashfree.check(), null)
  for (const change of [{ clientId: 'other' }, { clientSecret: 'not-the-secret' }]) {
    const wrong = createCashfree({ ...account, ...change })
    assert.match((await wrong.check())!, /doesn’t accept/)
    const refund = refundOf(payment)
    for (const asking of [
      () => wrong.open(makeOpening(nextReference('P'))),
      () => wrong.ask(payment),
      () => wrong.close!(payment),
      () => wrong.refund(refund),
      () => wrong.askRefund({ ...refund, gatewayRefundId: null }),
    ])
      await assert.rejects(asking, /^Error: Cashfree answered 401: authentication Failed$/)
  }
})

test('an invalid answer throws, and its effects are found by later lookups', async (t) => {
  const { cashfree, ...outside } = await open(t)
  await proveBroken(outside, cashfree)
})

test('an ambiguous report on a payment decides nothing', async (t) => {
  const reference = nextReference('P')
  const link = {
    cf_link_id: 1,
    link_id: reference,
    link_url: 'https://payments.cashfree.com/links/1',
    link_amount: 199,
    link_status: 'PAID',
  }
  const payment = {
    cf_payment_id: 1453002795,
    payment_status: 'SUCCESS',
    payment_amount: 1234567.1,
    payment_currency: 'INR',
    bank_reference: 'NA',
    payment_time: null,
  }
  const says: Record<string, { status?: number; body: unknown }> = {
    [`/pg/links/${reference}`]: { body: link },
    [`/pg/links/${reference}/orders?status=ALL`]: { body: [{ order_id: 'CFPay_1' }] },
  }
  const { url, heard } = await openCompany(t, ({ path }) => says[path] ?? { status: 404, body: {} })
  const cashfree = createCashfree({ ...EXAMPLE, url })
  const ask = () => cashfree.ask({ reference, gatewayId: null })
  const saysOfPayment = (...all: object[]) =>
    (says['/pg/orders/CFPay_1/payments'] = { body: all.map((one) => ({ ...payment, ...one })) })

  saysOfPayment({ payment_status: 'PENDING' }, { payment_status: 'VOID' }, { is_captured: false })
  assert.deepEqual(await ask(), { is: 'open', captured: [] })
  saysOfPayment({})
  const captured = { id: '1453002795', amount: 123_456_710, currency: 'INR', bankReference: null }
  assert.deepEqual(await ask(), { is: 'paid', captured: [{ ...captured, at: null, payer: null }] })
  saysOfPayment({ payment_amount: '199.005' })
  await assert.rejects(ask(), /isn’t an amount/)
  says[`/pg/links/${reference}`] = { body: { ...link, link_status: 'EXPIRED' } }
  saysOfPayment()
  assert.deepEqual(await ask(), { is: 'failed', captured: [] })
  says[`/pg/links/${reference}`] = { body: { ...link, link_id: 'ORD-1001' } }
  await assert.rejects(ask(), /another link/)
  says[`/pg/links/${reference}`] = { body: '<html>' }
  await assert.rejects(ask(), /not in JSON/)
  const { headers } = heard[0]!
  assert.deepEqual(
    [headers['x-client-id'], headers['x-client-secret'], headers['x-api-version']],
    ['id', 'cf_secret_test', '2023-08-01'],
  )
})
