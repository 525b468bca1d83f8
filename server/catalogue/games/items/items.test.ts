import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { findGame, findItem } from '#contract/catalogue/catalog.ts'
import { addItem, deleteGame, editItem, INDEX_MAX, removeItem } from '#contract/catalogue/games.ts'
import { makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openShop)

const NOWHERE = '00000000-0000-4000-8000-000000000000'

test('an item needs only a name and a price; all else has sensible defaults', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, { gameName: 'Free Fire' })
  const { status, message, data } = await admin.call(addItem, {
    gameSlug: 'free-fire',
    itemName: '100 Diamonds',
    sellingPrice: 79_50,
  })
  assert.deepEqual([status, message], [200, 'Item added'])
  const { _id, ...item } = data
  assert.deepEqual(item, {
    itemSlug: 'free-fire-100-diamonds',
    itemName: '100 Diamonds',
    itemImageId: null,
    itemAvailablity: true,
    index: 0,
    sellingPrice: 79_50,
    resellerSellingPrice: null,
    dummyPrice: null,
    deliverySeconds: null,
    hasSource: true,
    heldQuantity: 0,
    costPrice: null,
    serviceId: '',
    quantity: null,
    isShowQuantity: false,
    noOfPurchases: 0,
    tagId: null,
    gameSlug: 'free-fire',
    sources: [],
    routing: 'in order',
    isPriceFixed: false,
    pausedFor: null,
  })
  assert.deepEqual(
    [(await makeItem(admin, game)).index, (await makeItem(admin, game)).index],
    [1, 2],
  )
})

test('every field of an item is stored, and an edit changes only what was sent', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const tag = await makeTag(admin)
  const fields = {
    itemName: 'Weekly Pass',
    itemSlug: 'weekly',
    itemAvailablity: false,
    index: 7,
    sellingPrice: 149_99,
    resellerSellingPrice: 140_00,
    dummyPrice: 199_00,
    costPrice: 120_01,
    serviceId: 'svc/13 x',
    quantity: 5,
    isShowQuantity: true,
  }
  let item = await makeItem(admin, game, { ...fields, tagId: tag._id })
  assert.partialDeepStrictEqual(item, { ...fields, tagId: tag })
  const edits = [
    {},
    { itemName: 'Monthly Pass' },
    { quantity: null },
    { costPrice: null, resellerSellingPrice: null, dummyPrice: null },
    { tagId: null },
    { index: 0 },
    { itemSlug: 'monthly' },
    { sellingPrice: 0 },
  ]
  for (const edit of edits) {
    const { data, message } = await admin.call(editItem, { itemId: item._id, ...edit })
    assert.deepEqual([data, message], [{ ...item, ...edit }, 'Item updated'])
    item = data
  }
})

test('prices have at most two decimals, and amounts are neither negative nor unlimited', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const { _id } = await makeItem(admin, game)
  const prices = ['sellingPrice', 'resellerSellingPrice', 'dummyPrice', 'costPrice']
  const cases: [fields: string[], values: unknown[]][] = [
    [prices, [1.005, 0.001, -1, -0.01, '10', 1e308, 10_000_001, [], true]],
    [['sellingPrice'], [null]],
    [['quantity'], [-1, 1.5, '5', 1e10]],
    [['index'], [-1, 1.5, null, INDEX_MAX + 1]],
    [['itemSlug'], ['add', 'A', '', null]],
    [['itemName'], ['', null, 'a'.repeat(81)]],
    [['noOfPurchases', 'gameId', 'amount'], [1]],
  ]
  for (const [fields, values] of cases)
    for (const field of fields)
      for (const value of values) {
        const one = { [field]: value }
        const told = JSON.stringify(one)
        const edited = await admin.send('PUT', `/api/v1/game/add/${_id}`, one)
        assert.deepEqual([edited.status, edited.errors[0]?.field], [400, field], told)
        const body = { itemName: 'X', sellingPrice: 1, gameSlug: game.gameSlug, ...one }
        const added = await admin.send('PUT', '/api/v1/game/add', body)
        assert.deepEqual([added.status, added.errors[0]?.field], [400, field], told)
      }
  const { data } = await shop.visitor.call(findGame, { slug: game.gameSlug })
  assert.deepEqual(
    data.itemId.map(({ sellingPrice }) => sellingPrice),
    [100_00],
  )
})

test('an item refers only to rows that exist', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const { _id: itemId, itemSlug } = await makeItem(admin, game)
  const other = await makeItem(admin, game)
  const add = { gameSlug: game.gameSlug, itemName: 'X', sellingPrice: 1 }
  const answers = [
    await admin.call(addItem, { ...add, gameSlug: 'nowhere' }),
    await admin.call(addItem, { ...add, tagId: NOWHERE }),
    await admin.call(editItem, { itemId, tagId: NOWHERE }),
    await admin.call(addItem, { ...add, itemImageId: NOWHERE }),
    await admin.call(editItem, { itemId, itemImageId: NOWHERE }),
    await admin.call(addItem, { ...add, itemSlug }),
    await admin.call(editItem, { itemId: other._id, itemSlug }),
  ]
  assert.deepEqual(
    answers.map(({ status, code, errors }) => `${status} ${code} ${errors[0]?.field}`),
    [
      '404 NO_SUCH_GAME gameSlug',
      '404 NO_SUCH_TAG tagId',
      '404 NO_SUCH_TAG tagId',
      '404 NO_SUCH_IMAGE itemImageId',
      '404 NO_SUCH_IMAGE itemImageId',
      '409 SLUG_TAKEN itemSlug',
      '409 SLUG_TAKEN itemSlug',
    ],
  )
})

test('an item is removed once, from its own game only, and its row stays', async (shop) => {
  const admin = await signUpAdmin(shop)
  const [game, other] = [await makeGame(admin), await makeGame(admin)]
  const { _id: itemId, itemSlug } = await makeItem(admin, game)
  const remove = ({ gameSlug }: { gameSlug: string }) =>
    admin.call(removeItem, { itemId, gameSlug })
  assert.deepEqual((await remove(other)).code, 'NO_SUCH_ITEM')
  assert.equal((await shop.visitor.call(findItem, { itemSlug })).status, 200)
  const { status, message, data } = await remove(game)
  assert.deepEqual([status, message, data], [200, 'Item deleted', null])
  assert.equal((await remove(game)).code, 'NO_SUCH_ITEM')
  assert.equal((await admin.call(editItem, { itemId, itemName: 'Back' })).code, 'NO_SUCH_ITEM')
  assert.equal((await shop.visitor.call(findItem, { itemSlug })).status, 404)
  const rows = await shop.sql`select from item where id = ${itemId} and deleted_at is not null`
  assert.equal(rows.length, 1)
  assert.equal((await makeItem(admin, game, { itemSlug })).itemSlug, itemSlug)
})

test('packs are sorted by index, and by age where the index is the same', async (shop) => {
  const admin = await signUpAdmin(shop)
  const index = fc.nat(4)
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), index: fc.option(index, { nil: undefined }) }),
    fc.record({ do: fc.constant('edit' as const), which: fc.nat(), index }),
    fc.record({ do: fc.constant('remove' as const), which: fc.nat() }),
  )
  type Pack = { _id: string; index: number }
  const property = fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
    const game = await makeGame(admin)
    let packs: Pack[] = [] // oldest first
    for (const step of steps) {
      if (step.do === 'add') {
        const last = Math.max(-1, ...packs.map(({ index }) => index))
        const { _id, index } = await makeItem(admin, game, { index: step.index })
        assert.equal(index, step.index ?? last + 1)
        packs.push({ _id, index })
      } else if (packs.length > 0) {
        const { _id } = packs[step.which % packs.length]!
        if (step.do === 'edit') await admin.call(editItem, { itemId: _id, index: step.index })
        else await admin.call(removeItem, { itemId: _id, gameSlug: game.gameSlug })
        packs = packs.flatMap((pack) => {
          if (pack._id !== _id) return pack
          return step.do === 'edit' ? { _id, index: step.index } : []
        })
      }
    }
    const { data } = await shop.visitor.call(findGame, { slug: game.gameSlug })
    const shown = data.itemId.map(({ _id, index }) => ({ _id, index }))
    assert.deepEqual(
      shown,
      packs.toSorted((one, other) => one.index - other.index),
    )
  })
  await fc.assert(property, { seed: 20_260_101, numRuns: 25 })
})

test('a pack added behind the last possible index can still be edited', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  await makeItem(admin, game, { index: INDEX_MAX })
  const { _id: itemId, index } = await makeItem(admin, game)
  assert.equal((await admin.call(editItem, { itemId, index })).status, 200)
})

test('deleting a game locks its items in the order of orders, so that neither deadlocks', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const items = [await makeItem(admin, game), await makeItem(admin, game)]
  const [first, second] = items.map(({ _id }) => _id).toSorted() as [string, string]
  await shop.sql`update item set slug = 'moved', index = 9 where id = ${first}` // now last on disk and in indexes
  const deleting = await shop.sql.begin(async (tx) => {
    await tx`select from item where id = ${first} for no key update`
    const answering = admin.call(deleteGame, { id: game._id })
    await untilWaitedFor(tx)
    await tx`select from item where id = ${second} for no key update nowait`
    return { answering }
  })
  assert.equal((await deleting.answering).status, 200)
})
