import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  findTraces,
  forAnother,
  openUpiPackShop,
  orderByUpi,
  placeByUpi,
  readOrder,
  sumOfHouse,
  untilOrder,
  type Buyer,
} from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000

/** Signs in again, because a sign-in does not last as long as an order waits. */
async function comeBack(buyer: Buyer): Promise<Buyer> {
  const { gameDetailId, headers } = buyer
  return Object.assign(await logIn(buyer), { gameDetailId, headers: { ...headers } })
}

test('an unpaid order ends on time without an email, and returns stock and coupon once', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t, {
    env: { ORDER_EXPIRY_MINUTES: '30' },
  })
  const item = await makeItem(admin, game, { quantity: 1 })
  await makeCoupon(admin, { couponCode: 'ONCE', discount: 10_00, maxNumberOfUsage: 1 })
  asha.headers['idempotency-key'] = 'monday'
  const { id, url } = await placeByUpi(asha, { item, couponCode: 'ONCE' })
  const readEffects = async () => {
    const [row] = await shop.sql`select quantity from item where id = ${item._id}`
    return [row!['quantity'], (await findTraces(shop)).uses]
  }
  shop.wait(29 * MINUTE)
  await until('the payment was asked about', async () => {
    const [row] = await shop.sql`select asks from payment`
    return Number(row!['asks']) > 0
  })
  assert.equal((await readOrder(await comeBack(asha), id)).status, 'pending')
  assert.deepEqual(await readEffects(), [0, 1])

  shop.wait(MINUTE + 1_000)
  const later = await comeBack(asha)
  const ended = await untilOrder(later, id, 'cancelled')
  assert.deepEqual([ended.paymentStatus, ended.expiresAt], ['failed', null])
  assert.equal(ended.timeline.at(-1)!.message, 'The order wasn’t paid in time')
  assert.deepEqual(await readEffects(), [1, 0])
  await shop.sql`
    insert into job (id, name, payload, run_at, attempts_max)
    values (gen_random_uuid(), 'expire-order', ${shop.sql.json({ orderId: id })}, now(), 12)`
  await until('it was tried again', async () => {
    const jobs = await shop.sql`select from job where name in ('expire-order', 'close-payment')`
    return jobs.length === 0
  })
  assert.deepEqual(await readEffects(), [1, 0])
  await assert.rejects(payAt(shop, url), /This can no longer be paid/)
  assert.deepEqual(await shop.inbox.read(asha.email), [])

  assert.equal((await later.call(payOrder, { id })).code, 'STATUS_NOT_POSSIBLE')
  const again = await orderByUpi(later, { item, couponCode: 'ONCE' })
  assert.equal(again.data.payment_url, url) // the same key, the same answer
  delete later.headers['idempotency-key']
  assert.notEqual((await placeByUpi(later, { item, couponCode: 'ONCE' })).id, id)
})

test('an unreported payment is found when the time is up, and a later one goes to the wallet', async (t) => {
  const { shop, game, item, asha } = await openUpiPackShop(t)
  const paid = await placeByUpi(asha, { item })
  const late = await placeByUpi(await forAnother(asha, game), { item })
  await shop.sql`update payment set ask_at = null` // so that only the expiry finds it
  await payAt(shop, paid.url, { webhook: 'never' })
  await payAt(shop, late.url, { outcome: 'pending', webhook: 'never' })
  shop.wait(15 * MINUTE + 1_000)
  const later = await comeBack(asha)
  await untilOrder(later, paid.id, 'processing')
  await untilOrder(later, late.id, 'cancelled')
  await payAt(shop, late.url)
  await until('it is in the wallet', async () => {
    return (await later.call(getUser, {})).data.balance === 100_00
  })
  assert.equal(await sumOfHouse(shop, 'gateway'), -200_00)
})

test('an unpaid order returns stock and coupon on time, even if its gateway is down', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  const { id, url } = await placeByUpi(asha, { item })
  await payAt(shop, url, { webhook: 'never' })
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  shop.wait(15 * MINUTE + 1_000)
  await untilOrder(await comeBack(asha), id, 'cancelled')
  await mendOutside(shop)
  shop.wait(60 * MINUTE)
  const later = await comeBack(asha)
  await until('the money is in the wallet', async () => {
    return (await later.call(getUser, {})).data.balance === 100_00
  })
  const [row] = await shop.sql`select quantity from item where id = ${item._id}`
  assert.equal(row!['quantity'], 1)
})
