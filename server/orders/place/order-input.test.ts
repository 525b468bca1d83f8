import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { findTraces, openPackShop } from '#tests/support/orders/orders.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

test('an order accepts its coupon as text, empty, null or missing, and a wallet order names its wallet', async (t) => {
  const { shop, admin, item, asha } = await openPackShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  await proveEmail(shop, asha) // a verified email allows more unpaid orders at once
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId: asha.gameDetailId }
  const post = (call: string, body: object) => asha.send('POST', `/api/v1/order/${call}`, body)
  for (const [coupon, amount] of [
    [{ couponCode: 'diwali' }, 75],
    [{ couponCode: '' }, 100],
    [{ couponCode: null }, 100],
    [{}, 100],
  ] as const) {
    const inRupees = await post('wallet', { ...chosen, ...coupon, currency: 'INR' })
    assert.equal((inRupees.data as { amount: number }).amount, amount)
    const inDollars = await post('wallet', { ...chosen, ...coupon, currency: 'USD' })
    assert.equal((inDollars.data as { currency: string }).currency, 'USD')
    const byUpi = await post('upi', { ...chosen, ...coupon })
    assert.ok((byUpi.data as { payment_url: string }).payment_url)
  }
  const before = await findTraces(shop)
  const unnamed = await post('wallet', chosen)
  assert.deepEqual([unnamed.status, unnamed.message], [400, 'Please choose a currency'])
  assert.deepEqual(unnamed.errors, [{ field: 'currency', message: 'Please choose a currency' }])
  const untaken = await post('upi', { ...chosen, currency: 'USD' }) // no gateway takes dollars here
  assert.deepEqual([untaken.status, untaken.code], [503, 'PAYMENTS_NOT_OFFERED'])
  const foreign = await post('upi', { ...chosen, currency: 'EUR' })
  assert.deepEqual([foreign.status, foreign.code], [400, 'CURRENCY_NOT_OFFERED'])
  const unknown = await post('upi', { ...chosen, currency: 'XYZ' })
  assert.deepEqual([unknown.status, unknown.errors[0]?.field], [400, 'currency'])
  assert.deepEqual(await findTraces(shop), before)
})
