import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payOrder } from '#contract/orders/orders.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editUser } from '#contract/accounts/users.ts'
import {
  findTraces,
  openUpiPackShop,
  orderByUpi,
  placeByUpi,
  readOrder,
} from '#tests/support/orders/orders.ts'

const NOTHING = { orders: 0, lines: 0, keys: 0, uses: 0, sold: 0 }

test('an order without the phone number that its gateway needs is refused and not stored', async (t) => {
  const { shop, admin, item, asha } = await openUpiPackShop(t)
  const ask = async () => (await asha.call(getPaymentNeeds, { currency: 'INR' })).data
  const needs = async () => (await ask()).needs
  assert.equal((await ask()).isOffered, true)
  const countPayments = async () => (await shop.sql`select from payment`).length
  asha.headers['idempotency-key'] = 'one'
  await shop.sql`update users set phone = null where id = ${asha.id}`
  assert.deepEqual(await needs(), [], 'Razorpay needs none')
  for (const active of ['payu', 'cashfree'] as const) {
    await admin.call(choosePaymentGateway, { active })
    assert.deepEqual(await needs(), ['phone'], active)
    const { status, code, errors } = await orderByUpi(asha, { item })
    assert.deepEqual([status, code], [409, 'PHONE_NEEDED'])
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['phone'],
    )
  }
  assert.deepEqual(await findTraces(shop), NOTHING)
  assert.equal(await countPayments(), 0)

  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const { id } = await placeByUpi(asha, { item })
  await shop.sql`delete from payment` // as if its node had died, with another gateway chosen since
  await admin.call(choosePaymentGateway, { active: 'payu' })
  assert.equal((await asha.call(payOrder, { id })).code, 'PHONE_NEEDED')
  assert.deepEqual([(await readOrder(asha, id)).status, await countPayments()], ['pending', 0])
  assert.equal((await orderByUpi(asha, { item })).code, 'PHONE_NEEDED')
  assert.deepEqual(
    await findTraces(shop),
    { ...NOTHING, orders: 1 },
    'it has ended, and its key is free',
  )
  assert.equal((await readOrder(asha, id)).status, 'cancelled')

  await asha.call(editUser, { phone: '9876543210' })
  assert.deepEqual(await needs(), [])
  assert.equal((await orderByUpi(asha, { item })).status, 200)
  assert.equal((await shop.sql`select from payment where gateway = 'payu'`).length, 1)
})
