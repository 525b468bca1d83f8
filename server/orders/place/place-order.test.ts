import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getQuote, placeUpiOrder } from '#contract/orders/orders.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { findTraces, makeBuyer, openPackShop, order } from '#tests/support/orders/orders.ts'

const NOTHING = { orders: 0, lines: 0, keys: 0, uses: 0, sold: 0 }

test('a wallet order is paid, counted and fully recorded, and its customer is told', async (t) => {
  const { shop, game, item, asha } = await openPackShop(t)
  asha.headers['idempotency-key'] = 'first'
  const { status, message, data } = await order(asha, { item })
  assert.deepEqual([status, message], [200, 'Payment successful'])
  assert.partialDeepStrictEqual(data, {
    status: 'processing',
    currency: 'INR',
    itemPrice: 100_00,
    discount: 0,
    amount: 100_00,
    amountInr: 100_00,
  })
  assert.match(data.invoiceId, /^GS\d{6}[2-9A-HJ-NP-Z]{11}$/)
  assert.equal((await asha.call(getUser, {})).data.balance, 900_00)
  const [row] = await shop.sql`select * from orders`
  assert.partialDeepStrictEqual(row, {
    id: data._id,
    invoice: data.invoiceId,
    userId: asha.id,
    status: 'processing',
    gameId: game._id,
    itemId: item._id,
    savedPlayer: asha.gameDetailId,
    playerId: '123456789',
    playerName: '', // a manual game: nobody can be asked
    priceInr: 100_00,
    rate: null,
    couponId: null,
    takesStock: false,
    paymentMethod: 'wallet',
    gameName: game.gameName,
    itemName: item.itemName,
  })
  const { data: history } = await asha.call(listTransactions, { page: 1, limit: 1, sort: '-date' })
  assert.partialDeepStrictEqual(history.transactions[0], {
    orderId: data._id,
    UTR: data.invoiceId,
    price: -100_00,
    kind: 'order',
  })
  const expected = { orders: 1, lines: 1, keys: 1, uses: 0, sold: 1 }
  assert.deepEqual(await findTraces(shop), expected)
  const again = await order(asha, { item })
  assert.deepEqual([again.data, again.message], [data, message])
  assert.deepEqual(await findTraces(shop), expected)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

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

test('a total of zero skips the wallet, and is possible only with a coupon', async (t) => {
  const { shop, admin, game, item } = await openPackShop(t)
  const poor = await makeBuyer(shop, game)
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 500_00 })
  const { status, data } = await order(poor, { item, couponCode: 'diwali' })
  assert.equal(status, 200)
  assert.partialDeepStrictEqual(data, { amount: 0, discount: 100_00, amountInr: 0 })
  const lines = await shop.sql`select line, amount from transfer where kind = 'order'`
  assert.deepEqual(lines.slice(), [{ line: 1, amount: 100_00 }])
  const without = await order(poor, { item })
  assert.deepEqual(
    [without.status, without.message],
    [409, 'Your wallet balance is too low: ₹100.00 is missing'],
  )
})

test('an impossible purchase is refused with a reason, and leaves nothing behind', async (t) => {
  const { shop, admin, game, item, asha } = await openPackShop(t)
  const counted = await makeItem(admin, game, { quantity: 0 })
  const dear = await makeItem(admin, game, { sellingPrice: 1_000_01 })
  const off = await makeItem(admin, game, { itemAvailablity: false })
  const cases = [
    [{ item: counted }, 409, 'Out of stock'],
    [{ item: dear }, 409, 'Your wallet balance is too low: ₹0.01 is missing'],
    [{ item: off }, 409, 'This pack isn’t available right now'],
    [{ item: { ...item, itemSlug: 'none' } }, 404, 'Item not found'],
    [{ item: { ...item, gameSlug: 'none' } }, 404, 'Game not found'],
    [{ item, couponCode: 'NONE' }, 404, 'Coupon not found'],
    [
      { item, totalMax: 99.99 },
      409,
      'The price has changed: the new total is ₹100.00. Please check it',
    ],
  ] as const
  for (const [input, status, message] of cases) {
    asha.headers['idempotency-key'] = randomUUID()
    const answer = await order(asha, input)
    assert.deepEqual([answer.status, answer.message], [status, message])
  }
  assert.deepEqual(await findTraces(shop), NOTHING)
  assert.equal((await order(asha, { item, totalMax: 100 })).status, 200)
})

test('nobody can buy for an unconfirmed player, another person’s player or one of another game', async (t) => {
  const { shop, admin, game, item, asha } = await openPackShop(t)
  const other = await makeBuyer(shop, game, { INR: 1_000_00 })
  const strange = await order({ ...asha, gameDetailId: other.gameDetailId }, { item })
  assert.deepEqual([strange.status, strange.code], [404, 'NO_SUCH_GAME_DETAIL'])
  await shop.sql`update game set is_validation_required = true`
  await shop.sql`update player set confirmed_at = now() where id = ${other.gameDetailId}`
  const unconfirmed = await order(asha, { item })
  assert.deepEqual([unconfirmed.status, unconfirmed.code], [409, 'PLAYER_UNCONFIRMED'])
  await admin.call(editItem, { itemId: item._id, itemName: 'Chest' }) // the same pack by another name
  assert.equal((await order(other, { item })).status, 200)
  assert.equal((await findTraces(shop)).orders, 1)
})

test('prices, totals and roles sent by a customer are refused and change nothing', async (t) => {
  const { shop, item, asha } = await openPackShop(t)
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId: asha.gameDetailId, currency: 'INR' }
  for (const made of [
    { price: 1 },
    { amount: 1 },
    { total: 1 },
    { discount: 99 },
    { itemPrice: 1 },
    { role: 'reseller' },
    { userId: randomUUID() },
    { rate: 0.0001 },
    { currency: 'EUR' },
    { currency: undefined },
    { currency: null },
    { totalMax: -1 },
    { totalMax: '100' },
    { couponCode: { $ne: '' } },
  ]) {
    const answer = await asha.send('POST', '/api/v1/order/wallet', { ...chosen, ...made })
    assert.equal(answer.status, 400, JSON.stringify(made))
  }
  assert.deepEqual(await findTraces(shop), NOTHING)
})

test('resellers pay reseller prices, and everybody else pays the normal price', async (t) => {
  const { shop, admin, game } = await openPackShop(t)
  const item = await makeItem(admin, game, { resellerSellingPrice: 80_00 })
  const reseller = await makeBuyer(shop, game, { INR: 1_000_00 })
  const person = await makeBuyer(shop, game, { INR: 1_000_00 })
  await shop.sql`update users set role = 'reseller' where id = ${reseller.id}`
  assert.equal((await order(reseller, { item })).data.amount, 80_00)
  assert.equal((await order(person, { item })).data.amount, 100_00)
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

test('a repeated order gets its first answer, even if the pack is now sold out, dearer or without coupon', async (t) => {
  const { admin, game, asha } = await openPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00, maxNumberOfUsage: 1 })
  asha.headers['idempotency-key'] = 'mine'
  const first = await order(asha, { item, couponCode: 'DIWALI', totalMax: 75 })
  assert.equal(first.status, 200)
  await admin.call(editItem, { itemId: item._id, sellingPrice: 900_00 })
  const again = await order(asha, { item, couponCode: 'DIWALI', totalMax: 75 })
  assert.deepEqual([again.status, again.data], [200, first.data])
  const other = await order(asha, { item, couponCode: 'DIWALI', totalMax: 76 })
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('only administrators can buy while the shop is closed', async (t) => {
  const { shop, admin, game, item, asha } = await openPackShop(t)
  await admin.call(editWebsite, { isClosed: true, message: 'Back at nine' })
  const closed = await order(asha, { item })
  assert.deepEqual(
    [closed.status, closed.code, closed.message],
    [503, 'WEBSITE_CLOSED', 'Back at nine'],
  )
  const buyer = await makeBuyer(shop, game, { INR: 100_00 })
  await shop.sql`update users set role = 'admin' where id = ${buyer.id}`
  assert.equal((await order(buyer, { item })).status, 200)
})

test('an exchange rate applies to orders as soon as it is set', async (t) => {
  const { admin, item, asha } = await openPackShop(t)
  await admin.call(setRate, { USD: 0.0125, follow: false })
  assert.equal((await order(asha, { item, currency: 'USD' })).data.amount, 1_2500)
})

test('online payments are refused with a reason while no gateway is enabled', async (t) => {
  const { item, asha } = await openPackShop(t)
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId: asha.gameDetailId, couponCode: '' }
  const { status, message } = await asha.call(placeUpiOrder, chosen)
  assert.deepEqual([status, message], [503, 'This shop isn’t taking online payments right now'])
})
