import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway, listPaymentGateways } from '#contract/money/payments.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { openPayShop } from '#tests/support/money/payments.ts'

test('an owner offers methods of a gateway, and those of others stay as they are', async (t) => {
  const { shop, admin } = await openPayShop(t)
  const read = async () => {
    const { gateways } = (await admin.call(listPaymentGateways, {})).data
    const offering = gateways.filter(({ offered }) => offered.length > 0)
    return Object.fromEntries(offering.map(({ name, offered }) => [name, offered]))
  }
  assert.deepEqual(await read(), {})
  await admin.call(choosePaymentGateway, {
    active: 'razorpay',
    offered: { razorpay: ['netbanking', 'card', 'card'] },
  })
  await admin.call(choosePaymentGateway, { active: 'razorpay', offered: { payu: ['pay-later'] } })
  await admin.call(choosePaymentGateway, { active: 'cashfree' })
  assert.deepEqual(await read(), { razorpay: ['card', 'netbanking'], payu: ['pay-later'] })
  await admin.call(choosePaymentGateway, { active: 'cashfree', offered: { payu: [] } })
  assert.deepEqual(await read(), { razorpay: ['card', 'netbanking'] })
  const last = (await listActions(shop)).at(-1)!.after as { offered: object }
  assert.deepEqual(last.offered, { razorpay: ['card', 'netbanking'], payu: [] })
})

test('a method that a gateway can’t be asked for, or that lacks credentials, is not offered', async (t) => {
  const { admin } = await openPayShop(t, {
    env: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
  })
  for (const [offered, words] of [
    [{ phonepe: ['pay-later'] }, 'PhonePe can’t be asked for “Pay later” in rupees'],
    [{ razorpay: ['card', 'upi'] }, 'Razorpay can’t be asked for “UPI” in rupees'],
    [{ paypal: ['paypal'] }, 'PayPal can’t be asked for “PayPal” in rupees'],
    [{ stripe: ['card'] }, 'Stripe isn’t ready yet. Missing: Secret key, Webhook secret'],
  ] as const) {
    const input = choosePaymentGateway.input.parse({ active: 'razorpay', offered })
    const { status, code, errors, message } = await admin.call(choosePaymentGateway, input)
    assert.deepEqual([status, code, errors[0]?.field], [409, 'GATEWAY_NOT_READY', 'offered'])
    assert.equal(message, words)
  }
  const { gateways } = (await admin.call(listPaymentGateways, {})).data
  assert.ok(gateways.every(({ offered }) => offered.length === 0))
})
