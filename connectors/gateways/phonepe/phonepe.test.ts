import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Message, GatewayRefundRequest } from '#connectors/gateways/gateway.ts'
import { forgeries, nextReference, openGateways, refundOf } from '#tests/support/money/gateways.ts'
import { PHONEPE_ACCOUNT } from '#tests/support/money/phonepe.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createPhonePe } from './phonepe.ts'
import { PHONEPE } from './twin/credentials.ts'

async function open(t: TestContext) {
  const outside = await openGateways(t, 'phonepe')
  const { url, makeOpening, pay } = outside
  const account = {
    url,
    tokenUrl: url,
    scriptUrl: `${url}/web/bundle/checkout.js`,
    ...PHONEPE,
  }
  const phonepe = createPhonePe(account)
  async function begin() {
    const asked = makeOpening(nextReference('P'))
    const { gatewayId, page } = await phonepe.open(asked)
    assert.ok(page.is === 'script')
    return { reference: asked.reference, gatewayId, amount: asked.amount, page, url: page.url }
  }
  async function beginPaid() {
    const payment = await begin()
    const { gatewayPaymentId } = await pay(payment.url, 'success')
    return { ...payment, captureId: String(gatewayPaymentId) }
  }
  return { ...outside, account, phonepe, begin, beginPaid }
}

const webhook = (authorization?: string, body = '{}'): Message => ({
  headers: authorization === undefined ? {} : { authorization },
  body: Buffer.from(body),
  now: new Date(),
})

test('a webhook’s header is accepted in any spelling', () => {
  const proof = '54c8989d3942ca5ca1f0dcd58ef2f29fead89f0a141444bc37d3405ddb70cc89'
  const { readWebhook } = createPhonePe(PHONEPE_ACCOUNT)
  for (const known of [proof, proof.toUpperCase(), `SHA256 ${proof}`, `sha256 ${proof}`])
    assert.deepEqual(readWebhook(webhook(known)), [], known)
  for (const one of [
    undefined,
    '',
    proof.slice(1),
    `${proof}0`,
    `Basic ${proof}`,
    `0${proof.slice(1)}`,
  ])
    assert.equal(readWebhook(webhook(one)), null, String(one))

  const [payment, refund] = [nextReference('P'), nextReference('R')]
  const read = (payload: object) => readWebhook(webhook(proof, JSON.stringify({ payload })))
  assert.deepEqual(read({ merchantOrderId: payment }), [payment])
  const told = { merchantRefundId: refund, originalMerchantOrderId: payment }
  assert.deepEqual(read(told), [refund])
  assert.deepEqual(read({ merchantOrderId: 'ORD-1001', merchantRefundId: 7 }), [], "another's")
  assert.deepEqual(readWebhook(webhook(proof, 'no JSON')), [])
})

test('a payment is followed from its page to the captured money', async (t) => {
  const { account, phonepe, begin, pay } = await open(t)
  const { reference, gatewayId, page, url } = await begin()
  const ask = () => phonepe.ask({ reference, gatewayId })
  const OPEN = { is: 'open', captured: [] }
  assert.deepEqual(page, { is: 'script', src: account.scriptUrl, url })
  assert.match(await (await fetch(account.scriptUrl)).text(), /PhonePeCheckout = \{\s+transact\(/)

  assert.deepEqual(await ask(), OPEN)
  await pay(url, 'failure')
  assert.deepEqual(await ask(), { ...OPEN, hasFailedTry: true }, 'one may try again')
  await pay(url, 'pending')
  assert.deepEqual(await ask(), OPEN)
  const payer = { payer: 'asha.rao@ybl', payer_name: 'Asha Rao' }
  const { gatewayPaymentId } = await pay(url, 'success', payer)
  const { is, captured } = await ask()
  assert.equal(is, 'paid')
  const [{ bankReference, at, payer: paidBy, ...money }] = captured as [(typeof captured)[0]]
  assert.deepEqual(money, { id: gatewayPaymentId, amount: 19_999, currency: 'INR' })
  const { id, ...shown } = paidBy!
  assert.deepEqual(shown, { kind: 'vpa', shown: 'a****o@ybl', name: 'Asha Rao' })
  assert.match(id, /^a\*{4}o@ybl X{6}\d{4}$/, 'a masked address counts with its account')
  assert.match(String(bankReference), /^\d{12}$/)
  assert.ok(at && Math.abs(at.getTime() - Date.now()) < 60_000)
  assert.deepEqual(await ask(), { is, captured }, 'however often it is asked')
})

test('captures are reported as they arrived, with other amounts and twice', async (t) => {
  const { phonepe, begin, pay } = await open(t)
  const payment = await begin()
  await pay(payment.url, 'success', { amount: 150.5 })
  await pay(payment.url, 'success', { again: true })
  const { captured } = await phonepe.ask(payment)
  assert.deepEqual(
    captured.map(({ amount }) => amount),
    [15_050, 19_999],
  )
  assert.equal(new Set(captured.map(({ id }) => id)).size, 2)
})

test('a payment is created once, and found by its reference if the answer was lost', async (t) => {
  const { phonepe, begin, breakIt, mend, makeOpening } = await open(t)
  const { reference } = await begin()
  await assert.rejects(phonepe.open(makeOpening(reference)), /417 INVALID_MERCHANT_ORDER_ID/)

  const lost = nextReference('P')
  const named = { reference: lost, gatewayId: null }
  assert.deepEqual(await phonepe.ask(named), { is: 'unknown', captured: [] })
  await breakIt('drop-reply')
  await assert.rejects(phonepe.open(makeOpening(lost)))
  await mend()
  assert.deepEqual(await phonepe.ask(named), { is: 'open', captured: [] })
})

test('a refund sent twice is one refund, and is followed to its end', async (t) => {
  const { phonepe, beginPaid } = await open(t)
  const payment = await beginPaid()
  const asked = refundOf(payment, { amount: 10_000 })
  const ask = (one: GatewayRefundRequest = asked) =>
    phonepe.askRefund({ ...one, gatewayRefundId: null })
  assert.equal((await ask()).is, 'unknown')

  const sent = await phonepe.refund(asked)
  assert.deepEqual([sent.is, sent.reason], ['asked', ''])
  assert.equal((await phonepe.refund(asked)).gatewayId, sent.gatewayId)
  await until('the refund is done', async () => (await ask()).is === 'done')
  const { gatewayId, bankReference } = await ask()
  assert.equal(gatewayId, sent.gatewayId)
  assert.match(String(bankReference), /^\d{12}$/)
  assert.equal((await phonepe.refund(asked)).is, 'done')

  await assert.rejects(ask({ ...asked, amount: 5 }), /another refund/)
  const { is, reason } = await phonepe.refund(refundOf(payment, { amount: 10_000 }))
  assert.deepEqual([is, reason], ['failed', 'Refund amount is more than what can be refunded'])
})

test('a refund that fails says why', async (t) => {
  const { phonepe, beginPaid, decideRefunds } = await open(t)
  const asked = refundOf(await beginPaid())
  await decideRefunds('failed')
  await phonepe.refund(asked)
  const ask = () => phonepe.askRefund({ ...asked, gatewayRefundId: null })
  await until('the refund fails', async () => (await ask()).is === 'failed')
  assert.equal((await ask()).reason, 'BENEFICIARY_ACCOUNT_CLOSED')
})

test('its webhooks name what to look up, and forged ones are ignored', async (t) => {
  const { phonepe, beginPaid, breakIt, heardOf, pay, begin } = await open(t)
  const payment = await beginPaid()
  const asked = refundOf(payment)
  const [paid] = (await heardOf(1)) as [Message]
  assert.deepEqual(phonepe.readWebhook(paid), [payment.reference])
  const { 'another body': other, ...forged } = forgeries(paid, 'authorization')
  assert.ok(phonepe.readWebhook(other!), 'it cannot be told from its own')
  for (const [name, message] of Object.entries(forged))
    assert.equal(phonepe.readWebhook(message), null, name)

  await phonepe.refund(asked)
  const told = (await heardOf(3)).slice(1).map((message) => phonepe.readWebhook(message))
  assert.deepEqual(told, [[asked.reference], [asked.reference]])

  await breakIt('bad-signature')
  await pay((await begin()).url, 'success')
  assert.equal(phonepe.readWebhook((await heardOf(4))[3]!), null)
})

test('no answer, an error or a rate limit decides nothing about a payment', async (t) => {
  const { phonepe, beginPaid, breakIt, mend } = await open(t)
  const payment = await beginPaid()
  const refund = refundOf(payment)
  for (const kind of ['error', 'drop-reply', 'too-many'] as const) {
    await breakIt(kind)
    await assert.rejects(phonepe.ask(payment), Error, kind)
    await assert.rejects(phonepe.refund(refund), Error, kind)
    await assert.rejects(phonepe.askRefund({ ...refund, gatewayRefundId: null }), Error, kind)
    await assert.rejects(phonepe.check(), Error, kind)
    await mend()
  }
  assert.equal((await phonepe.ask(payment)).is, 'paid')
})

const isTold = (error: Error) => /401/.test(error.message) && !/not-the/.test(error.message)

test('wrong credentials are reported, and decide nothing about a payment', async (t) => {
  const { account, phonepe, begin, makeOpening } = await open(t)
  const { reference } = await begin()
  assert.equal(await phonepe.check(), null)
  const stranger = createPhonePe({ ...account, clientSecret: 'not-the-secret' })
  assert.match(String(await stranger.check()), /doesn’t accept this client id/)
  await assert.rejects(stranger.ask({ reference, gatewayId: null }), isTold)
  await assert.rejects(stranger.open(makeOpening(nextReference('P'))), isTold)
  const other = createPhonePe({ ...account, merchantId: 'ANOTHER' })
  await assert.rejects(other.ask({ reference, gatewayId: null }), /another merchant/)
})

test('tokens that PhonePe has forgotten are renewed', async (t) => {
  const { account, phonepe, begin } = await open(t)
  const { reference, gatewayId } = await begin()
  await fetch(`${account.url}/tokens`, { method: 'DELETE' })
  assert.equal((await phonepe.ask({ reference, gatewayId })).is, 'open')
})
