import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGameDetail } from '#contract/orders/players.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { logIn, signUp, tally, type Person } from '#tests/support/accounts/people.ts'
import { openPlayers } from '#tests/support/orders/players.ts'

const HOUR = 60 * 60 * 1000

test('player checks are limited per account and address, and the limit resets after an hour', async (t) => {
  const { shop, admin, asha } = await openPlayers(t, {
    LIMIT_PLAYER_CHECKS_PER_HOUR: '3',
    LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: '5',
  })
  const { gameSlug } = await makeGame(admin)
  const player = { playerId: 'asha', zoneId: '', gameSlug, itemSlug: '' }
  const checks = async (person: Person, count: number) =>
    tally(
      await Promise.all(Array.from({ length: count }, () => person.call(createGameDetail, player))),
    )
  const [rohan, priya] = [await signUp(shop, 'Rohan Mehta'), await signUp(shop, 'Priya Shah')]

  assert.deepEqual(await checks(asha, 5), { 200: 3, 429: 2 })
  assert.deepEqual(await checks(rohan, 3), { 200: 2, 429: 1 })
  assert.deepEqual(await checks(priya, 1), { 429: 1 })
  const { message, headers } = await priya.call(createGameDetail, player)
  assert.equal(message, 'Too many checks. Please try again later')
  assert.ok(Number(headers.get('retry-after')) > 3_000)

  shop.wait(HOUR + 1)
  assert.deepEqual(await checks(await logIn(priya), 3), { 200: 3 })
})

test('an invalid request uses up no player check', async (t) => {
  const { admin, makeDetail } = await openPlayers(t, { LIMIT_PLAYER_CHECKS_PER_HOUR: '1' })
  const game = await makeGame(admin, { inputFieldTwo: 'Zone ID' })
  assert.equal((await makeDetail(game)).status, 400)
  assert.equal((await makeDetail({ gameSlug: 'no-such-game' })).status, 404)
  assert.equal((await makeDetail(game, { zoneId: '2001' })).status, 200)
})
