import assert from 'node:assert/strict'
import {
  addGameToCategory,
  deleteCategory,
  editCategory,
  removeGameFromCategory,
} from '#contract/catalogue/categories.ts'
import {
  createGame,
  deleteGame,
  editGame,
  editItem,
  removeItem,
} from '#contract/catalogue/games.ts'
import { deleteTag, editTag } from '#contract/catalogue/tags.ts'
import { makeCategory, makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openShop)

const NOWHERE = '00000000-0000-4000-8000-000000000000'

test('each change of a game is audited with its author', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { _id: id } = await makeGame(admin, { gameName: 'Free Fire' })
  await admin.call(editGame, { id, gameName: 'Free Fire MAX' })
  await admin.call(createGame, { gameName: 'X', apiName: 'manual', tagId: NOWHERE }) // refused
  await admin.call(deleteGame, { id })
  const rows = await shop.sql`
    select user_id, action, before->>'name' as before, after->>'name' as after
    from audit where subject = ${`game ${id}`} order by created_at, id`
  assert.deepEqual(
    rows.map(({ userId, action, before, after }) => [userId, action, before, after]),
    [
      [admin.id, 'create game', null, 'Free Fire'],
      [admin.id, 'edit game', 'Free Fire', 'Free Fire MAX'],
      [admin.id, 'delete game', 'Free Fire MAX', null],
    ],
  )
  const [{ count }] = await shop.sql<[{ count: number }]>`
    select count(*) from audit where action = 'create game' and user_id = ${admin.id}`
  assert.equal(count, 1)
})

test('each change of an item is audited with its author', async (shop) => {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const { _id: itemId } = await makeItem(admin, game)
  await admin.call(editItem, { itemId, sellingPrice: 90_00 })
  await admin.call(removeItem, { itemId, gameSlug: game.gameSlug })
  const rows = await shop.sql`
    select user_id, action, before->'sellingPrice' as before, after->'sellingPrice' as after
    from audit where subject = ${`item ${itemId}`} order by created_at, id`
  assert.deepEqual(
    rows.map(({ userId, action, before, after }) => [userId, action, before, after]),
    [
      [admin.id, 'add item', null, 100_00],
      [admin.id, 'edit item', 100_00, 90_00],
      [admin.id, 'remove item', 90_00, null],
    ],
  )
})

test('each change of a category is audited with its author', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { _id: gameId } = await makeGame(admin)
  const { _id: id } = await makeCategory(admin, { categoryTitle: 'Old' })
  await admin.call(editCategory, { id, categoryTitle: 'New' })
  await admin.call(addGameToCategory, { id, gameId })
  await admin.call(removeGameFromCategory, { id, gameId })
  await admin.call(deleteCategory, { id })
  const rows = await shop.sql`
    select user_id, action, before, after from audit where subject = ${`category ${id}`}
    order by created_at, id`
  assert.deepEqual(
    rows.map(({ userId, action, before, after }) => [userId, action, brief(before), brief(after)]),
    [
      [admin.id, 'create category', undefined, 'Old 0'],
      [admin.id, 'edit category', 'Old 0', 'New 0'],
      [admin.id, 'add game to category', 'New 0', 'New 1'],
      [admin.id, 'remove game from category', 'New 1', 'New 0'],
      [admin.id, 'delete category', 'New 0', undefined],
    ],
  )
})

test('each change of a tag is audited with its author', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { _id: id } = await makeTag(admin, { tagName: 'Old' })
  await admin.call(editTag, { id, tagName: 'New' })
  await admin.call(deleteTag, { id })
  const rows = await shop.sql`
    select user_id, action, before->>'name' as before, after->>'name' as after
    from audit where subject = ${`tag ${id}`} order by created_at, id`
  assert.deepEqual(
    rows.map(({ userId, action, before, after }) => [userId, action, before, after]),
    [
      [admin.id, 'create tag', null, 'Old'],
      [admin.id, 'edit tag', 'Old', 'New'],
      [admin.id, 'delete tag', 'New', null],
    ],
  )
})

/** Formats a category's title and its number of games. */
function brief(row: unknown): string | undefined {
  const { title, gameIds } = (row ?? {}) as { title?: string; gameIds?: string[] }
  return title && `${title} ${gameIds!.length}`
}
