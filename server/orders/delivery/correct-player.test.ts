import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { correctPlayer, takeRefund } from '#contract/orders/deliveries.ts'
import { editGame, editItem } from '#contract/catalogue/games.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  addSuppliedGame,
  balanceOf,
  buyFor,
  hasEnded,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  PLAYERS,
  waitForOrder,
  withNewCustomer,
  wordsOf,
  type DeliveryShop,
} from '#tests/support/orders/deliveries.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUp, tally, type Person } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const isHeld = ({ heldFor }: { heldFor: string | null }) => heldFor !== null
const correct = (person: Person, id: string, playerId: string) =>
  person.call(correctPlayer, { id, playerId, zoneId: '' })

async function buyWrong(deliveryShop: DeliveryShop): Promise<string> {
  const id = await buyFor(deliveryShop, 'unknown')
  const held = await waitForOrder(deliveryShop, id, isHeld)
  assert.deepEqual([held.heldFor, held.status], ['player', 'processing'])
  return id
}

const test = shareShop(openDeliveryShop)

/** The same shop with a new customer, and a pack of its own. */
const withNewPack = async (
  deliveryShop: DeliveryShop,
  provider: DeliveryShop['provider'] = 'unipin',
): Promise<DeliveryShop> => ({
  ...(await withNewCustomer(deliveryShop)),
  ...(await addSuppliedGame(deliveryShop, provider)),
  provider,
})

/** Lists what the suppliers say they have delivered of an order. */
async function deliveredOf(shop: TestShop, id: string) {
  const references = (await listDispatches(shop, id)).map(({ reference }) => reference)
  return (await listDelivered(shop)).filter(({ reference }) => references.includes(reference))
}

test('a customer corrects a wrong player once, and gets the pack', async (shared) => {
  const deliveryShop = await withNewPack(shared)
  const { shop, asha } = deliveryShop
  const id = await buyWrong(deliveryShop)
  assert.equal(await balanceOf(deliveryShop), 900_00)
  await shop.inbox.find(asha.email, /^Please check the player/)
  const typo = await correct(asha, id, PLAYERS.unknown)
  assert.deepEqual([typo.status, typo.code], [404, 'PLAYER_NOT_FOUND'])
  const { data } = await correct(asha, id, '77777777')
  assert.deepEqual(
    [data.heldFor, data.gameDetailId.playerId, data.gameDetailId.userName],
    [null, '77777777', 'Player-7777'],
  )
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.equal(done.status, 'completed')
  assert.deepEqual(wordsOf(done).slice(2), [
    'Sent to the game',
    'The game doesn’t know this player. Please correct it, or take a refund',
    'Thank you for the correction. The order is on its way again',
    'Sent to the game',
    'Delivered to your player',
  ])
  assert.deepEqual(
    (await listDispatches(shop, id)).map(({ attempt, state }) => [attempt, state]),
    [
      [1, 'refused'],
      [2, 'delivered'],
    ],
  )
  assert.deepEqual(
    (await deliveredOf(shop, id)).map(({ playerId }) => playerId),
    ['77777777'],
  )
  assert.equal((await correct(asha, id, '88888888')).code, 'NOT_HELD')
  assert.equal((await asha.call(takeRefund, { id })).code, 'NOT_HELD')
})

test('two simultaneous corrections count as one', async (shared) => {
  const deliveryShop = await withNewPack(shared)
  const id = await buyWrong(deliveryShop)
  const answers = await Promise.all(
    ['77777777', '88888888'].map((playerId) => correct(deliveryShop.asha, id, playerId)),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 1 })
  await waitForOrder(deliveryShop, id, hasEnded)
  assert.equal((await deliveredOf(deliveryShop.shop, id)).length, 1)
})

test('a customer may take a refund instead of correcting the player, once', async (shared) => {
  const deliveryShop = await withNewPack(shared)
  const { shop, asha } = deliveryShop
  const id = await buyWrong(deliveryShop)
  const twice = await Promise.all([1, 2].map(() => asha.call(takeRefund, { id })))
  assert.deepEqual(tally(twice), { 200: 1, 409: 1 })
  const { data } = twice.find(({ status }) => status === 200)!
  assert.deepEqual([data.status, data.heldFor], ['refunded', null])
  assert.match(wordsOf(data).at(-1)!, /^You took a refund\. ₹100\.00 is back in/)
  assert.equal(await balanceOf(deliveryShop), 1_000_00)
  assert.deepEqual(await deliveredOf(shop, id), [])
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order whose corrected player is wrong too is refunded at once', async (shared) => {
  const deliveryShop = await withNewPack(shared, 'seagm') // SEAGM cannot check players in advance
  const id = await buyWrong(deliveryShop)
  assert.equal((await correct(deliveryShop.asha, id, PLAYERS.unknown)).status, 200)
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual([done.status, await balanceOf(deliveryShop)], ['failed', 1_000_00])
})

test('nobody can correct or refund another person’s order, or one that is not held', async (shared) => {
  const deliveryShop = await withNewPack(shared)
  const { shop, asha, admin } = deliveryShop
  const id = await buyWrong(deliveryShop)
  const other = await signUp(shop, 'Ravi Kumar')
  for (const person of [other, admin]) {
    assert.equal((await correct(person, id, '77777777')).code, 'NO_SUCH_ORDER')
    assert.equal((await person.call(takeRefund, { id })).code, 'NO_SUCH_ORDER')
  }
  assert.equal((await correct(shop.visitor, id, '77777777')).status, 401)
  const good = await buyFor(deliveryShop, 'good')
  assert.equal((await correct(asha, good, '77777777')).code, 'NOT_HELD')
  assert.equal((await asha.call(takeRefund, { id: good })).code, 'NOT_HELD')
  const path = `/api/v1/order/${id}/player`
  assert.equal((await asha.send('PUT', path, { playerId: '<script>', zoneId: '' })).status, 400)
})

test('a correction to a player of the wrong country is refused, and can be tried again', async (shared) => {
  const deliveryShop = await withNewPack(shared)
  const { admin, asha, game, item } = deliveryShop
  await admin.call(editGame, { id: game._id, inputFieldTwo: 'Zone ID', playerRegions: ['IN'] })
  const zoneId = '2001'
  await breakOutside(deliveryShop.shop, { target: 'unipin', kind: 'error' })
  const wrong = { playerId: PLAYERS.unknown, zoneId, gameSlug: game.gameSlug, itemSlug: '' }
  const { data: saved } = await asha.call(createGameDetail, wrong)
  await mendOutside(deliveryShop.shop)
  const { data: placed } = await order({ ...asha, gameDetailId: saved._id }, { item })
  await waitForOrder(deliveryShop, placed._id, isHeld)
  const sent = { id: placed._id, playerId: '77777777' }
  const refused = await asha.call(correctPlayer, { ...sent, zoneId: '2006' })
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'These packs are for players in India. Your account is in Brazil'],
  )
  assert.equal((await asha.call(correctPlayer, { ...sent, zoneId })).status, 200)
  assert.equal((await waitForOrder(deliveryShop, placed._id, hasEnded)).status, 'completed')
})

test('a held order whose pack became dearer or unavailable is not sent at its old price', async (shared) => {
  const deliveryShop = await withNewPack(shared)
  const { shop, admin, asha, item } = deliveryShop
  const edit = (change: { sellingPrice?: number; itemAvailablity?: boolean }) =>
    admin.call(editItem, { itemId: item._id, ...change })
  const id = await buyWrong(deliveryShop)
  await edit({ sellingPrice: 102_01 })
  const dearer = await correct(asha, id, '77777777')
  assert.deepEqual(
    [dearer.status, dearer.code, dearer.message],
    [
      409,
      'PRICE_CHANGED',
      'This pack now costs ₹102.01, but you ordered it for ₹100.00. Take the refund and order it again',
    ],
  )
  await edit({ sellingPrice: 100_00, itemAvailablity: false })
  const gone = await correct(asha, id, '77777777')
  assert.deepEqual([gone.status, gone.code], [409, 'NOT_AVAILABLE'])
  await edit({ itemAvailablity: true })
  const held = await waitForOrder(deliveryShop, id, isHeld)
  assert.deepEqual([held.status, held.gameDetailId.playerId], ['processing', PLAYERS.unknown])
  assert.equal((await listDispatches(shop, id)).length, 1)

  await edit({ sellingPrice: 102_00 }) // a small change of price does not concern the customer
  assert.equal((await correct(asha, id, '77777777')).status, 200)
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual(
    [done.status, done.amount, await balanceOf(deliveryShop)],
    ['completed', 100_00, 900_00],
  )

  await edit({ sellingPrice: 100_00 })
  const other = await buyWrong(deliveryShop)
  await edit({ sellingPrice: 500_00 })
  assert.equal((await correct(asha, other, '77777777')).code, 'PRICE_CHANGED')
  assert.equal((await asha.call(takeRefund, { id: other })).status, 200)
  assert.equal(await balanceOf(deliveryShop), 900_00)
})

testAlone('the price of a held dollar order is compared in dollars', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'unipin' })
  const { shop, admin, asha, item } = deliveryShop
  await admin.call(setRate, { USD: 0.01, follow: false })
  await endow(shop.sql, asha.id, 5_0000, 'USD')
  const saved = await saveUnknown(deliveryShop)
  const { data } = await order({ ...asha, gameDetailId: saved }, { item, currency: 'USD' })
  await waitForOrder(deliveryShop, data._id, isHeld)
  await admin.call(setRate, { USD: 0.0103, follow: false })
  const dearer = await correct(asha, data._id, '77777777')
  assert.equal(
    dearer.message,
    'This pack now costs $1.03, but you ordered it for $1.00. Take the refund and order it again',
  )
  await admin.call(setRate, { USD: 0.009, follow: false })
  assert.equal((await correct(asha, data._id, '77777777')).status, 200)
  const done = await waitForOrder(deliveryShop, data._id, hasEnded)
  assert.deepEqual([done.status, done.amount], ['completed', 1_0000])
})

async function saveUnknown({ shop, asha, game }: DeliveryShop): Promise<string> {
  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  const wrong = { playerId: PLAYERS.unknown, zoneId: '', gameSlug: game.gameSlug, itemSlug: '' }
  const { data } = await asha.call(createGameDetail, wrong)
  await mendOutside(shop)
  return data._id
}
