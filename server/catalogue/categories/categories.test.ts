import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCategory, listAllCategories, listCategories } from '#contract/catalogue/catalog.ts'
import {
  addGameToCategory,
  createCategory,
  deleteCategory,
  editCategory,
  removeGameFromCategory,
} from '#contract/catalogue/categories.ts'
import { deleteGame } from '#contract/catalogue/games.ts'
import { makeCategory, makeGame } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'

async function openOffice(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  return { shop, admin: await signUpAdmin(shop) }
}

const testInShop = shareShop(openOffice)

async function makeGames(admin: Member, count: number): Promise<string[]> {
  const games: string[] = []
  for (let n = 0; n < count; n++) games.push((await makeGame(admin))._id)
  return games
}

const readGames = async ({ visitor }: TestShop, id: string) =>
  (await visitor.call(findCategory, { id })).data.gameId

testInShop('a category keeps its games in the given order, each once', async ({ shop, admin }) => {
  const games = await makeGames(admin, 3)
  const [a, b, c] = games as [string, string, string]
  const { status, message, data } = await admin.call(createCategory, {
    categoryTitle: ' Action & Adventure ',
    gameId: [c, a, c],
  })
  assert.deepEqual([status, message], [200, 'Category added'])
  const { _id: id, ...category } = data
  const expected = {
    categoryTitle: 'Action & Adventure',
    categorySlug: 'action-adventure',
    gameId: [c, a],
    noOfGames: 2,
  }
  assert.deepEqual(category, expected)
  assert.deepEqual((await shop.visitor.call(findCategory, { id })).data, data)
  const orders = [[a, b, c], [c, b, a], [b], []]
  for (const gameId of orders) {
    const { data } = await admin.call(editCategory, { id, gameId })
    assert.deepEqual([data.gameId, data.noOfGames], [gameId, gameId.length])
    assert.deepEqual(await readGames(shop, id), gameId)
  }
  assert.deepEqual((await makeCategory(admin)).gameId, [])
})

testInShop(
  'changing a category’s title leaves its games and address unchanged, and vice versa',
  async ({ admin }) => {
    const games = await makeGames(admin, 2)
    const { _id: id, ...category } = await makeCategory(admin, { gameId: games })
    const { data: renamed, message } = await admin.call(editCategory, { id, categoryTitle: 'New' })
    assert.deepEqual(renamed, { _id: id, ...category, categoryTitle: 'New' })
    assert.equal(message, 'Category updated')
    assert.deepEqual((await admin.call(editCategory, { id })).data, renamed)
    const { data } = await admin.call(editCategory, { id, gameId: [] })
    assert.deepEqual(data, { ...renamed, gameId: [], noOfGames: 0 })
  },
)

testInShop(
  'a game is added at the end of a category, and adding it again changes nothing',
  async ({ shop, admin }) => {
    const games = await makeGames(admin, 3)
    const [a, b, c] = games as [string, string, string]
    const { _id: id } = await makeCategory(admin, { gameId: [b] })
    for (const gameId of [c, a, b, c]) {
      const { status, message } = await admin.call(addGameToCategory, { id, gameId })
      assert.deepEqual([status, message], [200, 'Game added to the category'])
    }
    assert.deepEqual(await readGames(shop, id), [b, c, a])
  },
)

testInShop('a game can be removed from a category, even twice', async ({ shop, admin }) => {
  const games = await makeGames(admin, 3)
  const [a, b, c] = games as [string, string, string]
  const { _id: id } = await makeCategory(admin, { gameId: [a, b, c] })
  for (const gameId of [b, b, NOWHERE]) {
    const { status, data, message } = await admin.call(removeGameFromCategory, { id, gameId })
    assert.deepEqual([status, data.gameId], [200, [a, c]])
    assert.equal(message, 'Game removed from the category')
  }
  assert.deepEqual(await readGames(shop, id), [a, c])
})

testInShop(
  'a game that is deleted leaves its categories; a category that is deleted leaves its games',
  async ({ shop, admin }) => {
    const games = await makeGames(admin, 2)
    const [a, b] = games as [string, string]
    const { _id: id } = await makeCategory(admin, { gameId: games })
    const other = await makeCategory(admin, { gameId: games })
    await admin.call(deleteGame, { id: a })
    assert.deepEqual([await readGames(shop, id), await readGames(shop, other._id)], [[b], [b]])
    const { status, message, data } = await admin.call(deleteCategory, { id })
    assert.deepEqual([status, message, data], [200, 'Category deleted', null])
    assert.equal((await shop.visitor.call(findCategory, { id })).code, 'NO_SUCH_CATEGORY')
    assert.deepEqual(await readGames(shop, other._id), [b])
    const { data: names } = await shop.visitor.send('GET', '/api/v1/game/all')
    assert.deepEqual(
      (names as { _id: string }[]).map(({ _id }) => _id).filter((one) => games.includes(one)),
      [b],
    )
  },
)

testInShop(
  'a category refers only to games that exist, and must exist itself',
  async ({ admin }) => {
    const games = await makeGames(admin, 2)
    const [game, gone] = games as [string, string]
    const { _id: id } = await makeCategory(admin)
    await admin.call(deleteGame, { id: gone })
    for (const gameId of [NOWHERE, gone]) {
      const answers = [
        await admin.call(createCategory, { categoryTitle: 'Refused', gameId: [game, gameId] }),
        await admin.call(editCategory, { id, gameId: [game, gameId] }),
        await admin.call(addGameToCategory, { id, gameId }),
      ]
      for (const { status, code, errors } of answers)
        assert.deepEqual([status, code, errors[0]?.field], [404, 'NO_SUCH_GAME', 'gameId'])
    }
    const answers = [
      await admin.call(editCategory, { id: NOWHERE, categoryTitle: 'Refused' }),
      await admin.call(addGameToCategory, { id: NOWHERE, gameId: game }),
      await admin.call(removeGameFromCategory, { id: NOWHERE, gameId: game }),
      await admin.call(deleteCategory, { id: NOWHERE }),
      await admin.call(findCategory, { id: NOWHERE }),
    ]
    for (const { status, code } of answers)
      assert.deepEqual([status, code], [404, 'NO_SUCH_CATEGORY'])
  },
)

testInShop('titles and addresses of categories are unique', async ({ shop, admin }) => {
  const countCategories = async () => (await shop.visitor.call(listAllCategories, {})).data.length
  const before = await countCategories()
  await makeCategory(admin, { categoryTitle: 'Action Games' })
  const { _id: id, categorySlug } = await makeCategory(admin, { categoryTitle: 'Action-Games' })
  assert.equal(categorySlug, 'action-games-2')
  const answers = [
    await admin.call(createCategory, { categoryTitle: 'ACTION games' }),
    await admin.call(editCategory, { id, categoryTitle: 'action GAMES' }),
  ]
  for (const { status, code, errors } of answers)
    assert.deepEqual([status, code, errors[0]?.field], [409, 'CATEGORY_TAKEN', 'categoryTitle'])
  assert.equal((await countCategories()) - before, 2)
  const own = await admin.call(editCategory, { id, categoryTitle: 'ACTION-GAMES' })
  assert.equal(own.data.categoryTitle, 'ACTION-GAMES')
})

test('categories are listed by age, searched, sorted and paged', async (t) => {
  const { shop, admin } = await openOffice(t)
  for (const categoryTitle of ['Racing', 'Arcade', 'Épées'])
    await makeCategory(admin, { categoryTitle })
  const list = async (query: string) => {
    const { data } = await shop.visitor.send('GET', `/api/v1/category?${query}`)
    const { categories, total } = data as { categories: { categoryTitle: string }[]; total: number }
    return [total, ...categories.map(({ categoryTitle }) => categoryTitle)]
  }
  assert.deepEqual(await list(''), [3, 'Racing', 'Arcade', 'Épées'])
  assert.deepEqual(await list('sort=-createdAt&limit=2'), [3, 'Épées', 'Arcade'])
  assert.deepEqual(await list('sort=categoryTitle&limit=2&page=2'), [3, 'Racing'])
  assert.deepEqual(await list('search=EPEE'), [1, 'Épées'])
  const { data } = await shop.visitor.call(listCategories, {
    page: 1,
    limit: 1,
    search: '',
    sort: 'createdAt',
  })
  assert.equal(data.categories.length, 1)
  assert.equal((await shop.visitor.send('GET', '/api/v1/category?sort=slug')).status, 400)
})
