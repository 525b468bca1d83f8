import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import {
  correctPlayer,
  listParcels as listDispatchesCall,
  listWaiting,
} from '#contract/orders/deliveries.ts'
import { editItem, type ItemSource } from '#contract/catalogue/games.ts'
import { INSTALLED } from '#connectors/connectors.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  addJob,
  addSuppliedGame,
  balanceOf,
  buyFor,
  countJobsOf,
  hasEnded,
  listDispatches,
  openDeliveryShop,
  PLAYERS,
  settleOutside,
  waitForOrder,
  waitUntil,
  withNewCustomer,
  wordsOf,
  type DeliveryShop,
  type StoredDispatch,
} from '#tests/support/orders/deliveries.ts'
import { makeBuyer, order } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { alsoFrom, booksOf, openTwo, statesOf } from '#tests/support/catalogue/sources.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const NONE = 'none' // not in any supplier's list

const ELSEWHERE = 'That delivery didn’t work. We’re trying another way'

const areBooksWhole = async ({ shop }: DeliveryShop) =>
  assert.equal((await verifyLedger(shop.sql)).fault, null)

const test = shareShop(openDeliveryShop)

/** The same shop with a new customer and another pack, which comes from UniPin or otherwise from G2Bulk. */
const withPack = async (
  deliveryShop: DeliveryShop,
  pack: { serviceId?: string; sources?: ItemSource[] },
  provider: DeliveryShop['provider'] = 'unipin',
): Promise<DeliveryShop> => ({
  ...(await withNewCustomer(deliveryShop)),
  ...(await addSuppliedGame(deliveryShop, provider, { sources: [alsoFrom('g2bulk')], ...pack })),
  provider,
})

test('the second supplier delivers when the first refuses, and the customer reads no supplier names', async (shared) => {
  const deliveryShop = await withPack(shared, { serviceId: NONE })
  const done = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.deepEqual(wordsOf(done).slice(2), [
    'Sent to the game',
    ELSEWHERE,
    'Sent to the game',
    'Delivered to your player',
  ])
  for (const title of ['Manual', ...INSTALLED.suppliers.values().map((one) => one.title)])
    assert.ok(!JSON.stringify(done).includes(title), title)
  assert.deepEqual(await statesOf(deliveryShop, done._id), [
    'unipin 1 1 product',
    'g2bulk 2 1 delivered',
  ])
  const { data } = await deliveryShop.admin.call(listDispatchesCall, { id: done._id })
  assert.deepEqual(
    data.dispatches.map(({ chosen }) => chosen),
    ['UniPin: the first of 2', 'G2Bulk: the next of 2. UniPin skipped: already tried'],
  )
  assert.deepEqual(await booksOf(deliveryShop, done._id), ['g2bulk 1001'])
  assert.equal(await balanceOf(deliveryShop), 900_00)
  await areBooksWhole(deliveryShop)
})

testAlone('no second supplier is tried while the outcome at the first is unknown', async (t) => {
  const sources = [alsoFrom('unipin')]
  const env = { DELIVERY_ATTENTION_MINUTES: '1' }
  const deliveryShop = await openDeliveryShop(t, { env, provider: 'digiflazz', pack: { sources } })
  const { shop } = deliveryShop
  await breakOutside(shop, { target: 'digiflazz', kind: 'drop-reply' })
  const lost = await buyFor(deliveryShop, 'good')
  await until(
    'it was sent',
    async () => (await statesOf(deliveryShop, lost)).join() === 'digiflazz 1 1 sent',
  )
  const isSo = async (state: string) =>
    (await shop.sql`select from orders where held_for = ${state} or status = ${state}`).length > 0
  await waitUntil(shop, () => isSo('person'))
  assert.deepEqual(await statesOf(deliveryShop, lost), ['digiflazz 1 1 sent'])
  await mendOutside(shop)
  await waitUntil(shop, () => isSo('completed'))
  assert.deepEqual(await statesOf(deliveryShop, lost), ['digiflazz 1 1 delivered'])
  assert.deepEqual(await booksOf(deliveryShop), ['digiflazz 1001'])
})

testAlone('an order refused after it was pending goes to the next supplier', async (t) => {
  const deliveryShop = await openTwo(t)
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'pending')
  await until('it is pending', async () => {
    const [row] = await shop.sql`select from dispatch where is_pending`
    return row !== undefined
  })
  const [{ reference }] = (await listDispatches(shop, id)) as [StoredDispatch]
  assert.deepEqual(await statesOf(deliveryShop, id), ['unipin 1 1 sent'])
  await settleOutside(shop, { provider: 'unipin', reference, outcome: 'refused' })
  await waitUntil(shop, async () => (await statesOf(deliveryShop, id)).length === 2)
  assert.deepEqual(await statesOf(deliveryShop, id), ['unipin 1 1 other', 'g2bulk 2 1 sent'])
})

test('a wrong player is not tried elsewhere, and the corrected one goes to the same supplier', async (shared) => {
  const sources = [alsoFrom('seagm'), alsoFrom('g2bulk')]
  const deliveryShop = await withPack(shared, { serviceId: NONE, sources })
  const { asha } = deliveryShop
  const id = await buyFor(deliveryShop, 'unknown')
  await waitForOrder(deliveryShop, id, ({ heldFor }) => heldFor === 'player')
  assert.deepEqual(await statesOf(deliveryShop, id), ['unipin 1 1 player'])
  await asha.call(correctPlayer, { id, playerId: '77777777', zoneId: '' })
  await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual(await statesOf(deliveryShop, id), [
    'unipin 1 1 player',
    'unipin 2 1 product',
    'seagm 3 1 delivered',
  ])
  assert.deepEqual(await booksOf(deliveryShop, id), ['seagm 1001'])
})

test('a player who is wrong again is sent to no other supplier', async (shared) => {
  const sources = [alsoFrom('unipin')]
  const deliveryShop = await withPack(shared, { serviceId: '1001', sources }, 'seagm')
  const id = await buyFor(deliveryShop, 'unknown')
  await waitForOrder(deliveryShop, id, ({ heldFor }) => heldFor === 'player')
  await deliveryShop.asha.call(correctPlayer, { id, playerId: PLAYERS.unknown, zoneId: '' })
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual([done.status, await balanceOf(deliveryShop)], ['failed', 1_000_00])
  assert.deepEqual(await statesOf(deliveryShop, id), ['seagm 1 1 player', 'seagm 2 1 player'])
})

test('a partly delivered pack waits for staff, and an undelivered one goes to the next supplier', async (shared) => {
  const sources = [alsoFrom('g2bulk', '1001&1002')]
  const deliveryShop = await withPack(shared, { serviceId: `${NONE}&1002&1003`, sources })
  const { admin, item } = deliveryShop
  const whole = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.equal(whole.status, 'completed')
  assert.deepEqual(await statesOf(deliveryShop, whole._id), [
    'unipin 1 1 product',
    'unipin 1 2 not wanted',
    'unipin 1 3 not wanted',
    'g2bulk 2 1 delivered',
    'g2bulk 2 2 delivered',
  ])
  assert.ok(wordsOf(whole).includes('1 of 2 parts delivered to your player'))
  const edited = await admin.call(editItem, { itemId: item._id, serviceId: `1001&${NONE}` })
  assert.equal(edited.status, 200)
  const part = await waitForOrder(
    deliveryShop,
    await buyFor(deliveryShop, 'good'),
    ({ heldFor }) => heldFor !== null,
  )
  assert.deepEqual(await statesOf(deliveryShop, part._id), [
    'unipin 1 1 delivered',
    'unipin 1 2 product',
  ])
  const { data } = await admin.call(listWaiting, {})
  assert.deepEqual(
    data.waiting
      .filter(({ order }) => order._id === part._id)
      .map(({ why, dispatches }) => [why, dispatches[0]!.chosen]),
    [['part', 'UniPin: the first of 2']],
  )
})

test('an order that every supplier refuses is tried once at each, and refunded once', async (shared) => {
  const sources = [alsoFrom('g2bulk'), alsoFrom('seagm')]
  const deliveryShop = await withPack(shared, { sources })
  const done = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'refused'), hasEnded)
  assert.deepEqual([done.status, await balanceOf(deliveryShop)], ['failed', 1_000_00])
  assert.deepEqual(await statesOf(deliveryShop, done._id), [
    'unipin 1 1 other',
    'g2bulk 2 1 other',
    'seagm 3 1 other',
  ])
  assert.deepEqual(await booksOf(deliveryShop, done._id), [])
  await areBooksWhole(deliveryShop)
})

testAlone(
  'a pack moves to the next supplier once, however often its jobs run on many nodes',
  async (t) => {
    const deliveryShop = await openDeliveryShop(t, {
      provider: 'unipin',
      pack: { serviceId: NONE, sources: [alsoFrom('g2bulk')], quantity: null },
    })
    const { shop, game, item } = deliveryShop
    await shop.openNode()
    const buyer = await makeBuyer(shop, game, { INR: 12 * 100_00 })
    const placed = await Promise.all(Array.from({ length: 12 }, () => order(buyer, { item })))
    const ids = placed.map(({ data }) => data._id)
    for (let turn = 0; turn < 3; turn += 1) {
      for (const orderId of ids) await addJob(shop, 'deliver-order', { orderId })
      for (const { id: dispatchId } of await shop.sql<{ id: string }[]>`select id from dispatch`) {
        await addJob(shop, 'send-dispatch', { dispatchId })
        await addJob(shop, 'trace-dispatch', { dispatchId, hints: 0 })
      }
    }
    await until('no job is left', async () => (await countJobsOf(shop)) === 0)
    for (const id of ids)
      assert.deepEqual(await statesOf(deliveryShop, id), [
        'unipin 1 1 product',
        'g2bulk 2 1 delivered',
      ])
    assert.deepEqual(new Set(await booksOf(deliveryShop)), new Set(['g2bulk 1001']))
    assert.equal((await booksOf(deliveryShop)).length, 12)
  },
)
