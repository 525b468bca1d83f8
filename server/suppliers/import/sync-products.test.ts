import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findItem } from '#contract/catalogue/catalog.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { acceptCost, deletePriceRule } from '#contract/catalogue/prices.ts'
import { tally } from '#tests/support/accounts/people.ts'
import {
  alertsOf,
  changeProduct,
  COST,
  follow,
  listRules,
  openPriced,
  OTHER_COST,
  pricesOf,
  readItem,
  syncAll,
  syncNow,
  type Market,
} from '#tests/support/catalogue/prices.ts'
import { until } from '#tests/support/shop/wait.ts'

const stateOf = async (market: Market) => {
  const { itemAvailablity, pausedFor } = await readItem(market)
  return [itemAvailablity, pausedFor]
}

test('prices follow what the packs cost, for everybody to see, and the log says it', async (t) => {
  const market = await openPriced(t, { serviceId: '1001 & 1002' })
  const other = await market.shop.openNode()
  const { itemSlug } = market.item
  const seen = async () => (await other.visitor.call(findItem, { itemSlug })).data.sellingPrice
  assert.equal(await seen(), 100_00)
  await follow(market)
  const cost = COST + OTHER_COST
  assert.deepEqual(pricesOf(await readItem(market)), [cost, 139_00, 133_00])
  await until('the other node knows', async () => (await seen()) === 139_00)

  await changeProduct(market, { productId: '1002', cost: 90 })
  await syncNow(market)
  assert.deepEqual(pricesOf(await readItem(market)), [140_40, 155_00, 148_00])
  const said = [...market.shop.log, ...other.log] // either node may have done it
  assert.ok(said.some((line) => line.includes('pack changed by its price rule or its cost')))
  assert.equal((await listRules(market)).games[0]!.fault, null)
})

test('a pack whose prices are fixed keeps them; it is off sale while that is a loss, and comes back', async (t) => {
  const market = await openPriced(t, { isPriceFixed: true, sellingPrice: 55_00 })
  await follow(market)
  assert.deepEqual(pricesOf(await readItem(market)), [COST, 55_00, null])
  await changeProduct(market, { productId: '1001', cost: 60 })
  await syncNow(market)
  const words = 'It’s sold for ₹55.00 but costs ₹60.00'
  assert.deepEqual(await stateOf(market), [false, words])
  assert.deepEqual(await alertsOf(market), [`60 Opals of Moonfall Arena is paused. ${words}`])
  await syncNow(market)
  assert.equal((await alertsOf(market)).length, 1)
  const [paused] = (await listRules(market)).paused
  assert.deepEqual([paused!.doubtfulCost, paused!.hasRule], [null, true])

  await market.admin.call(editItem, { itemId: market.item._id, sellingPrice: 65_00 })
  await syncNow(market)
  assert.deepEqual(await stateOf(market), [true, null])
  assert.deepEqual(await alertsOf(market), [])
})

test('a pack that no source has is off sale until one has it again', async (t) => {
  const market = await openPriced(t)
  await follow(market)
  await changeProduct(market, { productId: '1001', isAvailable: false })
  await syncNow(market)
  assert.deepEqual(await stateOf(market), [false, 'No source has it in stock'])
  await changeProduct(market, { productId: '1001', isAvailable: true })
  await syncNow(market)
  assert.deepEqual(await stateOf(market), [true, null])
})

test('a cost that changes too much is believed when a person says so, of the cost that they saw', async (t) => {
  const market = await openPriced(t)
  const { admin, item } = market
  await follow(market)
  await changeProduct(market, { productId: '1001', cost: 500 })
  await syncNow(market)
  const words = 'Its cost went from ₹50.40 to ₹500.00 at once'
  assert.deepEqual(await stateOf(market), [false, words])
  assert.deepEqual(pricesOf(await readItem(market)), [COST, 56_00, 53_00])
  assert.equal((await listRules(market)).paused[0]!.doubtfulCost, 500_00)

  await changeProduct(market, { productId: '1001', cost: 501 })
  await syncNow(market)
  const accept = (costPrice: number) => admin.call(acceptCost, { itemId: item._id, costPrice })
  assert.equal((await accept(500_00)).code, 'COST_CHANGED')
  assert.equal((await readItem(market)).itemAvailablity, false)
  const twice = await Promise.all([accept(501_00), accept(501_00)])
  assert.deepEqual(tally(twice), { 200: 1, 409: 1 })
  assert.deepEqual(pricesOf(await readItem(market)), [501_00, 552_00, 527_00])
  assert.deepEqual(await stateOf(market), [true, null])
  assert.deepEqual(await alertsOf(market), [])
  await syncNow(market)
  assert.deepEqual(await stateOf(market), [true, null])
})

test('a cost that jumps to and fro waits for a person too, and putting the pack back is believing it', async (t) => {
  const market = await openPriced(t)
  await follow(market)
  await changeProduct(market, { productId: '1001', cost: 5 })
  await syncNow(market)
  await changeProduct(market, { productId: '1001', cost: 51 })
  await syncNow(market)
  assert.deepEqual(await stateOf(market), [false, 'Its cost jumped, and is back at ₹51.00'])
  await market.admin.call(editItem, { itemId: market.item._id, itemAvailablity: true })
  await syncAll(market)
  assert.deepEqual(await stateOf(market), [true, null])
  assert.deepEqual(pricesOf(await readItem(market)), [51_00, 57_00, 54_00])
  assert.deepEqual(await alertsOf(market), [])
})

test('a pack that a person took off sale stays off sale, whatever it costs', async (t) => {
  const market = await openPriced(t, { itemAvailablity: false })
  await follow(market)
  for (const change of [{ cost: 900 }, { isAvailable: false }, { isAvailable: true, cost: 50.4 }]) {
    await changeProduct(market, { productId: '1001', ...change })
    await syncNow(market)
    assert.deepEqual(await stateOf(market), [false, null])
  }
  assert.deepEqual(await alertsOf(market), [])
})

test('two nodes that look at once, and one that has forgotten it did, change a pack once', async (t) => {
  const market = await openPriced(t)
  await market.shop.openNode()
  await follow(market)
  await changeProduct(market, { productId: '1001', cost: 500 })
  await syncAll(market, 6)
  const [alerts] = await market.shop.sql<[{ count: number }]>`select count(*) from alert`
  assert.equal(alerts.count, 1)
  assert.equal((await stateOf(market))[0], false)
})

test('without its rule a game’s prices stay, and a pack that was off sale stays so until a person puts it back', async (t) => {
  const market = await openPriced(t)
  const { admin, game, item } = market
  await follow(market)
  await changeProduct(market, { productId: '1001', isAvailable: false })
  await syncNow(market)
  await admin.call(deletePriceRule, { gameSlug: game.gameSlug })
  await changeProduct(market, { productId: '1001', isAvailable: true, cost: 55 })
  await syncAll(market)
  assert.deepEqual(await stateOf(market), [false, 'No source has it in stock'])
  assert.equal((await listRules(market)).paused[0]!.hasRule, false)
  assert.equal((await alertsOf(market)).length, 1)

  await admin.call(editItem, { itemId: item._id, itemAvailablity: true })
  await syncAll(market)
  assert.deepEqual(await alertsOf(market), [])
  assert.equal((await readItem(market)).costPrice, COST)
})
