import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { editGame, type FullGame } from '#contract/catalogue/games.ts'
import { getQuote, placeUpiOrder, placeWalletOrder } from '#contract/orders/orders.ts'
import { findGameDetail, listGameDetails } from '#contract/orders/players.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import { openPlayers, withCustomer } from '#tests/support/orders/players.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const [BRAZIL, INDIA, PHILIPPINES, INDONESIA, NOWHERE] = ['2006', '2001', '2003', '2002', '2010']
const UNFIT = [
  409,
  'These packs are for players in India and the Philippines. Your account is in Brazil',
]

const GAME = {
  apiName: 'unipin',
  givenGameName: 'mobile-legends',
  inputFieldTwo: 'Zone ID',
  playerRegions: ['IN', 'PH'],
} as const

const openAlone = async (t: TestContext, env: NodeJS.ProcessEnv = {}) =>
  addGame(await openPlayers(t, env))

const testInShop = shareShop(openPlayers)

/** A game for players of some countries, in a shop with a new customer. */
async function addGame(players: Awaited<ReturnType<typeof openPlayers>>) {
  const open = await withCustomer(players)
  const game = await makeGame(open.admin, { ...GAME, playerRegions: [...GAME.playerRegions] })
  const item = await makeItem(open.admin, game, { serviceId: '1001' })
  const save = (zoneId: string | undefined, more: { playerId?: string } = {}) =>
    open.makeDetail(game, { zoneId: zoneId!, ...more })
  const limitTo = (playerRegions: string[]) =>
    open.admin.call(editGame, { id: game._id, playerRegions })
  return { ...open, game, item, save, limitTo }
}

type Open = Awaited<ReturnType<typeof addGame>>

const statusAndMessage = ({ status, message }: { status: number; message: string }) => [
  status,
  message,
]
const countSaved = async ({ asha }: Open) =>
  (await asha.call(listGameDetails, {})).data.gameDetail.length

testInShop(
  'a player from a country that the packs do not fit is refused before payment, and nobody else is',
  async (players) => {
    const shop = await addGame(players)
    assert.deepEqual(statusAndMessage(await shop.save(BRAZIL)), UNFIT)
    assert.equal(await countSaved(shop), 0)
    assert.equal((await shop.save(BRAZIL, { playerId: '900000001' })).code, 'PLAYER_NOT_FOUND')
    for (const zone of [INDIA, PHILIPPINES, NOWHERE]) {
      const { status, data } = await shop.save(zone)
      assert.deepEqual([status, data.userName, data.isFit], [200, 'Player-5678', true], zone)
    }
    await shop.limitTo(['BR'])
    assert.equal((await shop.save(BRAZIL)).status, 200)
  },
)

test('everybody may buy while the country cannot be looked up', async (t) => {
  const shop = await openAlone(t)
  for (const target of ['vip-reseller', 'smileone'])
    await breakOutside(shop.shop, { target, kind: 'error' })
  assert.equal((await shop.save(BRAZIL)).status, 200)
  await breakOutside(shop.shop, { target: 'unipin', kind: 'error' })
  assert.equal((await shop.save(BRAZIL, { playerId: '22345678' })).data.userName, '')
})

test('a partly known country refuses a player only if no pack fits any of the candidates', async (t) => {
  const shop = await openAlone(t)
  await breakOutside(shop.shop, { target: 'vip-reseller', kind: 'error' })
  assert.deepEqual(statusAndMessage(await shop.save(INDONESIA)), [
    409,
    'These packs are for players in India and the Philippines. Your account is in Indonesia, Malaysia or Singapore',
  ])
  await shop.limitTo(['MY'])
  assert.equal((await shop.save(INDONESIA)).status, 200)
})

test('a country reported under a different player name refuses nobody', async (t) => {
  const data = { username: 'Somebody else', region: 'Brazil' }
  const { url } = await openCompany(t, () => ({ body: { result: true, data, message: '' } }))
  const shop = await openAlone(t, { VIP_RESELLER_URL: url })
  assert.equal((await shop.save(BRAZIL)).status, 200)
})

test('an account of a kind that no source knows is not looked up', async (t) => {
  const shop = await openAlone(t)
  await shop.admin.call(editGame, { id: shop.game._id, inputFieldTwo: '', apiName: 'manual' })
  for (const playerId of ['asha', '12345678'])
    assert.equal((await shop.save('', { playerId })).status, 200)
  assert.deepEqual([...(await shop.shop.sql`select from region_answer`)], [])
})

type FitInput = { game: FullGame; gameDetailId: string; itemSlug: string }

/** Answers of all calls that lead to an order. */
async function tryAll({ asha }: Open, { game, gameDetailId, itemSlug }: FitInput) {
  const chosen = { gameSlug: game.gameSlug, itemSlug, gameDetailId, couponCode: '' }
  return [
    await asha.call(getQuote, { ...chosen, currency: 'INR' }),
    await asha.call(placeWalletOrder, { ...chosen, currency: 'INR' }),
    await asha.call(placeUpiOrder, chosen),
  ]
}

testInShop(
  'a saved player whose country the game no longer accepts cannot buy until it is accepted again',
  async (players) => {
    const shop = await addGame(players)
    const { asha, game, item } = shop
    await endow(shop.shop.sql, asha.id, 1_000_00)
    await shop.limitTo(['BR'])
    const { _id: gameDetailId } = (await shop.save(BRAZIL)).data
    const input = { game, gameDetailId, itemSlug: item.itemSlug }
    await shop.limitTo(['IN', 'PH'])
    assert.equal((await asha.call(findGameDetail, { id: gameDetailId })).data.isFit, false)
    const [quote, byWallet, byUpi] = await tryAll(shop, input)
    assert.deepEqual([statusAndMessage(quote!), statusAndMessage(byWallet!)], [UNFIT, UNFIT])
    assert.notEqual(byUpi!.status, 200)
    const bought = await shop.shop.sql`select from orders where user_id = ${asha.id}`
    assert.equal(bought.length, 0)

    await shop.limitTo([])
    assert.equal((await asha.call(findGameDetail, { id: gameDetailId })).data.isFit, true)
    const [again, placed] = await tryAll(shop, input)
    assert.deepEqual([again!.status, placed!.status], [200, 200])
  },
)

testInShop(
  'a repeated order gets its first answer, even if its country is no longer accepted',
  async (players) => {
    const shop = await addGame(players)
    const { asha, game, item } = shop
    await endow(shop.shop.sql, asha.id, 1_000_00)
    const { _id: gameDetailId } = (await shop.save(INDIA)).data
    const chosen = {
      gameSlug: game.gameSlug,
      itemSlug: item.itemSlug,
      gameDetailId,
      couponCode: '',
    }
    asha.headers['idempotency-key'] = 'once'
    const first = await asha.call(placeWalletOrder, { ...chosen, currency: 'INR' })
    await shop.limitTo(['BR'])
    const second = await asha.call(placeWalletOrder, { ...chosen, currency: 'INR' })
    assert.deepEqual([second.status, second.data], [200, first.data])
  },
)

test('a known country is kept while nobody can be asked', async (t) => {
  const shop = await openAlone(t)
  await shop.save(INDIA)
  await shop.shop.sql`delete from region_answer`
  for (const target of ['vip-reseller', 'smileone', 'unipin'])
    await breakOutside(shop.shop, { target, kind: 'error' })
  const { data } = await shop.save(INDIA)
  await shop.limitTo(['PH'])
  assert.equal((await shop.asha.call(findGameDetail, { id: data._id })).data.isFit, false)
})

testInShop('an invalid country code is refused for a game', async (players) => {
  const { limitTo, game, admin } = await addGame(players)
  for (const region of ['UK', 'ZZ', 'IND', 'I1', 7]) {
    const sent = { playerRegions: [region] }
    assert.equal((await admin.send('PUT', `/api/v1/game/${game._id}`, sent)).status, 400)
  }
  assert.deepEqual((await limitTo(['gb', 'IN'])).data.playerRegions, ['GB', 'IN'])
})
