import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addItem } from '#contract/catalogue/games.ts'
import { checkRegion } from '#contract/orders/regions.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const MINUTE = 60 * 1000
const ZONES = { nowhere: '2010', india: '2001', indonesia: '2002', philippines: '2003' }
const AWAY = 503

const check = async ({ visitor }: TestShop, zone: string, id = '123456789') => {
  const { status, data } = await visitor.call(checkRegion, { id, zone })
  return status === 200 ? [data.username, data.region] : status
}

const NAMERS = { g2bulk: 'mlbb', unipin: 'mobile-legends', moogold: '4233885' } as const
type Namer = keyof typeof NAMERS

async function sell(shop: TestShop, apiName: Namer): Promise<void> {
  const admin = await signUpAdmin(shop)
  const fields = { apiName, givenGameName: NAMERS[apiName], inputFieldTwo: 'Zone ID' }
  const game = await makeGame(admin, { gameName: 'Mobile Legends', ...fields })
  await makeItem(admin, game, { serviceId: '1001' })
}

const breakAll = async (shop: TestShop, ...targets: string[]) => {
  for (const target of targets) await breakOutside(shop, { target, kind: 'error' })
}

test('while the first source is down, the second finds the name and narrows the country', async (t) => {
  const shop = await openShop(t)
  await breakAll(shop, 'vip-reseller')
  assert.deepEqual(await check(shop, ZONES.philippines), ['Player-6789', 'Philippines'])
  assert.deepEqual(await check(shop, ZONES.indonesia), ['', 'Indonesia, Malaysia or Singapore'])
  assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'Unknown'])
  await mendOutside(shop)
  assert.deepEqual(await check(shop, ZONES.philippines), ['Player-6789', 'Philippines'])
})

test('sources that know only the name are asked last, in the order of the games on sale', async (t) => {
  for (const namer of ['g2bulk', 'unipin', 'moogold'] as const) {
    const shop = await openShop(t)
    await breakAll(shop, 'vip-reseller', 'smileone')
    assert.equal(await check(shop, ZONES.india), AWAY, 'no game is sold from there')
    await sell(shop, namer)
    assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'Unknown'], namer)
  }
})

test('a supplier of only some packs is asked too', async (t) => {
  const shop = await openShop(t)
  await breakAll(shop, 'vip-reseller', 'smileone', 'moogold')
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    apiName: 'moogold',
    givenGameName: '42',
    inputFieldTwo: 'Zone',
  })
  const there = {
    source: 'unipin',
    givenGameName: 'legends',
    givenRegion: '',
    serviceId: '1',
  } as const
  const pack = { gameSlug: game.gameSlug, itemName: 'Pack', sellingPrice: 100_00, sources: [there] }
  assert.equal((await admin.call(addItem, pack)).status, 200)
  assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'Unknown'])
})

test('a player is unknown only if all reachable sources say so, and never if none is reachable', async (t) => {
  const shop = await openShop(t)
  await sell(shop, 'unipin')
  assert.equal(await check(shop, ZONES.india, '900000001'), 404)
  await breakAll(shop, 'vip-reseller')
  assert.equal(await check(shop, ZONES.india, '900000001'), 404)
  await breakAll(shop, 'smileone')
  assert.equal(await check(shop, ZONES.india, '900000001'), 404)
  await breakAll(shop, 'unipin')
  assert.equal(await check(shop, ZONES.india, '900000001'), AWAY)
  assert.doesNotMatch(shop.log.join(), /900000001|sandbox-/)
})

test('a player unknown to one source is still looked up at the others', async (t) => {
  const env = await openStranger(t)
  assert.deepEqual(await check(await openShop(t, { env }), ZONES.philippines), [
    'Player-6789',
    'Philippines',
  ])
})

/** A VIP-Reseller that knows nobody. */
async function openStranger(t: TestContext) {
  const words = { result: false, data: null, message: 'Nickname tidak ditemukan' }
  const { url } = await openCompany(t, () => ({ body: words }))
  return { VIP_RESELLER_URL: url }
}

test('an unknown country is looked up again after ten minutes, and a known one is not', async (t) => {
  const shop = await openShop(t)
  await breakAll(shop, 'vip-reseller')
  assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'Unknown'])
  await mendOutside(shop)
  shop.wait(9 * MINUTE)
  assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'Unknown'])
  shop.wait(2 * MINUTE)
  assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'India'])
  await breakAll(shop, 'vip-reseller', 'smileone')
  shop.wait(23 * 60 * MINUTE)
  assert.deepEqual(await check(shop, ZONES.india), ['Player-6789', 'India'])
})
