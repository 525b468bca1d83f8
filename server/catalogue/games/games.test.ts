import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGame, findItem, listGames } from '#contract/catalogue/catalog.ts'
import {
  createGame,
  deleteGame,
  editGame,
  editItem,
  findGameAsAdmin,
  listGamesAsAdmin,
} from '#contract/catalogue/games.ts'
import { makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const testInShop = shareShop(async (t) => {
  const shop = await openShop(t)
  return { shop, admin: await signUpAdmin(shop) }
})

const listIds = async ({ visitor }: TestShop) =>
  (await visitor.call(listGames, {})).data.map(({ _id }) => _id)

const NOWHERE = '00000000-0000-4000-8000-000000000000'

testInShop(
  'a game needs only a name and a supplier; all else has sensible defaults',
  async ({ admin }) => {
    const { status, message, data } = await admin.call(createGame, {
      gameName: ' Pokémon UNITE ',
      apiName: 'manual',
    })
    assert.deepEqual([status, message], [200, 'Game added'])
    const { _id, ...game } = data
    assert.deepEqual(game, {
      gameSlug: 'pokemon-unite',
      gameName: 'Pokémon UNITE',
      gameDescription: '',
      gameFrom: '',
      gameLink: '',
      gameAvailablity: true,
      gameImageId: null,
      tagId: null,
      apiName: 'manual',
      givenGameName: '',
      givenRegion: '',
      inputFieldOne: '',
      inputFieldTwo: '',
      inputFieldTwoOption: [],
      isValidationRequired: false,
      playerRegions: [],
      isDeliveredByHand: true,
      deliverySeconds: null,
      itemId: [],
    })
    for (const fields of [{}, { gameName: 'Free Fire' }, { apiName: 'manual' }, { gameName: ' ' }])
      assert.equal((await admin.send('POST', '/api/v1/game', fields)).status, 400)
  },
)

testInShop('every field of a game is stored and read back unchanged', async ({ admin }) => {
  const tag = await makeTag(admin)
  const fields = {
    gameName: 'Genshin Impact',
    gameSlug: 'genshin',
    gameDescription: 'Line one\nLine <b>two</b>; "quoted" \\ %',
    gameFrom: 'HoYoverse',
    gameLink: 'https://genshin.hoyoverse.com/?a=1&b=2',
    gameAvailablity: false,
    gameImageId: null,
    apiName: 'moogold',
    givenGameName: 'genshin-impact',
    givenRegion: 'global',
    inputFieldOne: 'UID',
    inputFieldTwo: 'Server',
    inputFieldTwoOption: ['os_asia', 'os_euro', 'a,b{}"'],
    isValidationRequired: true,
    playerRegions: ['IN', 'PH'],
  } as const
  const made = await makeGame(admin, {
    ...fields,
    inputFieldTwoOption: [...fields.inputFieldTwoOption],
    playerRegions: [...fields.playerRegions],
    tagId: tag._id,
  })
  assert.partialDeepStrictEqual(made, { ...fields, tagId: tag })
  const { data } = await admin.call(findGameAsAdmin, { slug: 'genshin' })
  assert.deepEqual(data, made)
})

testInShop('an edit changes only the fields that were sent', async ({ admin }) => {
  const tag = await makeTag(admin)
  const game = await makeGame(admin, { tagId: tag._id, inputFieldTwoOption: ['Asia'] })
  await makeItem(admin, game)
  const { data: before } = await admin.call(findGameAsAdmin, { slug: game.gameSlug })
  const id = game._id
  const { data: same, message } = await admin.call(editGame, { id })
  assert.deepEqual([same, message], [before, 'Game updated'])
  const edits = [
    { gameName: 'Renamed' },
    { gameAvailablity: false },
    { tagId: null },
    { inputFieldTwoOption: [] },
    { apiName: 'smileone', givenGameName: 'mobilelegends' },
  ] as const
  let expected = before
  for (const edit of edits) {
    const { data } = await admin.call(editGame, { id, ...edit } as never)
    expected = { ...expected, ...edit } as typeof expected
    expected.isDeliveredByHand = expected.apiName === 'manual'
    assert.deepEqual(data, expected)
  }
  assert.equal(expected.gameSlug, game.gameSlug) // a new name does not change the slug, so links keep working
})

testInShop(
  'a renamed address takes a game’s items along and frees the old one',
  async ({ shop, admin }) => {
    const game = await makeGame(admin, { gameName: 'Old' })
    const { itemSlug } = await makeItem(admin, game)
    await admin.call(editGame, { id: game._id, gameSlug: 'new' })
    assert.equal((await shop.visitor.call(findGame, { slug: 'old' })).status, 404)
    const { data } = await shop.visitor.call(findGame, { slug: 'new' })
    assert.equal(data.itemId[0]!.gameSlug, 'new')
    assert.equal((await shop.visitor.call(findItem, { itemSlug })).data.gameSlug, 'new')
    assert.equal((await makeGame(admin, { gameName: 'Old' })).gameSlug, 'old')
  },
)

testInShop(
  'a taken address is refused at its field, on adding and editing',
  async ({ shop, admin }) => {
    const before = (await listIds(shop)).length
    await makeGame(admin, { gameSlug: 'taken' })
    const { _id: id, gameSlug } = await makeGame(admin)
    const answers = [
      await admin.call(createGame, { gameName: 'B', apiName: 'manual', gameSlug: 'taken' }),
      await admin.call(editGame, { id, gameSlug: 'taken' }),
    ]
    for (const { status, code, errors } of answers)
      assert.deepEqual([status, code, errors[0]?.field], [409, 'SLUG_TAKEN', 'gameSlug'])
    assert.equal((await listIds(shop)).length - before, 2)
    assert.equal((await admin.call(editGame, { id, gameSlug })).status, 200)
  },
)

testInShop('a game with invalid fields is refused', async ({ shop, admin }) => {
  const before = await listIds(shop)
  const refusals: [field: string, value: unknown][] = [
    ['gameSlug', 'all'],
    ['gameSlug', 'admin'],
    ['gameSlug', 'Upper'],
    ['gameSlug', 'a--b'],
    ['gameSlug', '../a'],
    ['gameSlug', 'a'.repeat(81)],
    ['gameName', 'a'.repeat(81)],
    ['gameLink', 'javascript:alert(1)'],
    ['gameLink', 'nothing'],
    ['apiName', 'razorpay'],
    ['gameAvailablity', 'true'],
    ['tagId', '1'],
    ['inputFieldTwoOption', 'Asia'],
    ['inputFieldTwoOption.0', ['']],
    ['itemId', []],
    ['_id', NOWHERE],
    ['deletedAt', null],
  ]
  for (const [field, value] of refusals) {
    const body = { gameName: 'Free Fire', apiName: 'manual', [field.split('.')[0]!]: value }
    const { status, errors } = await admin.send('POST', '/api/v1/game', body)
    assert.deepEqual([status, errors[0]?.field], [400, field], `${field}: ${String(value)}`)
  }
  assert.deepEqual(await listIds(shop), before)
})

testInShop(
  'a game with a picture or tag that does not exist is refused at its field',
  async ({ admin }) => {
    const game = await makeGame(admin)
    const create = { gameName: 'Free Fire', apiName: 'manual' } as const
    const answers = [
      await admin.call(createGame, { ...create, tagId: NOWHERE }),
      await admin.call(editGame, { id: game._id, tagId: NOWHERE }),
      await admin.call(createGame, { ...create, gameImageId: NOWHERE }),
      await admin.call(editGame, { id: game._id, gameImageId: NOWHERE }),
    ]
    assert.deepEqual(
      answers.map(({ status, code, errors }) => [status, code, errors[0]?.field]),
      [
        [404, 'NO_SUCH_TAG', 'tagId'],
        [404, 'NO_SUCH_TAG', 'tagId'],
        [404, 'NO_SUCH_IMAGE', 'gameImageId'],
        [404, 'NO_SUCH_IMAGE', 'gameImageId'],
      ],
    )
  },
)

testInShop(
  'a deleted game disappears with its items, and its orders still show it',
  async ({ shop, admin }) => {
    const { _id: id, gameSlug } = await makeGame(admin, { gameName: 'Free Fire' })
    const item = await makeItem(admin, { gameSlug })
    const { status, message, data } = await admin.call(deleteGame, { id })
    assert.deepEqual([status, message, data], [200, 'Game deleted', null])
    const answers = [
      await shop.visitor.call(findGame, { slug: 'free-fire' }),
      await shop.visitor.call(findItem, { itemSlug: item.itemSlug }),
      await admin.call(findGameAsAdmin, { slug: 'free-fire' }),
      await admin.call(editGame, { id, gameName: 'Back' }),
      await admin.call(editItem, { itemId: item._id, itemName: 'Back' }),
      await admin.call(deleteGame, { id }),
    ]
    assert.deepEqual(
      answers.map(({ status, code }) => `${status} ${code}`),
      ['game', 'item', 'game', 'game', 'item', 'game'].map(
        (what) => `404 NO_SUCH_${what.toUpperCase()}`,
      ),
    )
    assert.ok(!(await listIds(shop)).includes(id))
    const rows = await shop.sql`
      select game.name, item.selling_price from game join item on game_id = game.id
      where game.id = ${id} and game.deleted_at is not null and item.deleted_at is not null`
    assert.deepEqual([...rows], [{ name: 'Free Fire', sellingPrice: 100_00 }])
    const again = await makeGame(admin, { gameName: 'Free Fire' })
    assert.equal(again.gameSlug, 'free-fire')
    assert.equal(
      (await makeItem(admin, again, { itemName: item.itemName })).itemSlug,
      item.itemSlug,
    )
  },
)

test('administrators also find games by supplier and address, in pages', async (t) => {
  const admin = await signUpAdmin(await openShop(t))
  for (const gameName of ['C', 'B', 'A']) await makeGame(admin, { gameName })
  await makeGame(admin, { gameName: 'D', apiName: 'smileone', givenGameName: 'hidden-name' })
  const list = async (fields: object = {}) => {
    const input = { page: 1, limit: 10, search: '', sort: '-createdAt', ...fields } as const
    const { data } = await admin.call(listGamesAsAdmin, input)
    return { total: data.totalGames, names: data.games.map(({ gameName }) => gameName).join('') }
  }
  assert.deepEqual(await list(), { total: 4, names: 'DABC' })
  assert.deepEqual(await list({ sort: 'gameName' }), { total: 4, names: 'ABCD' })
  assert.deepEqual(await list({ limit: 3, page: 2 }), { total: 4, names: 'C' })
  assert.deepEqual(await list({ search: 'SMILE hidden' }), { total: 1, names: 'D' })
  const { data } = await admin.send('GET', '/api/v1/game/admin')
  assert.equal((data as { totalGames: number }).totalGames, 4)
})
