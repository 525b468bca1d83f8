import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  acceptCost,
  deletePriceRule,
  previewPriceRule,
  putPriceRule,
  syncPrices,
} from '#contract/catalogue/suppliers/prices.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  changeProduct,
  COST,
  follow,
  listRules,
  openPriced,
  readItem,
  RULE,
} from '#tests/support/catalogue/prices.ts'

const { resellerMargin, ...WITHOUT_RESELLERS } = RULE
const PREVIEW = { ...WITHOUT_RESELLERS, resellerMargin: resellerMargin! }

test('a rule is stored as it was set, listed with its packs, and audited', async (t) => {
  const priced = await openPriced(t)
  const { shop, admin, game, item } = priced
  await follow(priced)
  await follow(priced, { kind: 'fixed', margin: 9_50, resellerMargin: null, roundMinus: 1 })
  const { games, totalGames, paused } = await listRules(priced)
  const [{ syncedAt, ...shown }] = games as [(typeof games)[0]]
  assert.ok(syncedAt)
  const rule = { ...RULE, kind: 'fixed', margin: 9_50, resellerMargin: null, roundMinus: 1 }
  assert.deepEqual(
    [shown, totalGames, paused],
    [
      {
        gameSlug: game.gameSlug,
        gameName: 'Moonfall Arena',
        rule,
        fault: null,
        packs: [
          {
            _id: item._id,
            itemName: '60 Opals',
            itemAvailablity: true,
            costPrice: COST,
            sellingPrice: 59_99,
            resellerSellingPrice: null,
            margin: 9_59,
            isPriceFixed: false,
            pausedFor: null,
          },
        ],
      },
      1,
      [],
    ],
  )
  await admin.call(deletePriceRule, { gameSlug: game.gameSlug })
  const actions = (await listActions(shop)).filter(({ action }) => action.includes('price rule'))
  assert.deepEqual(
    actions.map(({ action, before, after }) => [action, before, after]),
    [
      ['set price rule', null, RULE],
      ['set price rule', RULE, rule],
      ['delete price rule', rule, null],
    ],
  )
  assert.deepEqual((await listRules(priced)).games, [])
})

test('games with a rule are searched by name and paged', async (t) => {
  const priced = await openPriced(t)
  const { admin } = priced
  for (const gameName of ['Zebra Run', 'Aurora Deep'])
    await follow({
      ...priced,
      game: await makeGame(admin, { gameName, apiName: 'unipin', givenGameName: 'x' }),
    })
  await follow(priced)
  const namesOf = async (list: object) =>
    (await listRules(priced, list)).games.map(({ gameName }) => gameName)
  assert.deepEqual(await namesOf({}), ['Aurora Deep', 'Moonfall Arena', 'Zebra Run'])
  assert.deepEqual(await namesOf({ search: 'moon' }), ['Moonfall Arena'])
  assert.deepEqual(await namesOf({ page: 2, limit: 2 }), ['Zebra Run'])
})

test('a preview shows every new price, even losses, and changes nothing', async (t) => {
  const priced = await openPriced(t, { sellingPrice: 45_00 })
  const { admin, game } = priced
  await makeItem(admin, game, { itemName: 'Fixed', serviceId: '1002', isPriceFixed: true })
  await makeItem(admin, game, { itemName: 'Nowhere', serviceId: '404404' })
  const before = await readItem(priced)
  const ask = (fields = {}) =>
    admin.call(previewPriceRule, { gameSlug: game.gameSlug, ...PREVIEW, ...fields })
  const { packs, fault } = (await ask()).data
  assert.deepEqual(
    packs.map(({ _id, ...pack }) => Object.values(pack)),
    [
      ['60 Opals', COST, 45_00, null, -5_40, false, 56_00, 53_00, 5_60, null],
      ['Fixed', 75_60, 100_00, null, 24_40, true, 100_00, null, 24_40, null],
      ['Nowhere', null, 100_00, null, null, false, null, null, null, 'No supplier has it in stock'],
    ],
  )
  assert.equal(fault, null)
  assert.deepEqual(await readItem(priced), before)
  assert.deepEqual((await listRules(priced)).games, [])

  const { resellerMargin: _, ...open } = PREVIEW
  const { data } = await admin.call(previewPriceRule, { gameSlug: game.gameSlug, ...open })
  assert.equal(data.packs[0]!.resellerSellingPriceThen, null)
  await changeProduct(priced, { productId: '1001', cost: 99 })
  assert.equal((await ask()).data.packs[0]!.costPrice, COST, 'a provider is not asked at each key')
})

test('a preview says so when the supplier of a game is down', async (t) => {
  const { shop, admin, game } = await openPriced(t)
  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  const { data } = await admin.call(previewPriceRule, { gameSlug: game.gameSlug, ...PREVIEW })
  assert.equal(data.fault, 'UniPin didn’t send its prices for “legends”')
  assert.deepEqual(
    [data.packs[0]!.sellingPriceThen, data.packs[0]!.fault],
    [null, 'UniPin hasn’t sent its prices yet'],
  )
  await mendOutside(shop)
})

test('an invalid rule is refused with a reason and applied to nothing', async (t) => {
  const priced = await openPriced(t)
  const { admin, game } = priced
  const bodies: [object, RegExp, string][] = [
    [{ kind: 'double' }, /percent or fixed/, 'kind'],
    [{ margin: -1 }, /negative/, 'margin'],
    [{ margin: 1.234 }, /two decimals/, 'margin'],
    [{ margin: '5' }, /enter a margin/, 'margin'],
    [{ margin: 1e9 }, /too large/, 'margin'],
    [{ resellerMargin: 11 }, /can’t be larger/, 'resellerMargin'],
    [{ roundTo: 0 }, /at least 0.01/, 'roundTo'],
    [{ roundTo: 5_000 }, /1,000 rupees/, 'roundTo'],
    [{ roundMinus: 1 }, /less than/, 'roundMinus'],
    [{ changeMax: 0 }, /1 percent/, 'changeMax'],
    [{ changeMax: 2.5 }, /whole number/, 'changeMax'],
    [{ price: 1 }, /Unknown field/, 'price'],
  ]
  const good = {
    kind: 'percent',
    margin: 10,
    resellerMargin: 5,
    roundTo: 1,
    roundMinus: 0,
    changeMax: 30,
  }
  const address = `/api/v1/price-rule/${game.gameSlug}`
  for (const [change, words, field] of bodies) {
    const { status, message, errors } = await admin.send('PUT', address, { ...good, ...change })
    assert.deepEqual([status, errors[0]?.field], [400, field])
    assert.match(message, words)
  }
  assert.deepEqual((await listRules(priced)).games, [])
})

test('unknown games, unknown packs and manually delivered games have no price rule', async (t) => {
  const priced = await openPriced(t)
  const { admin, game, item } = priced
  const { gameSlug } = game
  const manual = { gameSlug: (await makeGame(admin)).gameSlug }
  const nowhere = { gameSlug: 'nowhere' }
  const costPrice = COST
  const codes = [
    (await admin.call(putPriceRule, { ...nowhere, ...RULE })).code,
    (await admin.call(putPriceRule, { ...manual, ...RULE })).code,
    (await admin.call(previewPriceRule, { ...manual, ...PREVIEW })).code,
    (await admin.call(syncPrices, { gameSlug })).code,
    (await admin.call(deletePriceRule, { gameSlug })).code,
    (await admin.call(acceptCost, { itemId: game._id, costPrice })).code,
    (await admin.call(acceptCost, { itemId: item._id, costPrice })).code,
  ]
  assert.deepEqual(codes, [
    'NO_SUCH_GAME',
    'NO_LISTED_PRICES',
    'NO_LISTED_PRICES',
    'NO_SUCH_RULE',
    'NO_SUCH_RULE',
    'NO_SUCH_ITEM',
    'NO_SUCH_RULE',
  ])
  await follow(priced)
  assert.equal(
    (await admin.call(acceptCost, { itemId: item._id, costPrice })).code,
    'NOTHING_TO_ACCEPT',
  )
})
