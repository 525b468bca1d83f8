import assert from 'node:assert/strict'
import {
  findCategory,
  findGame,
  listAllCategories,
  listGames,
} from '#contract/catalogue/catalog.ts'
import { addGameToCategory, createCategory, editCategory } from '#contract/catalogue/categories.ts'
import {
  addItem,
  createGame,
  deleteGame,
  editGame,
  editItem,
  findGameAsAdmin,
} from '#contract/catalogue/games.ts'
import { deleteTag, listAllTags } from '#contract/catalogue/tags.ts'
import { makeCategory, makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const ROUNDS = 15

/** Signs in two administrators at two nodes of one shop. */
async function openTwo(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const other = { ...(await signUpAdmin(await shop.openNode(), 'Binod Admin')) }
  return { shop, admin, other, admins: [admin, other] as const }
}

const test = shareShop(openTwo)

const each = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)))

test('twenty games, items and categories of one name at once get twenty addresses', async ({
  shop,
  admins,
}) => {
  const games = await each(20, (n) =>
    admins[n % 2]!.call(createGame, { gameName: 'Free Fire', apiName: 'manual' }),
  )
  const expected = Array.from({ length: 20 }, (_, n) => (n === 0 ? '' : `-${n + 1}`)).toSorted()
  const slugs = games.map(({ data }) => data.gameSlug).toSorted()
  assert.deepEqual(
    slugs,
    expected.map((end) => `free-fire${end}`),
  )

  const items = await each(20, (n) =>
    admins[n % 2]!.call(addItem, { gameSlug: 'free-fire', itemName: 'All', sellingPrice: 1 }),
  )
  const itemSlugs = items.map(({ data }) => data.itemSlug).toSorted()
  assert.deepEqual(
    itemSlugs,
    expected.map((end) => `free-fire-all${end}`),
  )
  const { data } = await shop.visitor.call(findGame, { slug: 'free-fire' })
  assert.deepEqual(
    data.itemId.map(({ index }) => index),
    Array.from({ length: 20 }, (_, n) => n),
  )

  const titles = await each(20, (n) =>
    admins[n % 2]!.call(createCategory, { categoryTitle: `New${'!'.repeat(n)}` }),
  )
  const categorySlugs = titles.map(({ data }) => data.categorySlug).toSorted()
  assert.deepEqual(
    categorySlugs,
    expected.map((end) => `new${end}`),
  )
})

test('an address requested twenty times at once is given once', async ({ shop, admins }) => {
  const countGames = async () => (await shop.visitor.call(listGames, {})).data.length
  const before = await countGames()
  const answers = await each(20, (n) =>
    admins[n % 2]!.call(createGame, { gameName: 'X', apiName: 'manual', gameSlug: 'asked-for' }),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 19 })
  const titles = await each(10, (n) =>
    admins[n % 2]!.call(createCategory, { categoryTitle: 'Asked for' }),
  )
  assert.deepEqual(tally(titles), { 200: 1, 409: 9 })
  const games = await each(6, () => makeGame(admins[0]))
  const moves = await Promise.all(
    games.map(({ _id }, n) => admins[n % 2]!.call(editGame, { id: _id, gameSlug: 'wanted' })),
  )
  assert.deepEqual(tally(moves), { 200: 1, 409: 5 })
  assert.equal((await countGames()) - before, 7)
})

test('a tag that is deleted while it is put on a game is either on the game or gone', async ({
  shop,
  admin,
  other,
}) => {
  const game = await makeGame(admin)
  const item = await makeItem(admin, game)
  const countTags = async () => (await shop.visitor.call(listAllTags, {})).data.length
  const before = await countTags()
  let deleted = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { _id: tagId } = await makeTag(admin)
    const [gone, put] = await Promise.all([
      other.call(deleteTag, { id: tagId }),
      round % 2 === 0
        ? admin.call(editGame, { id: game._id, tagId })
        : admin.call(editItem, { itemId: item._id, tagId }),
    ])
    const both = `${gone.status} ${gone.code ?? ''} ${put.status} ${put.code ?? ''}`
    if (both === '200  404 NO_SUCH_TAG') deleted++
    else assert.equal(both, '409 TAG_IN_USE 200 ')
    const { data } = await admin.call(findGameAsAdmin, { slug: game.gameSlug })
    if (put.status === 200)
      assert.equal((round % 2 === 0 ? data : data.itemId[0]!).tagId!._id, tagId)
  }
  assert.equal((await countTags()) - before, ROUNDS - deleted)
})

test('a game deleted while it is added to a category ends up in none', async ({
  shop,
  admin,
  other,
}) => {
  const { _id: id } = await makeCategory(admin)
  const stays = await makeGame(admin)
  for (let round = 0; round < ROUNDS; round++) {
    const { _id: gameId } = await makeGame(admin)
    const [gone, put] = await Promise.all([
      other.call(deleteGame, { id: gameId }),
      round % 2 === 0
        ? admin.call(addGameToCategory, { id, gameId })
        : admin.call(editCategory, { id, gameId: [stays._id, gameId] }),
    ])
    assert.equal(gone.status, 200)
    assert.ok(put.status === 200 || put.code === 'NO_SUCH_GAME', put.message)
  }
  const rows = await shop.sql`
    select from category_game join game on game.id = game_id
    where category_id = ${id} and deleted_at is not null`
  assert.equal(rows.length, 0)
})

test('an item that is added while its game is deleted is gone with it, or refused', async ({
  shop,
  admin,
  other,
}) => {
  const ids: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { _id: id, gameSlug } = await makeGame(admin)
    ids.push(id)
    const [gone, added] = await Promise.all([
      other.call(deleteGame, { id }),
      admin.call(addItem, { gameSlug, itemName: 'X', sellingPrice: 1 }),
    ])
    assert.equal(gone.status, 200)
    assert.ok(added.status === 200 || added.code === 'NO_SUCH_GAME', added.message)
  }
  const rows = await shop.sql`
    select from item where game_id = any(${ids}) and deleted_at is null`
  assert.equal(rows.length, 0)
})

test('simultaneous edits of one category lose no game', async ({ shop, admins }) => {
  const countCategories = async () => (await shop.visitor.call(listAllCategories, {})).data.length
  const before = await countCategories()
  const { _id: id } = await makeCategory(admins[0])
  const games = await each(12, (n) => makeGame(admins[n % 2]!))
  const ids = games.map(({ _id }) => _id)
  const answers = await each(24, (n) =>
    admins[n % 2]!.call(addGameToCategory, { id, gameId: ids[n % 12]! }),
  )
  assert.deepEqual(tally(answers), { 200: 24 })
  const rows = await shop.sql<{ gameId: string }[]>`
    select game_id from category_game where category_id = ${id} order by position`
  assert.deepEqual(rows.map(({ gameId }) => gameId).toSorted(), ids.toSorted())
  const { data } = await shop.visitor.call(findCategory, { id })
  assert.deepEqual(
    data.gameId,
    rows.map(({ gameId }) => gameId),
  )
  assert.equal((await countCategories()) - before, 1)
})

test('simultaneous edits of different fields of a game are both kept', async ({
  shop,
  admin,
  other,
}) => {
  const { _id: id, gameSlug: slug } = await makeGame(admin)
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all([
      admin.call(editGame, { id, gameName: `Name ${round}` }),
      other.call(editGame, { id, gameFrom: `From ${round}` }),
    ])
  const [row] = await shop.sql`select name, publisher from game where slug = ${slug}`
  assert.deepEqual(row, { name: `Name ${ROUNDS - 1}`, publisher: `From ${ROUNDS - 1}` })
})
