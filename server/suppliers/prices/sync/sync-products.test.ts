import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { findItem } from '#contract/catalogue/catalog.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { acceptCost, deletePriceRule } from '#contract/catalogue/suppliers/prices.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
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
  type PricedShop,
} from '#tests/support/catalogue/prices.ts'
import { until } from '#tests/support/shop/wait.ts'

const stateOf = async (priced: PricedShop) => {
  const { itemAvailablity, pausedFor } = await readItem(priced)
  return [itemAvailablity, pausedFor]
}

/** Either node may have set the prices, and the other one hears of it a moment later. */
const untilPriced = (priced: PricedShop, prices: number[]): Promise<void> =>
  until('the prices are known', async () =>
    isDeepStrictEqual(pricesOf(await readItem(priced)), prices),
  )

test('prices follow costs on every node, and the log reports it', async (t) => {
  const priced = await openPriced(t, { serviceId: '1001 & 1002' })
  const other = await priced.shop.openNode()
  const { itemSlug } = priced.item
  const seen = async () => (await other.visitor.call(findItem, { itemSlug })).data.sellingPrice
  assert.equal(await seen(), 100_00)
  await follow(priced)
  const cost = COST + OTHER_COST
  await untilPriced(priced, [cost, 139_00, 133_00])
  await until('the other node knows', async () => (await seen()) === 139_00)

  await changeProduct(priced, { productId: '1002', cost: 90 })
  await syncNow(priced)
  await untilPriced(priced, [140_40, 155_00, 148_00])
  const said = [...priced.shop.log, ...other.log] // either node may have done it
  assert.ok(said.some((line) => line.includes('pack changed by its price rule or its cost')))
  assert.equal((await listRules(priced)).games[0]!.fault, null)
})

test('packs of several games that change at once each follow the rule of their own game', async (t) => {
  const priced = await openPriced(t)
  const { admin, shop } = priced
  const game = await makeGame(admin, {
    gameName: 'Rain',
    apiName: 'unipin',
    givenGameName: 'legends',
  })
  const item = await makeItem(admin, game, { itemName: '75 Drops', serviceId: '1002' })
  const other = { admin, shop, game, item }
  await follow(priced)
  await follow(other, { margin: 20_00, resellerMargin: null })
  await changeProduct(priced, { productId: '1001', cost: 60 })
  await changeProduct(priced, { productId: '1002', cost: 80 })
  await syncAll(priced)
  assert.deepEqual(pricesOf(await readItem(priced)), [60_00, 66_00, 63_00])
  assert.deepEqual(pricesOf(await readItem(other)), [80_00, 96_00, null])
})

test('a fixed price stays, and its pack is paused while that price is a loss', async (t) => {
  const priced = await openPriced(t, { isPriceFixed: true, sellingPrice: 55_00 })
  await follow(priced)
  assert.deepEqual(pricesOf(await readItem(priced)), [COST, 55_00, null])
  await changeProduct(priced, { productId: '1001', cost: 60 })
  await syncNow(priced)
  const words = 'It’s sold for ₹55.00 but costs ₹60.00'
  assert.deepEqual(await stateOf(priced), [false, words])
  assert.deepEqual(await alertsOf(priced), [`60 Opals of Moonfall Arena is paused. ${words}`])
  await syncNow(priced)
  assert.equal((await alertsOf(priced)).length, 1)
  const [paused] = (await listRules(priced)).paused
  assert.deepEqual([paused!.doubtfulCost, paused!.hasRule], [null, true])

  await priced.admin.call(editItem, { itemId: priced.item._id, sellingPrice: 65_00 })
  await syncNow(priced)
  assert.deepEqual(await stateOf(priced), [true, null])
  assert.deepEqual(await alertsOf(priced), [])
})

test('a pack that no supplier has in stock is paused until one has it', async (t) => {
  const priced = await openPriced(t)
  await follow(priced)
  await changeProduct(priced, { productId: '1001', isAvailable: false })
  await syncNow(priced)
  assert.deepEqual(await stateOf(priced), [false, 'No supplier has it in stock'])
  await changeProduct(priced, { productId: '1001', isAvailable: true })
  await syncNow(priced)
  assert.deepEqual(await stateOf(priced), [true, null])
})

test('too large a cost change applies once a person accepts the very cost that they saw', async (t) => {
  const priced = await openPriced(t)
  const { admin, item } = priced
  await follow(priced)
  await changeProduct(priced, { productId: '1001', cost: 500 })
  await syncNow(priced)
  const words = 'Its cost went from ₹50.40 to ₹500.00 at once'
  assert.deepEqual(await stateOf(priced), [false, words])
  assert.deepEqual(pricesOf(await readItem(priced)), [COST, 56_00, 53_00])
  assert.equal((await listRules(priced)).paused[0]!.doubtfulCost, 500_00)

  await changeProduct(priced, { productId: '1001', cost: 501 })
  await syncNow(priced)
  const accept = (costPrice: number) => admin.call(acceptCost, { itemId: item._id, costPrice })
  assert.equal((await accept(500_00)).code, 'COST_CHANGED')
  assert.equal((await readItem(priced)).itemAvailablity, false)
  const twice = await Promise.all([accept(501_00), accept(501_00)])
  assert.deepEqual(tally(twice), { 200: 1, 409: 1 })
  assert.deepEqual(pricesOf(await readItem(priced)), [501_00, 552_00, 527_00])
  assert.deepEqual(await stateOf(priced), [true, null])
  assert.deepEqual(await alertsOf(priced), [])
  await syncNow(priced)
  assert.deepEqual(await stateOf(priced), [true, null])
})

test('a cost that jumps and returns waits for a person too, and putting the pack back accepts it', async (t) => {
  const priced = await openPriced(t)
  await follow(priced)
  await changeProduct(priced, { productId: '1001', cost: 5 })
  await syncNow(priced)
  await changeProduct(priced, { productId: '1001', cost: 51 })
  await syncNow(priced)
  assert.deepEqual(await stateOf(priced), [false, 'Its cost jumped, and is back at ₹51.00'])
  await priced.admin.call(editItem, { itemId: priced.item._id, itemAvailablity: true })
  await syncAll(priced)
  assert.deepEqual(await stateOf(priced), [true, null])
  assert.deepEqual(pricesOf(await readItem(priced)), [51_00, 57_00, 54_00])
  assert.deepEqual(await alertsOf(priced), [])
})

test('a pack that a person took off sale stays off sale, whatever it costs', async (t) => {
  const priced = await openPriced(t, { itemAvailablity: false })
  await follow(priced)
  for (const change of [{ cost: 900 }, { isAvailable: false }, { isAvailable: true, cost: 50.4 }]) {
    await changeProduct(priced, { productId: '1001', ...change })
    await syncNow(priced)
    assert.deepEqual(await stateOf(priced), [false, null])
  }
  assert.deepEqual(await alertsOf(priced), [])
})

test('a price check run by several nodes at once changes a pack once', async (t) => {
  const priced = await openPriced(t)
  await priced.shop.openNode()
  await follow(priced)
  await changeProduct(priced, { productId: '1001', cost: 500 })
  await syncAll(priced, 6)
  const [alerts] = await priced.shop.sql<[{ count: number }]>`select count(*) from alert`
  assert.equal(alerts.count, 1)
  await until('the pack is paused', async () => (await stateOf(priced))[0] === false)
})

test('without its rule a game keeps its prices, and a paused pack waits for a person', async (t) => {
  const priced = await openPriced(t)
  const { admin, game, item } = priced
  await follow(priced)
  await changeProduct(priced, { productId: '1001', isAvailable: false })
  await syncNow(priced)
  await admin.call(deletePriceRule, { gameSlug: game.gameSlug })
  await changeProduct(priced, { productId: '1001', isAvailable: true, cost: 55 })
  await syncAll(priced)
  assert.deepEqual(await stateOf(priced), [false, 'No supplier has it in stock'])
  assert.equal((await listRules(priced)).paused[0]!.hasRule, false)
  assert.equal((await alertsOf(priced)).length, 1)

  await admin.call(editItem, { itemId: item._id, itemAvailablity: true })
  await syncAll(priced)
  assert.deepEqual(await alertsOf(priced), [])
  assert.equal((await readItem(priced)).costPrice, COST)
})
