import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Message, GatewayRefundRequest } from '#connectors/gateways/gateway.ts'
import {
  choose,
  forgeries,
  nextReference,
  openGateways,
  payByLink,
  refundOf,
} from '#tests/support/money/gateways.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createStripe } from './stripe.ts'
import { STRIPE } from './twin/credentials.ts'

const OPEN = { is: 'open', captured: [] }
const MINUTE_MS = 60_000

async function open(t: TestContext) {
  const outside = await openGateways(t, 'stripe')
  const { url } = outside
  const account = {
    url,
    secretKey: STRIPE.secretKey,
    webhookSecrets: [STRIPE.webhookSecret],
  }
  const stripe = createStripe(account)
  return { ...outside, account, stripe, ...payByLink(outside, stripe) }
}

test('a payment is followed from its page to the captured money', async (t) => {
  const { stripe, begin, pay } = await open(t)
  const payment = await begin()
  const ask = () => stripe.ask(payment)
  assert.match(String(payment.gatewayId), /^cs_test_/)
  assert.deepEqual(await ask(), OPEN)
  await pay(payment.url, 'failure')
  assert.deepEqual(await ask(), { ...OPEN, hasFailedTry: true }, 'one may try again')
  await pay(payment.url, 'pending')
  assert.deepEqual(await ask(), OPEN)
  const { gatewayPaymentId } = await pay(payment.url, 'success', {
    amount: 150.5,
    payer: '4000000000000077',
    payer_name: 'Asha Rao',
  })
  const money = {
    id: gatewayPaymentId,
    amount: 15_050,
    currency: 'INR',
    bankReference: null,
    at: null,
  }
  const first = await ask()
  const { id, ...shown } = first.captured[0]!.payer!
  assert.deepEqual(shown, { kind: 'card', shown: 'Card …0077', name: 'Asha Rao' })
  const captured = [{ ...money, payer: { ...shown, id } }]
  assert.deepEqual(first, { is: 'paid', captured })
  assert.deepEqual(await ask(), { is: 'paid', captured }, 'however often it is asked')
  assert.deepEqual(await stripe.ask({ ...payment, gatewayId: null }), { is: 'paid', captured })
})

test('a payment that the bank finally refuses has failed', async (t) => {
  const { stripe, begin, pay } = await open(t)
  const payment = await begin()
  await pay(payment.url, 'pending')
  await pay(payment.url, 'failure')
  assert.deepEqual(await stripe.ask(payment), { is: 'failed', captured: [] })
})

test('after paying, leaving or a refusal the browser returns to the shop', async (t) => {
  const { begin } = await open(t)
  const { reference, url } = await begin()
  assert.equal(await choose(url, 'failure'), url)
  assert.match(String(await choose(url, 'close')), new RegExp(`reference=${reference}$`))
  assert.match(String(await choose(url, 'success')), new RegExp(`reference=${reference}$`))
})

test('opening a payment again returns the same one, even if the first answer was lost', async (t) => {
  const { stripe, breakIt, mend, makeOpening } = await open(t)
  const wanted = makeOpening(nextReference('P'))
  const named = { reference: wanted.reference, gatewayId: null }
  assert.deepEqual(await stripe.ask(named), { is: 'unknown', captured: [] })
  await breakIt('drop-reply')
  await assert.rejects(stripe.open(wanted))
  await mend()
  assert.deepEqual(await stripe.ask(named), OPEN)
  const [opened, again] = [await stripe.open(wanted), await stripe.open(wanted)]
  assert.deepEqual(opened, again)
  await assert.rejects(stripe.open({ ...wanted, amount: 500 }), /400 idempotency_error/)
  const gatewayId = 'cs_test_unknown'
  assert.equal((await stripe.ask({ ...named, gatewayId })).is, 'unknown')
  const other = { reference: nextReference('P'), gatewayId: opened.gatewayId }
  await assert.rejects(stripe.ask(other), /another payment/)
})

test('a payment whose answer was lost is found among hundreds of others', async (t) => {
  const { stripe, begin } = await open(t)
  const { reference, gatewayId } = await begin()
  for (let other = 0; other < 201; other++) await begin()
  assert.deepEqual(await stripe.ask({ reference, gatewayId: null }), OPEN)
  await stripe.close!({ reference, gatewayId: null })
  assert.equal((await stripe.ask({ reference, gatewayId })).is, 'failed')
})

test('a closed payment cannot be paid, and closing a paid one does nothing', async (t) => {
  const { stripe, begin, beginPaid, pay, breakIt } = await open(t)
  const closed = await begin()
  await stripe.close!(closed)
  await stripe.close!(closed)
  await assert.rejects(pay(closed.url, 'success'), /no longer be paid/)
  assert.deepEqual(await stripe.ask(closed), { is: 'failed', captured: [] })
  const paid = await beginPaid()
  await stripe.close!(paid)
  await stripe.close!({ reference: nextReference('P'), gatewayId: null })
  assert.equal((await stripe.ask(paid)).is, 'paid')
  await breakIt('error')
  await assert.rejects(stripe.close!(closed))
})

test('a refund sent twice is one refund, and is followed to its end', async (t) => {
  const { stripe, beginPaid, breakIt, mend } = await open(t)
  const payment = await beginPaid()
  const asked = refundOf(payment, { amount: 10_000 })
  const ask = (one: GatewayRefundRequest = asked, gatewayRefundId: string | null = null) =>
    stripe.askRefund({ ...one, gatewayRefundId })
  assert.equal((await ask()).is, 'unknown')
  await breakIt('drop-reply')
  await assert.rejects(stripe.refund(asked))
  await mend()

  const sent = await stripe.refund(asked)
  assert.match(String(sent.gatewayId), /^re_/)
  const all = await Promise.all([stripe.refund(asked), stripe.refund(asked)])
  for (const { gatewayId } of all) assert.equal(gatewayId, sent.gatewayId)
  await until('the refund is done', async () => (await ask()).is === 'done')
  assert.deepEqual(await ask(asked, sent.gatewayId), await ask())
  assert.match(String((await ask()).bankReference), /^\d{12}$/)

  const more = await stripe.refund(refundOf(payment, { amount: 10_000 }))
  assert.equal(more.is, 'failed')
  assert.equal(more.reason, 'Refund amount is greater than unrefunded amount on charge')
  const other = refundOf(payment, { amount: 9_999 })
  await assert.rejects(ask(other, sent.gatewayId), /another refund/)
  assert.notEqual((await stripe.refund(other)).gatewayId, sent.gatewayId)
  await assert.rejects(stripe.refund(refundOf({ ...payment, captureId: 'pi_1' })), /404/)
})

test('a refund that fails says why', async (t) => {
  const { stripe, beginPaid, decideRefunds, heardOf } = await open(t)
  const asked = refundOf(await beginPaid())
  await decideRefunds('failed')
  assert.equal((await stripe.refund(asked)).is, 'asked')
  const ask = () => stripe.askRefund({ ...asked, gatewayRefundId: null })
  await until('the refund fails', async () => (await ask()).is === 'failed')
  assert.equal((await ask()).reason, 'expired_or_canceled_card')
  assert.deepEqual(stripe.readWebhook((await heardOf(2))[1]!), [asked.reference])
})

test('its webhooks name what to look up, and others are ignored', async (t) => {
  const { account, stripe, begin, beginPaid, breakIt, heardOf, pay } = await open(t)
  const payment = await beginPaid()
  const [paid] = (await heardOf(1)) as [Message]
  assert.deepEqual(stripe.readWebhook(paid), [payment.reference])
  for (const [name, message] of Object.entries(forgeries(paid, 'stripe-signature')))
    assert.equal(stripe.readWebhook(message), null, name)
  const later = (seconds: number) => new Date(paid.now.getTime() + seconds * 1000)
  assert.ok(stripe.readWebhook({ ...paid, now: later(290) }))
  assert.equal(stripe.readWebhook({ ...paid, now: later(302) }), null, 'an old one')
  assert.equal(stripe.readWebhook({ ...paid, now: later(-302) }), null, 'one of the future')
  const read = (...webhookSecrets: string[]) =>
    createStripe({ ...account, webhookSecrets }).readWebhook(paid)
  assert.ok(read('whsec_new', ...account.webhookSecrets))
  assert.equal(read('whsec_new'), null)

  const asked = refundOf(payment)
  await stripe.refund(asked)
  const refunded = (await heardOf(3)).slice(1).map((message) => stripe.readWebhook(message))
  assert.deepEqual(refunded, [[payment.reference], [asked.reference]])

  const slow = await begin()
  await pay(slow.url, 'pending')
  await pay(slow.url, 'success')
  const told = (await heardOf(5)).slice(3)
  assert.deepEqual(
    told.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type),
    ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
  )
  for (const message of told) assert.deepEqual(stripe.readWebhook(message), [slow.reference])

  await breakIt('bad-signature')
  await pay((await begin()).url, 'success')
  assert.equal(stripe.readWebhook((await heardOf(6))[5]!), null)
})

test('its list of captures is complete, with all refunds', async (t) => {
  const { stripe, begin, beginPaid, captureByHand } = await open(t)
  const from = new Date(Date.now() - MINUTE_MS)
  const to = new Date(Date.now() + MINUTE_MS)
  const payment = await beginPaid()
  await begin()
  const { gatewayPaymentId } = await captureByHand(250)
  await stripe.refund(refundOf(payment, { amount: 4_000 }))
  const booked = await stripe.listCaptured!(from, to)
  const { captureId, reference } = payment
  const mine = { reference, captureId, amount: 19_999, currency: 'INR', refunded: 4_000 }
  const strange = { reference: null, captureId: gatewayPaymentId, amount: 25_000, refunded: 0 }
  const byId = new Map(booked.map((one) => [one.captureId, one]))
  assert.equal(booked.length, 2)
  assert.deepEqual(byId.get(captureId), mine)
  assert.deepEqual(byId.get(String(gatewayPaymentId)), { ...strange, currency: 'INR' })
  assert.deepEqual(await stripe.listCaptured!(new Date(0), from), [])
})

test('no answer, an error or a rate limit decides nothing about a payment', async (t) => {
  const { stripe, beginPaid, breakIt, mend } = await open(t)
  const payment = await beginPaid()
  const refund = refundOf(payment)
  for (const kind of ['error', 'drop-reply', 'too-many'] as const) {
    await breakIt(kind)
    await assert.rejects(stripe.ask(payment), Error, kind)
    await assert.rejects(stripe.ask({ ...payment, gatewayId: null }), Error, kind)
    await assert.rejects(stripe.refund(refund), Error, kind)
    await assert.rejects(stripe.askRefund({ ...refund, gatewayRefundId: null }), Error, kind)
    await assert.rejects(stripe.listCaptured!(new Date(0), new Date()), Error, kind)
    await assert.rejects(stripe.check(), Error, kind)
    await mend()
  }
  assert.equal((await stripe.ask(payment)).is, 'paid')
})

const isTold = ({ message }: Error) => /answered 401/.test(message) && !message.includes('sk_')

test('a wrong key is reported, and decides nothing about a payment', async (t) => {
  const { account, stripe, begin, makeOpening } = await open(t)
  const payment = await begin()
  assert.equal(await stripe.check(), null)
  const stranger = createStripe({ ...account, secretKey: 'sk_test_wrong' })
  assert.equal(await stranger.check(), 'Stripe doesn’t accept this secret key')
  await assert.rejects(stranger.ask(payment), isTold)
  await assert.rejects(stranger.close!(payment), isTold)
  await assert.rejects(stranger.open(makeOpening(nextReference('P'))), isTold)
})
