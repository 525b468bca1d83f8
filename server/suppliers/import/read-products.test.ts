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
  type Market,
} from '#tests/support/catalogue/prices.ts'

const faultOf = async (market: Market) => (await listRules(market)).games[0]!.fault

test('a provider that is away changes nothing, and what went wrong is said until it is over', async (t) => {
  const market = await openPriced(t)
  await follow(market)
  const before = await readItem(market)
  await changeProduct(market, { productId: '1001', cost: 60 })
  await breakOutside(market.shop, { target: 'unipin', kind: 'error' })
  await syncNow(market)
  assert.deepEqual(await readItem(market), before)
  assert.equal(await faultOf(market), 'UniPin didn’t send its prices for “legends”')
  await mendOutside(market.shop)
  await syncNow(market)
  assert.equal((await readItem(market)).costPrice, 60_00)
  assert.equal(await faultOf(market), null)
})

test('what nobody knows the money or the account of is said, and its prices stay', async (t) => {
  const market = await openPriced(t, {
    serviceId: '',
    sources: [
      { source: 'smileone', givenGameName: 'mobilelegends', givenRegion: '', serviceId: '1001' },
    ],
  })
  await follow(market)
  assert.equal(await faultOf(market), 'Please enter first what one SmileCoin of Smile.One costs')
  assert.deepEqual(pricesOf(await readItem(market)), [null, 100_00, null])
  await market.shop.sql`
    insert into supplier_currency (supplier, currency, paise, updated_at)
    values ('smileone', 'SmileCoin', 170.5, now())`
  await syncNow(market)
  assert.deepEqual(pricesOf(await readItem(market)), [51_15, 57_00, 54_00])
})

test('of several sources the first that has it counts, or the cheapest, whichever the pack asks for', async (t) => {
  const market = await openPriced(t, {
    sources: [
      { source: 'g2bulk', givenGameName: 'mlbb', givenRegion: '', serviceId: 'Pack 1001' },
      { source: 'moogold', givenGameName: '42', givenRegion: '', serviceId: '1001' },
    ],
  })
  const costOf = async () => {
    await syncNow(market)
    return (await readItem(market)).costPrice
  }
  await changeProduct(market, { provider: 'moogold', productId: '1001', cost: 0.54 })
  await follow(market)
  assert.equal((await readItem(market)).costPrice, COST)
  await changeProduct(market, { productId: '1001', isAvailable: false })
  assert.equal(await costOf(), 50_00) // G2Bulk's 0.60 dollars
  await changeProduct(market, { productId: '1001', isAvailable: true })
  await market.admin.call(editItem, { itemId: market.item._id, routing: 'best' })
  assert.equal(await costOf(), 45_00)
})

test('a game that is deleted is looked at no more, and its lists are forgotten', async (t) => {
  const market = await openPriced(t)
  const { shop, admin, game } = market
  await follow(market)
  await makeItem(admin, game, { serviceId: '404404' })
  await syncNow(market)
  assert.equal((await alertsOf(market)).length, 1)
  await admin.call(deleteGame, { id: game._id })
  await shop.sql`update supplier_product set seen_at = seen_at - interval '2 hours'`
  await syncAll(market)
  const [left] = await shop.sql<[{ count: number }]>`select count(*) from supplier_product`
  assert.equal(left.count, 0)
  assert.deepEqual(await alertsOf(market), [])
  assert.deepEqual((await listRules(market)).games, [])
})

test('lists of packs with several sources are read without a rule, and their prices stay', async (t) => {
  const market = await openPriced(t, {
    sources: [{ source: 'g2bulk', givenGameName: 'mlbb', givenRegion: '', serviceId: 'Pack 1001' }],
  })
  await syncAll(market)
  const rows = await market.shop.sql<{ source: string }[]>`
    select distinct supplier as source from supplier_product order by supplier`
  assert.deepEqual(
    rows.map(({ source }) => source),
    ['g2bulk', 'unipin'],
  )
  assert.deepEqual(pricesOf(await readItem(market)), [null, 100_00, null])
})
