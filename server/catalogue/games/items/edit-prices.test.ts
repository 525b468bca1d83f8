import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGame } from '#contract/catalogue/catalog.ts'
import {
  addItem,
  editGame,
  editItem,
  editPrices,
  removeItem,
  type FullItem,
  type Prices,
} from '#contract/catalogue/games.ts'
import { importProducts } from '#contract/catalogue/suppliers/imports.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import { signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const testInShop = shareShop(openShop)

const pricesOf = ({ sellingPrice, ...item }: FullItem): Prices => ({
  sellingPrice,
  resellerSellingPrice: item.resellerSellingPrice,
  dummyPrice: item.dummyPrice,
  costPrice: item.costPrice,
})

const toChange = (item: FullItem, change: Partial<Prices>) => ({
  itemId: item._id,
  was: pricesOf(item),
  ...pricesOf(item),
  ...change,
})

const cheaper = (item: FullItem) => toChange(item, { sellingPrice: 1_00 })

testInShop('prices of many packs are saved together and audited once', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const { gameSlug } = game
  const one = await makeItem(admin, game, { costPrice: 70_00, dummyPrice: 120_00 })
  const other = await makeItem(admin, game)
  const third = await makeItem(admin, game)
  const { status, message, data } = await admin.call(editPrices, {
    gameSlug,
    items: [
      toChange(other, { sellingPrice: 89_50, resellerSellingPrice: 85_00, costPrice: 80_00 }),
      toChange(one, { sellingPrice: 0, costPrice: null, dummyPrice: null }),
    ],
  })
  assert.deepEqual([status, message], [200, 'Prices saved'])
  assert.deepEqual(data.itemId, [
    { ...one, sellingPrice: 0, costPrice: null, dummyPrice: null },
    { ...other, sellingPrice: 89_50, resellerSellingPrice: 85_00, costPrice: 80_00 },
    third,
  ])
  const shown = (await shop.visitor.call(findGame, { slug: gameSlug })).data
  assert.deepEqual(
    shown.itemId.map(({ sellingPrice }) => sellingPrice),
    [0, 89_50, 100_00],
  )
  const [audit, ...others] = await shop.sql`
    select subject, before, after from audit
    where action = 'edit prices' and user_id = ${admin.id}`
  const noPrices = { resellerPrice: null, listPrice: null, costPrice: null }
  assert.deepEqual(others, [])
  assert.deepEqual(audit, {
    subject: `game ${game._id}`,
    before: {
      [one._id]: { ...noPrices, sellingPrice: 100_00, listPrice: 120_00, costPrice: 70_00 },
      [other._id]: { ...noPrices, sellingPrice: 100_00 },
    },
    after: {
      [one._id]: { ...noPrices, sellingPrice: 0 },
      [other._id]: { sellingPrice: 89_50, resellerPrice: 85_00, listPrice: null, costPrice: 80_00 },
    },
  })
})

testInShop(
  'all prices are saved or none: not when one is newer, its pack is gone, or is of another game',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const game = await makeGame(admin)
    const { gameSlug } = game
    const [one, other, gone] = [
      await makeItem(admin, game),
      await makeItem(admin, game),
      await makeItem(admin, game),
    ]
    const stranger = await makeItem(admin, await makeGame(admin))
    await admin.call(removeItem, { itemId: gone._id, gameSlug })
    await admin.call(editItem, { itemId: other._id, costPrice: 60_00 })
    const save = (...items: ReturnType<typeof toChange>[]) =>
      admin.call(editPrices, { gameSlug, items })
    const none = { resellerSellingPrice: null, dummyPrice: null, costPrice: null }
    const seen = { sellingPrice: 100, ...none }
    const wire = { itemId: one._id, was: seen, ...seen, sellingPrice: 1 }
    const answers = [
      await save(cheaper(one), cheaper(other)),
      await save(cheaper(one), cheaper(gone)),
      await save(cheaper(one), cheaper(stranger)),
      await admin.send('PUT', '/api/v1/game/prices', { gameSlug, items: [wire, wire] }),
      await admin.send('PUT', '/api/v1/game/prices', { gameSlug, items: [] }),
      await admin.call(editPrices, { gameSlug: 'nowhere', items: [cheaper(one)] }),
    ]
    assert.deepEqual(
      answers.map(({ status, code }) => `${status} ${code}`),
      [
        '409 PRICES_CHANGED',
        '404 NO_SUCH_ITEM',
        '404 NO_SUCH_ITEM',
        '400 BAD_INPUT',
        '400 BAD_INPUT',
        '404 NO_SUCH_GAME',
      ],
    )
    const { data } = await shop.visitor.call(findGame, { slug: gameSlug })
    assert.deepEqual(
      data.itemId.map(({ sellingPrice }) => sellingPrice),
      [100_00, 100_00],
    )
    const rows = await shop.sql`
      select from audit where action = 'edit prices' and user_id = ${admin.id}`
    assert.equal(rows.length, 0)
  },
)

testInShop(
  'the first administrator to price a pack wins, and later ones are told',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const game = await makeGame(admin)
    const items = [await makeItem(admin, game), await makeItem(admin, game)]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const changes = items.map((item) => toChange(item, { sellingPrice: 50_00 + n }))
        const { gameSlug } = game
        return admin.call(editPrices, { gameSlug, items: n % 2 ? changes.toReversed() : changes })
      }),
    )
    assert.deepEqual(tally(answers), { 200: 1, 409: 7 })
    const { data } = await shop.visitor.call(findGame, { slug: game.gameSlug })
    assert.equal(new Set(data.itemId.map(({ sellingPrice }) => sellingPrice)).size, 1)
  },
)

test('prices, costs and imports need a fresh second factor, and everyday work does not', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const { gameSlug, _id: id } = game
  const [item, paused] = [await makeItem(admin, game), await makeItem(admin, game)]
  const { _id: itemId } = item
  await shop.sql`
    update item set paused_for = 'Its cost is doubtful', is_available = false where id = ${paused._id}`
  await setUpApp(admin)
  shop.wait(10 * 60_000)
  const source = { source: 'unipin', givenGameName: '', givenRegion: '', serviceId: '5' } as const
  const answers = [
    await admin.call(editPrices, { gameSlug, items: [cheaper(item)] }),
    await admin.call(addItem, { gameSlug, itemName: 'Cheap', sellingPrice: 1_00 }),
    await admin.call(importProducts, {
      gameSlug,
      productIds: ['1'],
      pricing: 'rule',
      itemImageId: null,
      tagId: null,
      itemAvailablity: true,
    }),
    await admin.call(editItem, { itemId, sellingPrice: 1_00 }),
    await admin.call(editItem, { itemId, resellerSellingPrice: 1_00 }),
    await admin.call(editItem, { itemId, dummyPrice: 200_00 }),
    await admin.call(editItem, { itemId, costPrice: 1_00 }),
    await admin.call(editItem, { itemId, serviceId: 'dearer' }),
    await admin.call(editItem, { itemId, sources: [source] }),
    await admin.call(editItem, { itemId: paused._id, itemAvailablity: true }),
    await admin.call(editGame, { id, apiName: 'unipin' }),
    await admin.call(editGame, { id, givenGameName: 'Another' }),
    await admin.call(editGame, { id, givenRegion: 'Elsewhere' }),
  ]
  assert.deepEqual([...new Set(answers.map(({ code }) => code))], ['SECOND_FACTOR_NEEDED'])
  const everyday = [
    await admin.call(editItem, { itemId, sellingPrice: 100_00, quantity: 5, itemName: 'Other' }),
    await admin.call(editItem, { itemId, itemAvailablity: false }),
    await admin.call(editItem, { itemId, itemAvailablity: true }),
    await admin.call(editGame, { id, gameDescription: 'New words', apiName: 'manual' }),
  ]
  assert.deepEqual(tally(everyday), { 200: 4 })
  const items = await shop.sql`
    select selling_price, reseller_price, list_price, cost_price, service_id from item order by index`
  const untouched = {
    sellingPrice: 100_00,
    resellerPrice: null,
    listPrice: null,
    costPrice: null,
    serviceId: '',
  }
  assert.deepEqual(
    items.map((row) => ({ ...row })),
    [untouched, untouched],
  )
})
