import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listGameDetails } from '#contract/orders/players.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { openPlayers } from '#tests/support/orders/players.ts'

const MINUTE = 60 * 1000
const UNKNOWN = [404, 'Failed to find account.']
const AWAY = [503, 'We can’t check players right now. Please try again']

const CHECKED = { inputFieldTwo: 'Zone', isValidationRequired: true } as const
const THAT_KNOW_PLAYERS = ['smileone', 'moogold', 'unipin', 'g2bulk'] as const
const THAT_DO_NOT = ['seagm', 'lapakgaming', 'digiflazz', 'manual'] as const

type Open = Awaited<ReturnType<typeof openPlayers>>

const statusAndMessage = async (answer: ReturnType<Open['makeDetail']>) => {
  const { status, message } = await answer
  return [status, message]
}

const countSaved = async ({ asha }: Pick<Open, 'asha'>) =>
  (await asha.call(listGameDetails, {})).data.gameDetail.length

for (const apiName of THAT_KNOW_PLAYERS)
  test(`a game that requires confirmed players saves only players that ${apiName} confirms`, async (t) => {
    const open = await openPlayers(t)
    const { shop, admin, makeDetail } = open
    const game = await makeGame(admin, { ...CHECKED, apiName, givenGameName: '4233885' })
    await makeItem(admin, game, { serviceId: '1001' })
    const check = (playerId: string) => makeDetail(game, { playerId, zoneId: '2001' })

    assert.deepEqual(await statusAndMessage(check('900000001')), UNKNOWN)
    assert.deepEqual(await statusAndMessage(check('asha')), UNKNOWN)
    assert.deepEqual(await statusAndMessage(check('900000008')), AWAY)
    for (const kind of ['error', 'drop-reply'] as const) {
      await breakOutside(shop, { target: apiName, kind })
      assert.deepEqual(await statusAndMessage(check('12345678')), AWAY)
      await mendOutside(shop)
    }
    assert.equal(await countSaved(open), 0)
    const lines = shop.log.filter((line) => line.includes('player not checked'))
    assert.equal(lines.length, 3)
    assert.doesNotMatch(lines.join(), /12345678|900000008|sandbox-/)

    assert.equal((await check('12345678')).data.userName, 'Player-5678')
    assert.equal((await check('900000002')).data.userName, 'Player-0002')
    const confirmed = await shop.sql`select from player where confirmed_at is not null`
    assert.equal(confirmed.length, 2)
  })

test('a supplier slower than the timeout counts as down, and the customer is told in time', async (t) => {
  const { shop, admin, makeDetail } = await openPlayers(t)
  const game = await makeGame(admin, { ...CHECKED, apiName: 'unipin', givenGameName: 'legends' })
  await breakOutside(shop, { target: 'unipin', kind: 'latency', ms: 3_000 }) // for each of two calls
  // Had the shop waited for both calls, it would have an answer.
  assert.deepEqual(await statusAndMessage(makeDetail(game, { zoneId: '2001' })), AWAY)
})

test('a game without required confirmation saves players that cannot be checked, without a name', async (t) => {
  const { shop, admin, makeDetail } = await openPlayers(t)
  for (const apiName of THAT_DO_NOT) {
    const game = await makeGame(admin, { apiName, givenGameName: 'legends' })
    const { status, data } = await makeDetail(game, { playerId: 'asha' })
    assert.deepEqual([status, data.userName], [200, ''], apiName)
  }
  for (const apiName of THAT_KNOW_PLAYERS) {
    const game = await makeGame(admin, { apiName, givenGameName: 'legends' })
    assert.equal((await makeDetail(game, { playerId: '900000008' })).data.userName, '', apiName)
    assert.deepEqual(await statusAndMessage(makeDetail(game, { playerId: '900000001' })), UNKNOWN)
    assert.equal((await makeDetail(game)).data.userName, 'Player-5678')
  }
  const confirmed = await shop.sql`select from player where confirmed_at is not null`
  assert.equal(confirmed.length, THAT_KNOW_PLAYERS.length)
})

test('a game that requires confirmed players saves none while its supplier cannot look up players', async (t) => {
  const open = await openPlayers(t, { G2BULK_API_KEY: '' })
  for (const apiName of [...THAT_DO_NOT, 'g2bulk'] as const) {
    const game = await makeGame(open.admin, { ...CHECKED, apiName, givenGameName: 'legends' })
    assert.deepEqual(
      await statusAndMessage(open.makeDetail(game, { zoneId: '2001' })),
      AWAY,
      apiName,
    )
  }
  assert.equal(await countSaved(open), 0)
  const lines = open.shop.log.filter((line) => line.includes('no credentials for these suppliers'))
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { suppliers: string[] }).suppliers),
    [['g2bulk', 'gemstall']], // no test shop has an account at another shop
  )
})

test('wrong credentials mark no player as unknown', async (t) => {
  const { admin, makeDetail } = await openPlayers(t, {
    SMILEONE_KEY: 'wrong',
    MOOGOLD_SECRET_KEY: 'wrong',
    UNIPIN_SECRET_KEY: 'wrong',
  })
  for (const apiName of ['smileone', 'moogold', 'unipin'] as const) {
    const game = await makeGame(admin, { ...CHECKED, apiName, givenGameName: 'legends' })
    assert.deepEqual(await statusAndMessage(makeDetail(game, { zoneId: '2001' })), AWAY, apiName)
  }
})

test('a confirmed player stays confirmed for ten minutes, for the same customer', async (t) => {
  const { shop, admin, makeDetail } = await openPlayers(t)
  const game = await makeGame(admin, { ...CHECKED, apiName: 'smileone', givenGameName: 'legends' })
  const { data } = await makeDetail(game, { zoneId: '2001' })
  await breakOutside(shop, { target: 'smileone', kind: 'error' })
  shop.wait(9 * MINUTE)
  assert.deepEqual((await makeDetail(game, { zoneId: '2001' })).data, data)
  assert.deepEqual(await statusAndMessage(makeDetail(game, { zoneId: '2002' })), AWAY)
  shop.wait(2 * MINUTE)
  assert.deepEqual(await statusAndMessage(makeDetail(game, { zoneId: '2001' })), AWAY)
  await mendOutside(shop)
  assert.deepEqual((await makeDetail(game, { zoneId: '2001' })).data, data)
})

test('a confirmed name is kept while its supplier is down', async (t) => {
  const { shop, admin, makeDetail } = await openPlayers(t)
  const game = await makeGame(admin, { apiName: 'g2bulk', givenGameName: 'legends' })
  const { data } = await makeDetail(game)
  shop.wait(11 * MINUTE)
  await breakOutside(shop, { target: 'g2bulk', kind: 'error' })
  assert.deepEqual((await makeDetail(game)).data, data)
})

test('a player from a country without delivery is refused with a reason', async (t) => {
  const { url } = await openCompany(t, () => ({ body: { status: 201, message: 'country' } }))
  const open = await openPlayers(t, { SMILEONE_URL: url })
  const game = await makeGame(open.admin, { apiName: 'smileone', givenGameName: 'legends' })
  assert.deepEqual(await statusAndMessage(open.makeDetail(game)), [
    409,
    'We can’t deliver this game to accounts from this country',
  ])
  assert.equal(await countSaved(open), 0)
})

test('a name with characters that cannot be stored or shown is cleaned', async (t) => {
  const names = [' \u0000A\u0007sha\n ', `${'x'.repeat(99)}💎`, ' \u0000 ']
  const { url } = await openCompany(t, () => ({ body: { valid: 'valid', name: names.shift() } }))
  const { admin, makeDetail } = await openPlayers(t, { G2BULK_URL: url })
  const game = await makeGame(admin, { ...CHECKED, apiName: 'g2bulk', givenGameName: 'legends' })
  const check = (playerId: string) => makeDetail(game, { playerId, zoneId: '1' })
  assert.equal((await check('1')).data.userName, 'Asha')
  assert.equal((await check('2')).data.userName, `${'x'.repeat(99)}\uFFFD`)
  assert.deepEqual(await statusAndMessage(check('3')), AWAY)
})
