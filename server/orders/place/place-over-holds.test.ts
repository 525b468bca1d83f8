import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { findItem } from '#contract/catalogue/catalog.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  findTraces,
  findTracesSince,
  forAnother,
  makeBuyer,
  openUpiPackShop,
  order,
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
  withNewBuyer,
} from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const stockOf = async ({ sql }: TestShop, id: string): Promise<number> => {
  const [row] = await sql<[{ quantity: number }]>`select quantity from item where id = ${id}`
  return row.quantity
}

const test = shareShop(openUpiPackShop)

test('a paid order takes the last unit and coupon use from an unpaid one, whose late payment goes to the wallet', async (packShop) => {
  const { shop, admin, game, asha } = await withNewBuyer(packShop, {})
  const item = await makeItem(admin, game, { quantity: 1 })
  const { itemSlug } = item
  const { couponCode } = await makeCoupon(admin, { discount: 10_00, maxNumberOfUsage: 1 })
  const rohan = await makeBuyer(shop, game, { INR: 200_00 })
  const before = await findTraces(shop)
  const held = await placeByUpi(asha, { item, couponCode })
  await payAt(shop, held.url, { outcome: 'pending', webhook: 'never' }) // so that its page stays open
  assert.equal((await rohan.call(findItem, { itemSlug })).data.itemAvailablity, true)

  const { status, data } = await order(rohan, { item, couponCode })
  assert.deepEqual([status, data.amount], [200, 90_00])
  const ended = await readOrder(asha, held.id)
  assert.deepEqual(
    [ended.status, ended.timeline.at(-1)!.message],
    ['cancelled', 'This order wasn’t paid, and a paid order took what it had reserved'],
  )
  const expected = { orders: 2, lines: 2, keys: 0, uses: 1, sold: 1 }
  assert.deepEqual(
    [await stockOf(shop, item._id), await findTracesSince(shop, before)],
    [0, expected],
  )
  const mail = await shop.inbox.find(asha.email, /^Cancelled/)
  assert.match(mail.text, /If a payment is still on its way, we’ll add it to your wallet/)

  await payAt(shop, held.url)
  await until('the late payment is in the wallet', async () => {
    return (await asha.call(getUser, {})).data.balance === 90_00
  })
  assert.match(
    (await readOrder(asha, held.id)).timeline.at(-1)!.message,
    /^A payment of ₹90\.00 arrived after the order had ended/,
  )
  await until('the pack is sold out', async () => {
    return !(await rohan.call(findItem, { itemSlug })).data.itemAvailablity
  })
  assert.equal((await order(rohan, { item })).code, 'OUT_OF_STOCK')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a refused or repeated order ends no unpaid order', async (packShop) => {
  const { shop, admin, game, asha } = await withNewBuyer(packShop, {})
  const item = await makeItem(admin, game, { quantity: 2 })
  const poor = await makeBuyer(shop, game, { INR: 99_99 })
  const rohan = await makeBuyer(shop, game, { INR: 100_00 })
  rohan.headers['idempotency-key'] = randomUUID()
  const first = await order(rohan, { item })
  const { id, url } = await placeByUpi(asha, { item })
  assert.equal((await order(poor, { item })).code, 'BALANCE_TOO_LOW')
  assert.deepEqual((await order(rohan, { item })).data, first.data)
  assert.equal((await readOrder(asha, id)).status, 'pending')
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  assert.equal(await stockOf(shop, item._id), 0)
})

test('an order whose payment has arrived gives way to nobody, even before it is settled', async (packShop) => {
  const { shop, admin, game, asha } = await withNewBuyer(packShop, {})
  const item = await makeItem(admin, game, { quantity: 1 })
  const rohan = await makeBuyer(shop, game, { INR: 100_00 })
  const { id } = await placeByUpi(asha, { item })
  await shop.sql`
    insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at)
    select gen_random_uuid(), id, gateway, 'pay_' || id, amount, 'INR', now() from payment where order_id = ${id}`
  assert.equal((await order(rohan, { item })).code, 'OUT_OF_STOCK')
  assert.equal((await readOrder(asha, id)).status, 'pending')
  await shop.sql`delete from capture where gateway_payment_id like 'pay_%'`
  await shop.sql`update orders set look_first = true where id = ${id}` // as in a restored backup
  assert.equal((await order(rohan, { item })).code, 'OUT_OF_STOCK')
})

test('a wallet order takes over the coupon of the customer’s own unpaid order, and uses it once', async ({
  shop,
  admin,
  game,
  item,
}) => {
  await makeCoupon(admin, { couponCode: 'EACH', discount: 10_00, maxNumberOfUsagePerUser: 1 })
  await makeCoupon(admin, { couponCode: 'FIRST', discount: 10_00, isFirstOrderOnly: true })
  for (const couponCode of ['EACH', 'FIRST']) {
    const buyer = await makeBuyer(shop, game, { INR: 500_00 })
    const { id } = await placeByUpi(buyer, { item, couponCode })
    const another = await forAnother(buyer, game)
    assert.equal((await orderByUpi(another, { item, couponCode })).code, 'COUPON_HELD')
    const { data, status } = await order(buyer, { item, couponCode })
    assert.deepEqual([status, data.amount], [200, 90_00])
    const ended = await readOrder(buyer, id)
    assert.equal(ended.status, 'cancelled')
    assert.match(ended.timeline.at(-1)!.message, /your newer order took what it had reserved$/)
    const mails = await shop.inbox.waitFor(buyer.email, 1)
    assert.ok(!mails.some(({ subject }) => subject.startsWith('Cancelled')))
    const again = await order(buyer, { item, couponCode })
    assert.equal(again.code, couponCode === 'EACH' ? 'COUPON_USED' : 'COUPON_FIRST_ORDER')

    const end = { id: data._id, status: 'refunded', note: '', reference: '' } as const
    assert.equal((await admin.call(editOrder, end)).status, 200)
    assert.equal((await order(buyer, { item, couponCode })).status, 200)
  }
})

test('a first-order coupon is refused after any order, and held by one unpaid order at most', async ({
  shop,
  admin,
  game,
  item,
}) => {
  for (const couponCode of ['FIRST-ONE', 'NEW'])
    await makeCoupon(admin, { couponCode, discount: 10_00, isFirstOrderOnly: true })
  const buyer = await makeBuyer(shop, game, { INR: 500_00 })
  const { id, url } = await placeByUpi(buyer, { item, couponCode: 'FIRST-ONE' })
  assert.equal((await orderByUpi(buyer, { item, couponCode: 'NEW' })).code, 'COUPON_HELD')
  await payAt(shop, url)
  await untilOrder(buyer, id, 'processing')
  for (const couponCode of ['FIRST-ONE', 'NEW'])
    assert.equal((await order(buyer, { item, couponCode })).code, 'COUPON_FIRST_ORDER')
  const other = await makeBuyer(shop, game, { INR: 500_00 })
  assert.equal((await order(other, { item })).status, 200)
  assert.equal((await order(other, { item, couponCode: 'NEW' })).code, 'COUPON_FIRST_ORDER')
})
