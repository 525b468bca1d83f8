import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { deleteGame } from '#contract/catalogue/games.ts'
import { createGameDetail, findGameDetail, listGameDetails } from '#contract/orders/players.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { whileHeld } from '#tests/support/shop/race.ts'
import { searchTables } from '#tests/support/database/find-text.ts'
import { until } from '#tests/support/shop/wait.ts'
import { eraseUser } from '#server/accounts/users/users.ts'
import { openPlayers, withCustomer } from '#tests/support/orders/players.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openPlayers)

test('a player is saved with their name in the game', async (players) => {
  const { asha, admin, makeDetail } = await withCustomer(players)
  const game = await makeGame(admin, {
    gameFrom: 'Brazil',
    apiName: 'smileone',
    givenGameName: 'mobilelegends',
    givenRegion: 'br',
    inputFieldTwo: 'Zone ID',
    isValidationRequired: true,
  })
  const item = await makeItem(admin, game, { serviceId: '13&23' })
  const { data, status } = await makeDetail(game, {
    playerId: ' 12345678 ',
    zoneId: '1236 ',
    itemSlug: item.itemSlug,
  })
  assert.equal(status, 200)
  assert.deepEqual(data, {
    _id: data._id,
    playerId: '12345678',
    zoneId: '1236',
    userName: 'Player-5678',
    gameFrom: 'Brazil',
    gameSlug: game.gameSlug,
    itemSlug: item.itemSlug,
    isFit: true,
  })
  assert.deepEqual((await asha.call(findGameDetail, { id: data._id })).data, data)
  assert.deepEqual((await asha.call(listGameDetails, {})).data, { gameDetail: [data] })
})

test('a player saved again is the same row, and moves to the top', async (players) => {
  const { asha, admin, makeDetail } = await withCustomer(players)
  const [game, other] = [await makeGame(admin), await makeGame(admin)]
  const item = await makeItem(admin, game)
  const first = (await makeDetail(game, { playerId: 'asha' })).data
  const second = (await makeDetail(game, { playerId: 'ASHA' })).data
  const third = (await makeDetail(other, { playerId: 'asha' })).data
  const list = async (gameSlug?: string) => {
    const { data } = await asha.call(listGameDetails, gameSlug ? { gameSlug } : {})
    return data.gameDetail.map(({ _id }) => _id)
  }
  assert.deepEqual(await list(), [third._id, second._id, first._id])

  const again = await makeDetail(game, { playerId: 'asha', itemSlug: item.itemSlug })
  assert.deepEqual(again.data, { ...first, itemSlug: item.itemSlug })
  assert.deepEqual((await asha.call(findGameDetail, { id: first._id })).data, again.data)
  assert.deepEqual(await list(), [first._id, third._id, second._id])
  assert.deepEqual(await list(game.gameSlug), [first._id, second._id])
  assert.deepEqual(await list('no-such-game'), [])
})

test('a player saved twenty times at once is one player', async (players) => {
  const { asha, admin, makeDetail } = await withCustomer(players)
  const game = await makeGame(admin, { apiName: 'moogold', givenGameName: '42' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => makeDetail(game, { playerId: '12345678' })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const { gameDetail } = (await asha.call(listGameDetails, {})).data
  assert.equal(gameDetail.length, 1)
  assert.deepEqual(new Set(answers.map(({ data }) => data._id)), new Set([gameDetail[0]!._id]))
})

test('a game with two fields needs both, the second from its list if it has one', async (players) => {
  const { asha, admin, makeDetail } = await withCustomer(players)
  const typed = await makeGame(admin, { inputFieldTwo: 'Clan tag' })
  const chosen = await makeGame(admin, {
    inputFieldTwo: 'Server',
    inputFieldTwoOption: ['Asia (East)', 'os_asia'],
  })
  for (const [game, zoneId, words] of [
    [typed, '', 'Clan tag is required.'],
    [typed, ' ', 'Clan tag is required.'],
    [typed, '<1234>', 'This has characters that aren’t allowed'],
    [chosen, '', 'Server is required.'],
    [chosen, 'asia (east)', 'Please choose the Server from the list'],
  ] as const) {
    const { status, errors } = await makeDetail(game, { playerId: 'asha', zoneId })
    assert.deepEqual([status, errors], [400, [{ field: 'zoneId', message: words }]])
  }
  assert.deepEqual((await asha.call(listGameDetails, {})).data.gameDetail, [])
  assert.equal((await makeDetail(typed, { zoneId: '#1234' })).data.zoneId, '#1234')
  assert.equal((await makeDetail(chosen, { zoneId: 'Asia (East)' })).data.zoneId, 'Asia (East)')
})

test('a second field that the game does not use makes no other player', async (players) => {
  const { admin, makeDetail } = await withCustomer(players)
  const game = await makeGame(admin)
  const { data } = await makeDetail(game, { playerId: 'asha', zoneId: '1234' })
  assert.equal(data.zoneId, '')
  assert.equal((await makeDetail(game, { playerId: 'asha' })).data._id, data._id)
})

test('an invalid player, game or pack is refused with a reason', async (players) => {
  const { asha, admin } = await withCustomer(players)
  const [game, other] = [await makeGame(admin), await makeGame(admin)]
  const { itemSlug } = await makeItem(admin, other)
  for (const [sent, status, message] of [
    [{}, 400, 'Player ID is required.'],
    [{ playerId: ' ' }, 400, 'Player ID is required.'],
    [{ playerId: 'x'.repeat(65) }, 400, 'A player ID can have at most 64 characters'],
    [{ playerId: '1 or 1=1;' }, 400, 'This player ID has characters that aren’t allowed'],
    [{ playerId: 'asha', zoneId: 'x'.repeat(65) }, 400, 'Enter at most 64 characters'],
    [{ playerId: 'asha', userName: 'Queen' }, 400, 'Unknown field: userName'],
    [{ playerId: 'asha', itemSlug }, 404, 'Item not found'],
    [{ playerId: 'asha', gameSlug: 'no-such-game' }, 404, 'Game not found'],
  ] as const) {
    const input = { gameSlug: game.gameSlug, ...sent }
    const answer = await asha.send('POST', '/api/v1/gamedetail', input)
    assert.deepEqual([answer.status, answer.message], [status, message])
  }
  assert.deepEqual((await asha.call(listGameDetails, {})).data.gameDetail, [])
})

test('nobody reads another customer’s players, or those of a deleted game', async (players) => {
  const { shop, asha, admin, makeDetail } = await withCustomer(players)
  const rohan = await signUp(shop, 'Rohan Mehta')
  const game = await makeGame(admin)
  const { data } = await makeDetail(game, { playerId: 'asha' })
  const refusal = [404, 'Game details not found']
  const find = async (person: typeof asha, id: string) => {
    const { status, message } = await person.call(findGameDetail, { id })
    return [status, message]
  }
  assert.deepEqual(await find(rohan, data._id), refusal)
  assert.deepEqual(await find(asha, crypto.randomUUID()), refusal)
  assert.deepEqual((await rohan.call(listGameDetails, {})).data.gameDetail, [])

  const own = await rohan.call(createGameDetail, {
    playerId: 'asha',
    zoneId: '',
    gameSlug: game.gameSlug,
    itemSlug: '',
  })
  assert.notEqual(own.data._id, data._id)
  await admin.call(deleteGame, { id: game._id })
  assert.deepEqual(await find(asha, data._id), refusal)
  assert.deepEqual((await asha.call(listGameDetails, {})).data.gameDetail, [])
})

test('a deleted account leaves no players behind', async (players) => {
  const { shop, asha, admin, makeDetail } = await withCustomer(players)
  const game = await makeGame(admin)
  await makeDetail(game, { playerId: 'MyVeryOwnName' })
  await asha.call(deleteUser, {})
  await until('the player is gone', async () => {
    const hits = await searchTables(shop.sql, 'MyVeryOwnName')
    return hits.length === 0
  })
})

test('a player saved while its account is being deleted is deleted too', async (players) => {
  const { shop, asha, admin, makeDetail } = await withCustomer(players)
  const game = await makeGame(admin)
  const { status } = await whileHeld(shop.sql, {
    userId: asha.id,
    call: () => makeDetail(game, { playerId: 'MyOtherName' }),
    change: (tx) => eraseUser(tx, asha.id, new Date()),
  })
  assert.equal(status, 404)
  assert.deepEqual(await searchTables(shop.sql, 'MyOtherName'), [])
})

testAlone('only the last hundred players of a customer are kept', async (t) => {
  const env = { LIMIT_PLAYER_CHECKS_PER_HOUR: '1000' }
  const { shop, asha, admin, makeDetail } = await openPlayers(t, env)
  const game = await makeGame(admin)
  for (let number = 1; number <= 103; number++)
    await makeDetail(game, { playerId: `player ${number}` })
  const { gameDetail } = (await asha.call(listGameDetails, {})).data
  assert.deepEqual(
    [gameDetail.length, gameDetail[0]!.playerId, gameDetail.at(-1)!.playerId],
    [100, 'player 103', 'player 4'],
  )
  assert.equal((await shop.sql`select from player`).length, 100)
})
