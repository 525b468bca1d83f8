import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getQuote } from '#contract/orders/orders.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'

test('a quote equals the price of the order, in both currencies, with and without a coupon', async (t) => {
  const { shop, admin, item, asha } = await openPackShop(t)
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = asha
  for (const [currency, couponCode, amount] of [
    ['INR', '', 100_00],
    ['INR', 'DIWALI', 75_00],
    ['USD', '', 1_2000],
    ['USD', 'DIWALI', 9000],
  ] as const) {
    const chosen = { gameSlug, itemSlug, gameDetailId, couponCode, currency }
    const { data: quote } = await asha.call(getQuote, chosen)
    assert.partialDeepStrictEqual(quote, { currency, amount, missing: 0, couponCode })
    const { data: placed } = await order(asha, { item, couponCode, currency })
    assert.deepEqual(
      [placed.amount, placed.discount, placed.itemPrice, placed.amountInr],
      [quote.amount, quote.discount, quote.itemPrice, quote.amountInr],
    )
  }
  const { data: user } = await asha.call(getUser, {})
  assert.deepEqual([user.balance, user.USDbalance], [825_00, 97_9000])
  assert.equal((await verifyLedger(shop.sql)).fault, null)
  const sums = await shop.sql`
    select currency, sum(case credit when account.id then amount else -amount end)::int as sum
    from account join transfer using (currency)
    where address = 'house:coupons' and account.id in (debit, credit) group by currency order by 1`
  assert.deepEqual(sums.slice(), [
    { currency: 'INR', sum: -25_00 },
    { currency: 'USD', sum: -3000 },
  ])
})

test('a price or rate changed behind the cache is noticed, and the order uses the new one', async (t) => {
  const { shop, item, asha } = await openPackShop(t)
  await order(asha, { item }) // puts the catalogue into the cache
  await shop.sql`update item set selling_price = 120_00`
  const late = await order(asha, { item, totalMax: 100 })
  assert.deepEqual(
    [late.status, late.message],
    [409, 'The price has changed: the new total is ₹120.00. Please check it'],
  )
  assert.equal((await order(asha, { item })).data.amount, 120_00)
  await shop.sql`
    insert into exchange_rate (currency, per_rupee, origin, is_held, created_at)
    values ('USD', 0.02, 'source', false, now()), ('EUR', 0.03, 'source', false, now())`
  const dollars = await order(asha, { item, currency: 'USD' })
  assert.equal(dollars.data.amount, 2_4000)
  const [row] = await shop.sql`select rate from orders where currency = 'USD'`
  assert.equal(Number(row!['rate']), 0.02)
})

test('an exchange rate applies to orders as soon as it is set', async (t) => {
  const { admin, item, asha } = await openPackShop(t)
  await admin.call(setRate, { USD: 0.0125, follow: false })
  assert.equal((await order(asha, { item, currency: 'USD' })).data.amount, 1_2500)
})
