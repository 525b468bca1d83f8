import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRegion } from '#contract/orders/regions.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUp, tally } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const HOUR = 60 * 60 * 1000
const PLAYER = { id: '123456789', zone: '2001' }
const ANSWER = { username: 'Player-6789', user_id: '123456789', zone: '2001', region: 'India' }
const ALONE = { SMILEONE_UID: '', SMILEONE_EMAIL: '', SMILEONE_KEY: '' } // leaves VIP-Reseller: no game is sold yet
const AWAY = [503, 'We can’t check regions right now. Please try again']

test('a player is found with name and region, and an unknown one is not found', async (t) => {
  const { visitor } = await openShop(t)
  assert.deepEqual((await visitor.call(checkRegion, PLAYER)).data, ANSWER)
  const bare = await visitor.call(checkRegion, { ...PLAYER, zone: '2010' })
  assert.deepEqual(bare.data, { ...ANSWER, zone: '2010', region: 'Unknown' })
  const nobody = await visitor.call(checkRegion, { ...PLAYER, id: '900000001' })
  assert.deepEqual([nobody.status, nobody.message], [404, 'Failed to find account.'])
})

test('an invalid player is refused in the words of the specification', async (t) => {
  const { visitor } = await openShop(t)
  for (const [input, message] of [
    [{ zone: '2001' }, 'User ID is required'],
    [{ id: ' ', zone: '2001' }, 'User ID is required'],
    [{ id: '123456789' }, 'Zone ID is required'],
    [{ id: 'asha', zone: '2001' }, 'A User ID must have 4 to 12 digits'],
    [{ id: '123456789', zone: '2001&x=1' }, 'A Zone ID must have 3 to 6 digits'],
  ] as const) {
    const answer = await visitor.send('POST', '/api/v1/check-region', input)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('while the source is down the shop says so, and caches no failure', async (t) => {
  const shop = await openShop(t, { env: ALONE })
  const check = async (id = PLAYER.id) => {
    const { status, message } = await shop.visitor.call(checkRegion, { ...PLAYER, id })
    return [status, message]
  }
  assert.deepEqual(await check('900000008'), AWAY)
  for (const kind of ['error', 'drop-reply'] as const) {
    await breakOutside(shop, { target: 'vip-reseller', kind })
    assert.deepEqual(await check(), AWAY)
    await mendOutside(shop)
  }
  assert.deepEqual(await check(), [200, ''])
})

test('a source slower than the timeout is reported as down', async (t) => {
  const shop = await openShop(t, { env: ALONE })
  await breakOutside(shop, { target: 'vip-reseller', kind: 'latency', ms: 8_000 })
  const { status, message } = await shop.visitor.call(checkRegion, PLAYER)
  assert.deepEqual([status, message], AWAY)
})

test('missing or wrong credentials mark no player as unknown', async (t) => {
  for (const env of [
    { VIP_RESELLER_API_KEY: 'wrong' },
    { VIP_RESELLER_API_ID: 'wrong' },
    { VIP_RESELLER_API_ID: '', VIP_RESELLER_API_KEY: '' },
  ]) {
    const { visitor } = await openShop(t, { env: { ...ALONE, ...env } })
    const { status, message } = await visitor.call(checkRegion, PLAYER)
    assert.deepEqual([status, message], AWAY)
  }
})

test('an answer is valid for a day, on every node and after a restart', async (t) => {
  const shop = await openShop(t, { env: ALONE })
  await shop.visitor.call(checkRegion, PLAYER)
  await breakOutside(shop, { target: 'vip-reseller', kind: 'error' })
  await shop.stop()
  const next = await shop.openNode()
  assert.deepEqual((await next.visitor.call(checkRegion, PLAYER)).data, ANSWER)
  next.wait(23 * HOUR)
  assert.deepEqual((await next.visitor.call(checkRegion, PLAYER)).data, ANSWER)

  next.wait(HOUR + 1)
  assert.equal((await next.visitor.call(checkRegion, PLAYER)).status, 503)
  await until('the old answer is gone', async () => {
    const [row] = await shop.sql`select from region_answer`
    return row === undefined
  })
  await mendOutside(shop)
  assert.deepEqual((await next.visitor.call(checkRegion, PLAYER)).data, ANSWER)
})

test('visitors of one address share a limit, accounts have their own, and both reset after an hour', async (t) => {
  const shop = await openShop(t, {
    env: {
      LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: '4',
      LIMIT_PLAYER_CHECKS_PER_HOUR: '3',
    },
  })
  const checks = async (person: typeof shop.visitor, count: number) =>
    tally(await Promise.all(Array.from({ length: count }, () => person.call(checkRegion, PLAYER))))
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]

  assert.deepEqual(await checks(shop.visitor, 6), { 200: 4, 429: 2 })
  assert.deepEqual(await checks(asha, 5), { 200: 3, 429: 2 })
  assert.deepEqual(await checks(rohan, 3), { 200: 3 })
  const { message, headers } = await asha.call(checkRegion, PLAYER)
  assert.equal(message, 'Too many checks. Please try again later')
  assert.ok(Number(headers.get('retry-after')) > 3_000)

  shop.wait(HOUR + 1)
  assert.deepEqual(await checks(shop.visitor, 1), { 200: 1 })
  assert.deepEqual((await shop.visitor.call(checkRegion, PLAYER)).status, 200)
})
