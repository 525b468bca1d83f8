import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteGame, editItem } from '#contract/catalogue/games.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  alertsOf,
  changeProduct,
  COST,
  follow,
  listRules,
  openPriced,
  pricesOf,
  readItem,
  syncAll,
  syncNow,
  type PricedShop,
} from '#tests/support/catalogue/prices.ts'

const faultOf = async (priced: PricedShop) => (await listRules(priced)).games[0]!.fault

test('a supplier that is down changes no prices, and the fault is shown until it is back', async (t) => {
  const priced = await openPriced(t)
  await follow(priced)
  const before = await readItem(priced)
  await changeProduct(priced, { productId: '1001', cost: 60 })
  await breakOutside(priced.shop, { target: 'unipin', kind: 'error' })
  await syncNow(priced)
  assert.deepEqual(await readItem(priced), before)
  assert.equal(await faultOf(priced), 'UniPin didn’t send its prices for “legends”')
  await mendOutside(priced.shop)
  await syncNow(priced)
  assert.equal((await readItem(priced)).costPrice, 60_00)
  assert.equal(await faultOf(priced), null)
})

test('products of unknown currency or account are marked, and keep their prices', async (t) => {
  const priced = await openPriced(t, {
    serviceId: '',
    sources: [
      { source: 'smileone', givenGameName: 'mobilelegends', givenRegion: '', serviceId: '1001' },
    ],
  })
  await follow(priced)
  assert.equal(await faultOf(priced), 'Please enter first what one SmileCoin of Smile.One costs')
  assert.deepEqual(pricesOf(await readItem(priced)), [null, 100_00, null])
  await priced.shop.sql`
    insert into supplier_currency (supplier, currency, paise, updated_at)
    values ('smileone', 'SmileCoin', 170.5, now())`
  await syncNow(priced)
  assert.deepEqual(pricesOf(await readItem(priced)), [51_15, 57_00, 54_00])
})

test('a pack’s cost comes from its first supplier in stock, or from the cheapest, as the pack asks', async (t) => {
  const priced = await openPriced(t, {
    sources: [
      { source: 'g2bulk', givenGameName: 'mlbb', givenRegion: '', serviceId: 'Pack 1001' },
      { source: 'moogold', givenGameName: '42', givenRegion: '', serviceId: '1001' },
    ],
  })
  const costOf = async () => {
    await syncNow(priced)
    return (await readItem(priced)).costPrice
  }
  await changeProduct(priced, { provider: 'moogold', productId: '1001', cost: 0.54 })
  await follow(priced)
  assert.equal((await readItem(priced)).costPrice, COST)
  await changeProduct(priced, { productId: '1001', isAvailable: false })
  assert.equal(await costOf(), 50_00) // G2Bulk's 0.60 dollars
  await changeProduct(priced, { productId: '1001', isAvailable: true })
  await priced.admin.call(editItem, { itemId: priced.item._id, routing: 'best' })
  assert.equal(await costOf(), 45_00)
})

test('a deleted game is no longer looked up, and its lists are deleted', async (t) => {
  const priced = await openPriced(t)
  const { shop, admin, game } = priced
  await follow(priced)
  await makeItem(admin, game, { serviceId: '404404' })
  await syncNow(priced)
  assert.equal((await alertsOf(priced)).length, 1)
  await admin.call(deleteGame, { id: game._id })
  await shop.sql`update supplier_product set seen_at = seen_at - interval '2 hours'`
  await syncAll(priced)
  const [left] = await shop.sql<[{ count: number }]>`select count(*) from supplier_product`
  assert.equal(left.count, 0)
  assert.deepEqual(await alertsOf(priced), [])
  assert.deepEqual((await listRules(priced)).games, [])
})

test('a pack with several suppliers has its lists read even without a rule, and keeps its price', async (t) => {
  const priced = await openPriced(t, {
    sources: [{ source: 'g2bulk', givenGameName: 'mlbb', givenRegion: '', serviceId: 'Pack 1001' }],
  })
  await syncAll(priced)
  const rows = await priced.shop.sql<{ source: string }[]>`
    select distinct supplier as source from supplier_product order by supplier`
  assert.deepEqual(
    rows.map(({ source }) => source),
    ['g2bulk', 'unipin'],
  )
  assert.deepEqual(pricesOf(await readItem(priced)), [null, 100_00, null])
})
