import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCategory, findGame, findItem, listGames } from '#contract/catalogue/catalog.ts'
import { addGameToCategory } from '#contract/catalogue/categories.ts'
import { deleteGame, editGame, editItem } from '#contract/catalogue/games.ts'
import { editTag, listAllTags } from '#contract/catalogue/tags.ts'
import { makeCategory, makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

async function openTwo(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  return { shop, admin: await signUpAdmin(shop), other: await shop.openNode() }
}

const testInShop = shareShop(openTwo)

testInShop('a change at one node is seen at another', async ({ admin, other: { visitor } }) => {
  const game = await makeGame(admin)
  const item = await makeItem(admin, game)
  const tag = await makeTag(admin)
  const category = await makeCategory(admin)
  const { _id: id, gameSlug: slug } = game
  const { itemSlug } = item
  await visitor.call(listGames, {}) // now the other node has everything in memory

  const changes: [change: () => Promise<{ status: number }>, isSeen: () => Promise<boolean>][] = [
    [
      () => admin.call(editGame, { id, gameName: 'Renamed' }),
      async () => (await visitor.call(findGame, { slug })).data.gameName === 'Renamed',
    ],
    [
      () => admin.call(editItem, { itemId: item._id, sellingPrice: 5_00 }),
      async () => (await visitor.call(findItem, { itemSlug })).data.sellingPrice === 5_00,
    ],
    [
      () => admin.call(editTag, { id: tag._id, tagName: 'Renamed' }),
      async () => (await visitor.call(listAllTags, {})).data[0]!.tagName === 'Renamed',
    ],
    [
      () => admin.call(addGameToCategory, { id: category._id, gameId: id }),
      async () => (await visitor.call(findCategory, { id: category._id })).data.noOfGames === 1,
    ],
    [
      () => admin.call(deleteGame, { id }),
      async () => (await visitor.call(findGame, { slug })).status === 404,
    ],
  ]
  for (const [change, isSeen] of changes) {
    assert.equal((await change()).status, 200)
    await until('the other node shows the change', isSeen)
  }
})

test('a node that cannot hear of changes stops serving cached content', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const { visitor } = await shop.openNode()
  const { _id: id, gameSlug: slug } = await makeGame(admin)
  for (let round = 0; round < 5; round++) {
    await visitor.call(findGame, { slug })
    const gameName = `Name ${round}`
    const cut = shop.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where starts_with(application_name, 'gemstall changes') and datname = current_database()`
    // Cut the connection before the change, or at the same moment.
    if (round % 2 === 0) await cut
    const [{ status }] = await Promise.all([admin.call(editGame, { id, gameName }), cut])
    assert.equal(status, 200)
    await until(
      `the other node shows the change of round ${round}`,
      async () => (await visitor.call(findGame, { slug })).data.gameName === gameName,
    )
    assert.equal((await shop.visitor.call(findGame, { slug })).data.gameName, gameName)
  }
})

testInShop(
  'after reads during changes, all nodes agree with the database',
  async ({ shop, admin, other }) => {
    const nodes = [shop, other]
    const { _id: id, gameSlug: slug } = await makeGame(admin)
    let isOver = false
    const reading = nodes.map(async ({ visitor }) => {
      for (let last = -1; !isOver;) {
        const { data } = await visitor.call(findGame, { slug })
        const seen = Number(data.gameName.split(' ')[1])
        assert.ok(seen >= last, `${seen} after ${last}`)
        last = seen
      }
    })
    for (let n = 0; n < 40; n++) await admin.call(editGame, { id, gameName: `Name ${n + 1_000}` })
    isOver = true
    await Promise.all(reading)
    for (const { visitor } of nodes) {
      await until(
        'the node shows the last change',
        async () => (await visitor.call(findGame, { slug })).data.gameName === 'Name 1039',
      )
    }
  },
)
