import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextReference, openGateways, refundOf } from '#tests/support/money/gateways.ts'
import { BUILT, type Name } from '#tests/support/money/upi-codes.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { connectorOf, GATEWAYS } from '#tests/support/money/connectors.ts'

const NAMES = Object.keys(BUILT) as Name[]

async function openCodes(t: TestContext, name: Name) {
  const outside = await openGateways(t, name)
  const gateway: Gateway = BUILT[name](outside.url)
  async function begin() {
    const asked = outside.makeOpening(nextReference('P'), { wantsUpiCode: true })
    const { gatewayId, page } = await gateway.open(asked)
    if (page.is !== 'upi') throw new Error(`The page is a ${page.is}`)
    return { reference: asked.reference, gatewayId, amount: asked.amount, uri: page.uri }
  }
  return { ...outside, gateway, begin }
}

test('the gateways that make UPI codes are those whose manifests say so', () => {
  const named = GATEWAYS.filter((name) => connectorOf(name).makesUpiCodes)
  assert.deepEqual(named, NAMES.toSorted())
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
    const mentioned = await Promise.all(
      messages.map(async (message) => gateway.readWebhook(message)),
    )
    assert.deepEqual(mentioned.flat(), [payment.reference])
    const paid = await gateway.ask(payment)
    assert.equal(paid.is, 'paid')
    assert.deepEqual(
      paid.captured.map(({ id, amount, currency }) => ({ id, amount, currency })),
      [{ id: gatewayPaymentId, amount: 19_999, currency: 'INR' }],
    )
    const refund = refundOf({ ...payment, captureId: String(gatewayPaymentId) })
    assert.equal((await gateway.refund(refund)).is, 'asked')
    const asked = await gateway.askRefund({ ...refund, gatewayRefundId: null })
    assert.match(asked.is, /^(asked|done)$/)
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

test('after a lost reply the same order is opened, or its page', async (t) => {
  for (const [name, page] of [
    ['cashfree', 'upi'],
    ['paytm', null],
  ] as const) {
    const { gateway, makeOpening, breakIt, mend } = await openCodes(t, name)
    const asked = makeOpening(nextReference('P'), { wantsUpiCode: true })
    await breakIt('drop-reply')
    await assert.rejects(gateway.open(asked))
    await mend()
    if (page === null)
      await assert.rejects(gateway.open(asked), /325/, 'Paytm makes one code an order')
    else assert.equal((await gateway.open(asked)).page.is, page)
    assert.equal((await gateway.ask({ ...asked, gatewayId: null })).is, 'open')
    if (page) await assert.rejects(gateway.open({ ...asked, amount: 5_000 }), /another amount/)
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
