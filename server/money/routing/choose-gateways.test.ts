import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkPaymentGateway,
  choosePaymentGateway,
  editPaymentGateway,
  listPaymentGateways,
} from '#contract/money/payments.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { openPayShop, sendWebhook } from '#tests/support/money/payments.ts'
import { openShop } from '#tests/support/shop/shop.ts'

test('UPI codes are switched on for gateways that make them, and stay until the list is sent again', async (t) => {
  const shop = await openShop(t, {
    env: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
  })
  const admin = await signUpAdmin(shop)
  const choose = (upiCodes: string[]) =>
    admin.call(choosePaymentGateway, { active: 'razorpay', upiCodes })
  const shown = async () =>
    (await admin.call(listPaymentGateways, {})).data.gateways.flatMap((one) =>
      one.showsUpiCodes ? one.name : [],
    )
  assert.equal((await choose(['paytm', 'razorpay', 'paytm'])).status, 200)
  assert.deepEqual(await shown(), ['paytm', 'razorpay'])
  await admin.call(choosePaymentGateway, { active: 'cashfree' })
  assert.deepEqual(await shown(), ['paytm', 'razorpay'])
  const refused = await choose(['phonepe'])
  assert.deepEqual([refused.status, refused.errors[0]?.field], [409, 'upiCodes'])
  assert.equal(refused.message, 'PhonePe makes no UPI codes for the shop’s own page')
  const unready = await choose(['stripe'])
  assert.match(unready.message, /^Stripe isn’t ready yet/)
  assert.deepEqual(await shown(), ['paytm', 'razorpay'])
  await choose([])
  assert.deepEqual(await shown(), [])
})

test('a call that names a gateway which the shop doesn’t have is refused and changes nothing', async (t) => {
  const { shop, admin } = await openPayShop(t)
  const before = (await admin.call(listPaymentGateways, {})).data
  const actions = (await listActions(shop)).length
  // The second is a name that every object in JavaScript has.
  for (const name of ['acme', 'constructor']) {
    const choices = [
      { active: name },
      { active: 'razorpay', standIns: [name] },
      { active: 'razorpay', foreign: [name] },
      { active: 'razorpay', upiCodes: [name] },
      { active: 'razorpay', offered: { [name]: [] } },
    ]
    const answers = [
      ...(await Promise.all(choices.map((input) => admin.call(choosePaymentGateway, input)))),
      await admin.call(editPaymentGateway, { name, credentials: { keyId: 'x' } }),
      await admin.call(checkPaymentGateway, { name }),
    ]
    for (const { status, code, message } of answers)
      assert.deepEqual(
        [status, code, message],
        [404, 'NO_SUCH_GATEWAY', 'Payment gateway not found'],
      )
    assert.deepEqual(await sendWebhook(shop, '{}', { gateway: name }), {
      status: 404,
      code: 'NO_SUCH_GATEWAY',
    })
  }
  assert.deepEqual((await admin.call(listPaymentGateways, {})).data, before)
  assert.equal((await listActions(shop)).length, actions)
})
