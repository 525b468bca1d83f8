import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGameDetail, findGameDetail, listGameDetails } from '#contract/players.ts'
import { makeGame, makeItem } from '#server/testing/catalog.ts'
import { signUp, signUpAdmin } from '#server/testing/people.ts'
import { openShop } from '#server/testing/shop.ts'

test('a player is confirmed by name, saved, and read again', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameFrom: 'Brazil',
    apiName: 'smileone',
    givenGameName: 'mobilelegends',
    inputFieldTwo: 'Zone ID',
    isValidationRequired: true,
  })
  const item = await makeItem(admin, game, { serviceId: '13&23' })
  const asha = await signUp(shop, 'Asha Rao')
  const { data, status, message } = await asha.call(createGameDetail, {
    playerId: '12345678',
    zoneId: '1234',
    gameSlug: game.gameSlug,
    itemSlug: item.itemSlug,
  })
  assert.deepEqual([status, message], [200, ''])
  assert.deepEqual(data, {
    _id: data._id,
    playerId: '12345678',
    zoneId: '1234',
    userName: 'Player-5678',
    gameFrom: 'Brazil',
    gameSlug: game.gameSlug,
    itemSlug: item.itemSlug,
  })
  assert.deepEqual((await asha.call(findGameDetail, { id: data._id })).data, data)
  assert.deepEqual((await asha.call(listGameDetails, {})).data, { gameDetail: [data] })
})
