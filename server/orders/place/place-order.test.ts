import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as testAlone } from 'node:test'
import { placeUpiOrder } from '#contract/orders/orders.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  findTraces,
  findTracesSince,
  makeBuyer,
  openPackShop,
  order,
  withNewBuyer,
} from '#tests/support/orders/orders.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openPackShop)

test('a wallet order is paid, counted and fully recorded, and its customer is told', async (packShop) => {
  const { shop, game, item, asha } = await withNewBuyer(packShop)
  const before = await findTraces(shop)
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
  const [row] = await shop.sql`select * from orders where id = ${data._id}`
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
  assert.deepEqual(await findTracesSince(shop, before), expected)
  const again = await order(asha, { item })
  assert.deepEqual([again.data, again.message], [data, message])
  assert.deepEqual(await findTracesSince(shop, before), expected)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a total of zero skips the wallet, and is possible only with a coupon', async ({
  shop,
  admin,
  game,
  item,
}) => {
  const poor = await makeBuyer(shop, game)
  const { couponCode } = await makeCoupon(admin, { discount: 500_00 })
  const { status, data } = await order(poor, { item, couponCode: couponCode.toLowerCase() })
  assert.equal(status, 200)
  assert.partialDeepStrictEqual(data, { amount: 0, discount: 100_00, amountInr: 0 })
  const lines = await shop.sql`
    select line, amount from transfer where kind = 'order' and order_id = ${data._id}`
  assert.deepEqual(lines.slice(), [{ line: 1, amount: 100_00 }])
  const without = await order(poor, { item })
  assert.deepEqual(
    [without.status, without.message],
    [409, 'Your wallet balance is too low: ₹100.00 is missing'],
  )
})

test('an impossible purchase is refused with a reason, and leaves nothing behind', async (packShop) => {
  const { shop, admin, game, item, asha } = await withNewBuyer(packShop)
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
  const before = await findTraces(shop)
  for (const [input, status, message] of cases) {
    asha.headers['idempotency-key'] = randomUUID()
    const answer = await order(asha, input)
    assert.deepEqual([answer.status, answer.message], [status, message])
  }
  assert.deepEqual(await findTraces(shop), before)
  assert.equal((await order(asha, { item, totalMax: 100 })).status, 200)
})

test('nobody can buy for an unconfirmed player, another person’s player or one of another game', async (packShop) => {
  const { shop, admin } = packShop
  const game = await makeGame(admin)
  const item = await makeItem(admin, game)
  const asha = await makeBuyer(shop, game, { INR: 1_000_00 })
  const before = await findTraces(shop)
  const other = await makeBuyer(shop, game, { INR: 1_000_00 })
  const strange = await order({ ...asha, gameDetailId: other.gameDetailId }, { item })
  assert.deepEqual([strange.status, strange.code], [404, 'NO_SUCH_GAME_DETAIL'])
  await shop.sql`update game set is_validation_required = true where id = ${game._id}`
  await shop.sql`update player set confirmed_at = now() where id = ${other.gameDetailId}`
  const unconfirmed = await order(asha, { item })
  assert.deepEqual([unconfirmed.status, unconfirmed.code], [409, 'PLAYER_UNCONFIRMED'])
  await admin.call(editItem, { itemId: item._id, itemName: 'Chest' }) // the same pack by another name
  assert.equal((await order(other, { item })).status, 200)
  assert.equal((await findTracesSince(shop, before)).orders, 1)
})

test('prices, totals and roles sent by a customer are refused and change nothing', async (packShop) => {
  const { shop, item, asha } = await withNewBuyer(packShop)
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId: asha.gameDetailId, currency: 'INR' }
  const before = await findTraces(shop)
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
  assert.deepEqual(await findTraces(shop), before)
})

test('resellers pay reseller prices, and everybody else pays the normal price', async ({
  shop,
  admin,
  game,
}) => {
  const item = await makeItem(admin, game, { resellerSellingPrice: 80_00 })
  const reseller = await makeBuyer(shop, game, { INR: 1_000_00 })
  const person = await makeBuyer(shop, game, { INR: 1_000_00 })
  await shop.sql`update users set role = 'reseller' where id = ${reseller.id}`
  assert.equal((await order(reseller, { item })).data.amount, 80_00)
  assert.equal((await order(person, { item })).data.amount, 100_00)
})

test('a repeated order gets its first answer, even if the pack is now sold out, dearer or without coupon', async (packShop) => {
  const { admin, game, asha } = await withNewBuyer(packShop)
  const item = await makeItem(admin, game, { quantity: 1 })
  const { couponCode } = await makeCoupon(admin, { discount: 25_00, maxNumberOfUsage: 1 })
  asha.headers['idempotency-key'] = 'mine'
  const first = await order(asha, { item, couponCode, totalMax: 75 })
  assert.equal(first.status, 200)
  await admin.call(editItem, { itemId: item._id, sellingPrice: 900_00 })
  const again = await order(asha, { item, couponCode, totalMax: 75 })
  assert.deepEqual([again.status, again.data], [200, first.data])
  const other = await order(asha, { item, couponCode, totalMax: 76 })
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
})

testAlone('only administrators can buy while the shop is closed', async (t) => {
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

test('online payments are refused with a reason while no gateway is enabled', async (packShop) => {
  const { item, asha } = await withNewBuyer(packShop)
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId: asha.gameDetailId, couponCode: '' }
  const { status, message } = await asha.call(placeUpiOrder, chosen)
  assert.deepEqual([status, message], [503, 'This shop isn’t taking online payments right now'])
})
