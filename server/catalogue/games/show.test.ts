import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGame, findItem, listGameNames, listGames } from '#contract/catalogue/catalog.ts'
import { editGame, editItem } from '#contract/catalogue/games.ts'
import { makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

/** Opens a shop with five distinct games, and returns how a visitor lists them. */
async function openStocked(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const { _id: tagId } = await makeTag(admin, { tagName: 'Trending' })
  await makeGame(admin, { gameName: 'Mobile Legends', gameFrom: 'Moonton' })
  await makeGame(admin, { gameName: 'Pokémon UNITE', gameFrom: 'TiMi' })
  await makeGame(admin, { gameName: 'free fire', gameFrom: 'Garena', tagId })
  await makeGame(admin, { gameName: 'Game 10%', gameDescription: 'unsearchable' })
  await makeGame(admin, { gameName: 'Game 9_\\', givenGameName: 'secret-name', apiName: 'unipin' })
  const list = async (query = '') => {
    const answer = await shop.visitor.send('GET', `/api/v1/game${query}`)
    const games = (answer.data ?? []) as unknown as { gameName: string }[]
    return { ...answer, names: games.map(({ gameName }) => gameName) }
  }
  return { shop, admin, list }
}

const testInShop = shareShop(openStocked)

const ALL = ['Mobile Legends', 'Pokémon UNITE', 'free fire', 'Game 10%', 'Game 9_\\']

testInShop(
  'all games are listed, oldest first, unless a page is requested',
  async ({ shop, list }) => {
    assert.deepEqual((await list()).names, ALL)
    assert.deepEqual((await shop.visitor.call(listGames, {})).data.length, 5)
    assert.deepEqual((await list('?limit=2')).names, ALL.slice(0, 2))
    assert.deepEqual((await list('?page=2&limit=2')).names, ALL.slice(2, 4))
    assert.deepEqual((await list('?page=1')).names, ALL)
    assert.deepEqual((await list('?page=2')).names, [])
    assert.deepEqual((await list('?page=1000000&limit=100')).names, [])
    const pages = [1, 2, 3].map((page) => list(`?page=${page}&limit=2&sort=-gameName`))
    const names = (await Promise.all(pages)).flatMap((page) => page.names)
    assert.deepEqual(names, (await list('?sort=-gameName')).names)
  },
)

testInShop(
  'games are sorted by age or by name with natural numbers, in both directions',
  async ({ list }) => {
    const byName = ['free fire', 'Game 9_\\', 'Game 10%', 'Mobile Legends', 'Pokémon UNITE']
    assert.deepEqual((await list('?sort=gameName')).names, byName)
    assert.deepEqual((await list('?sort=-gameName')).names, byName.toReversed())
    assert.deepEqual((await list('?sort=createdAt')).names, ALL)
    assert.deepEqual((await list('?sort=-createdAt')).names, ALL.toReversed())
  },
)

testInShop(
  'a game is found by name, publisher and tag, without capitals and accents',
  async ({ list }) => {
    const searches: Record<string, string[]> = {
      LEGENDS: ['Mobile Legends'],
      'legends mobile': ['Mobile Legends'],
      pokemon: ['Pokémon UNITE'],
      POKÉMON: ['Pokémon UNITE'],
      garena: ['free fire'],
      trend: ['free fire'],
      '  fire  ': ['free fire'],
      'legends garena': [],
      '': ALL,
    }
    for (const [search, names] of Object.entries(searches))
      assert.deepEqual((await list(`?search=${encodeURIComponent(search)}`)).names, names, search)
  },
)

testInShop(
  'a search treats characters literally and never matches private fields',
  async ({ list }) => {
    const searches: Record<string, string[]> = {
      '%': ['Game 10%'],
      '10%': ['Game 10%'],
      _: ['Game 9_\\'],
      '\\': ['Game 9_\\'],
      '.*': [],
      '(': [],
      '[a-z]+': [],
      "' or 1=1 --": [],
      __proto__: [],
      '\u202e': [],
      '💎': [],
      secret: [],
      unipin: [],
      unsearchable: [],
      null: [],
    }
    for (const [search, names] of Object.entries(searches)) {
      const answer = await list(`?search=${encodeURIComponent(search)}`)
      assert.deepEqual([answer.status, answer.names], [200, names], search)
    }
  },
)

testInShop('an unknown order of games is refused with a clear message', async ({ list }) => {
  const refusals: [query: string, field: string][] = [
    ['sort=costPrice', 'sort'],
    ['sort=', 'sort'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=1000001', 'page'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['search=a&search=b', 'search'],
    ['role=admin', 'role'],
    ['searchIndex=apiName', 'searchIndex'],
  ]
  for (const [query, field] of refusals) {
    const { status, errors } = await list(`?${query}`)
    assert.deepEqual([status, errors[0]?.field], [400, field], query)
  }
})

testInShop('games are named to choose from by name', async ({ shop }) => {
  const { data } = await shop.visitor.call(listGameNames, {})
  assert.deepEqual(
    data.map(({ gameName, gameSlug }) => `${gameName} ${gameSlug}`),
    [
      'free fire free-fire',
      'Game 9_\\ game-9',
      'Game 10% game-10',
      'Mobile Legends mobile-legends',
      'Pokémon UNITE pokemon-unite',
    ],
  )
})

testInShop('a search for odd characters finds nothing', async ({ shop }) => {
  for (const slug of ['__proto__', 'constructor', '%', "' or true", 'FREE-FIRE', '💎']) {
    const game = await shop.visitor.call(findGame, { slug })
    assert.deepEqual([game.status, game.data], [404, null], slug)
    const { status, code } = await shop.visitor.call(findItem, { itemSlug: slug })
    assert.deepEqual([status, code], [404, 'NO_SUCH_ITEM'], slug)
  }
})

testInShop(
  'stock is shown if the owner wants it, and sold-out packs are unavailable',
  async ({ shop, admin }) => {
    const { _id: itemId, itemSlug } = await makeItem(admin, { gameSlug: 'free-fire' })
    const look = async () => {
      const { data } = await shop.visitor.call(findItem, { itemSlug })
      const { data: game } = await shop.visitor.call(findGame, { slug: 'free-fire' })
      assert.deepEqual(game.itemId, [data])
      return [data.itemAvailablity, data.quantity]
    }
    const edits: [edit: object, shown: [isAvailable: boolean, quantity: number | null]][] = [
      [{}, [true, null]],
      [{ quantity: 3 }, [true, null]],
      [{ isShowQuantity: true }, [true, 3]],
      [{ quantity: 0 }, [false, 0]],
      [{ isShowQuantity: false }, [false, null]],
      [{ quantity: null, isShowQuantity: true }, [true, null]],
      [{ itemAvailablity: false, quantity: 9 }, [false, 9]],
    ]
    for (const [edit, shown] of edits) {
      await admin.call(editItem, { itemId, ...edit })
      assert.deepEqual(await look(), shown, JSON.stringify(edit))
    }
  },
)

test('an administrator sees a change of the catalogue at once', async (t) => {
  const { shop, admin } = await openStocked(t)
  const { data } = await shop.visitor.call(findGame, { slug: 'free-fire' })
  for (let n = 0; n < 30; n++) {
    await admin.call(editGame, { id: data._id, gameName: `Fire ${n}` })
    const { data: game } = await shop.visitor.call(findGame, { slug: 'free-fire' })
    const { data: all } = await admin.call(listGames, {})
    assert.deepEqual([game.gameName, all[2]!.gameName], [`Fire ${n}`, `Fire ${n}`])
  }
})
