import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getQuote } from '#contract/orders/orders.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { openPackShop, order, type PackShop } from '#tests/support/orders/orders.ts'
import { tally } from '#tests/support/accounts/people.ts'

const quote = ({ asha, item }: PackShop, couponCode: string) =>
  asha.call(getQuote, {
    gameSlug: item.gameSlug,
    itemSlug: item.itemSlug,
    gameDetailId: asha.gameDetailId,
    couponCode,
    currency: 'INR',
  })

test('quotes and orders allow thirty wrong codes an hour and any number of right ones', async (t) => {
  const packShop = await openPackShop(t)
  const { couponCode } = await makeCoupon(packShop.admin, { discount: 40_00 })
  for (let turn = 0; turn < 40; turn++)
    assert.equal((await quote(packShop, couponCode)).data.amountInr, 60_00)
  const guesses = await Promise.all([
    ...Array.from({ length: 50 }, (_, number) => quote(packShop, `GUESS-${number}`)),
    ...Array.from({ length: 50 }, (_, number) =>
      order(packShop.asha, { item: packShop.item, couponCode: `MORE-${number}` }),
    ),
  ])
  assert.deepEqual(tally(guesses), { 404: 30, 429: 70 })
  const late = await quote(packShop, couponCode)
  assert.deepEqual([late.status, late.code], [429, 'TOO_MANY_COUPON_TRIES'])
  assert.equal((await quote(packShop, '')).data.amountInr, 100_00)
  const [row] = await packShop.shop.sql<[{ count: number }]>`select count(*) from orders`
  assert.equal(row.count, 0)
})

test('an order reserves a use of its coupon, and the last use exhausts it', async (t) => {
  const packShop = await openPackShop(t)
  const { couponCode } = await makeCoupon(packShop.admin, { maxNumberOfUsage: 1 })
  const { status, data } = await order(packShop.asha, { item: packShop.item, couponCode })
  assert.deepEqual([status, data.amountInr], [200, 50_00])
  const { message } = await quote(packShop, couponCode)
  assert.equal(message, 'This coupon has been used up')
})
