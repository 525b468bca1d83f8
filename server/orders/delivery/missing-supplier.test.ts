import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { INSTALLED } from '#connectors/connectors.ts'
import { findGame } from '#contract/catalogue/catalog.ts'
import { createGame, editGame, editItem, findGameAsAdmin } from '#contract/catalogue/games.ts'
import {
  checkSupplier,
  editSupplier,
  listSupplierProducts,
  listSuppliers,
} from '#contract/catalogue/suppliers/suppliers.ts'
import {
  listParcels as listDispatchesCall,
  listWaiting,
  settleDelivery,
} from '#contract/orders/deliveries.ts'
import { writeReverseCharge } from '#server/accounting/books/reverse-charge.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { alsoFrom, statesOf } from '#tests/support/catalogue/sources.ts'
import {
  addJob,
  addSuppliedGame,
  buyFor,
  hasEnded,
  openDeliveryShop,
  waitForOrder,
  waitUntil,
  wordsOf,
} from '#tests/support/orders/deliveries.ts'
import { PATIENCE } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const MISSING = 'seagm'
const OTHERS = {
  ...INSTALLED,
  suppliers: new Map([...INSTALLED.suppliers].filter(([name]) => name !== MISSING)),
}
const DAY_MS = 24 * 60 * 60 * 1000

/** Starts a shop with orders from before a supplier was removed: one delivered, one that the supplier still has. */
async function open(t: TestContext) {
  const deliveryShop = await openDeliveryShop(t, { provider: MISSING })
  const { shop: before, admin, asha, game } = deliveryShop
  const [delivered, pending] = [
    await buyFor(deliveryShop, 'good'),
    await buyFor(deliveryShop, 'pending'),
  ]
  await waitForOrder(deliveryShop, delivered, hasEnded)
  await waitForOrder(deliveryShop, pending, (one) => wordsOf(one).includes('Sent to the game'))
  const other = await makeItem(admin, game, { serviceId: '1002', sources: [alsoFrom('g2bulk')] })
  await before.stop()
  const shop = await before.openNode({}, PATIENCE, OTHERS)
  for (const person of [admin, asha]) person.url = shop.url
  return { ...deliveryShop, shop, other, delivered, pending }
}

test('a shop without one of its suppliers sells and delivers with the others', async (t) => {
  const opened = await open(t)
  const { shop, admin, asha, game, other } = opened
  const { data: shown } = await asha.call(findGame, { slug: game.gameSlug })
  assert.deepEqual(
    shown.itemId.map(({ itemAvailablity }) => itemAvailablity),
    [false, true],
  )
  const refused = await buyFor(opened, 'good').catch((error: Error) => error.message)
  assert.equal(refused, 'This pack isn’t available right now')
  const next = await buyFor({ ...opened, item: other, provider: 'g2bulk' }, 'good')
  await waitForOrder(opened, next, hasEnded)
  assert.deepEqual(await statesOf(opened, next), ['g2bulk 1 1 delivered'])
  const unipin = await addSuppliedGame({ shop, admin }, 'unipin')
  const own = await buyFor({ ...opened, ...unipin, provider: 'unipin' }, 'good')
  assert.equal((await waitForOrder(opened, own, hasEnded)).status, 'completed')
})

test('packs, orders and dispatches of a missing supplier show its name', async (t) => {
  const { shop, admin, asha, game, delivered } = await open(t)
  const { data: full } = await admin.call(findGameAsAdmin, { slug: game.gameSlug })
  assert.deepEqual(
    [full.apiName, full.itemId.map(({ hasSource }) => hasSource)],
    [MISSING, [false, true]],
  )
  assert.equal((await waitForOrder({ asha }, delivered, hasEnded)).status, 'completed')
  const { data } = await admin.call(listDispatchesCall, { id: delivered })
  assert.deepEqual(
    data.dispatches.map(({ provider, providerTitle, state }) => [provider, providerTitle, state]),
    [[MISSING, MISSING, 'delivered']],
  )
  const { providers } = (await admin.call(listSuppliers, {})).data
  assert.ok(providers.every(({ name }) => name !== MISSING))
  const [start, end] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)]
  let costs = ''
  for await (const piece of writeReverseCharge(shop.sql, { start, end, percent: 18 }))
    costs += piece
  assert.match(costs, /^seagm,USD,1,/m)
})

test('a dispatch that a missing supplier has waits for a person, who settles it', async (t) => {
  const { shop, admin, asha, pending } = await open(t)
  const isListed = async () =>
    (await admin.call(listWaiting, {})).data.waiting.some(({ order: one }) => one._id === pending)
  await waitUntil(shop, isListed)
  const settled = { id: pending, outcome: 'delivered', note: 'Seen at SEAGM' } as const
  assert.equal((await admin.call(settleDelivery, settled)).status, 200)
  assert.equal((await waitForOrder({ asha }, pending, hasEnded)).status, 'completed')
})

test('calls and jobs that name a missing supplier change nothing', async (t) => {
  const { shop, admin, game, item } = await open(t)
  const name = MISSING
  const id = game._id
  const unknown = [404, 'NO_SUCH_PROVIDER']
  for (const { status, code } of [
    await admin.call(checkSupplier, { name }),
    await admin.call(editSupplier, { name, lowBelow: 1 }),
    await admin.call(listSupplierProducts, { name, game: '42', region: '' }),
    await shop.visitor.send('POST', `/api/v1/callback/${name}/secret`, {}),
  ])
    assert.deepEqual([status, code], unknown)
  for (const { status, errors } of [
    await admin.call(createGame, { gameName: 'New', apiName: name }),
    await admin.call(editGame, { id, apiName: 'nobody' }),
    await admin.call(editItem, { itemId: item._id, sources: [alsoFrom(name)] }),
  ])
    assert.deepEqual(
      [status, errors[0]?.message],
      [400, 'This shop has no supplier with this name'],
    )
  assert.equal((await admin.call(editGame, { id, apiName: name, gameFrom: 'Asia' })).status, 200)
  const { data: full } = await admin.call(findGameAsAdmin, { slug: game.gameSlug })
  assert.deepEqual([full.apiName, full.itemId[0]!.sources], [name, []])

  await addJob(shop, 'read-balances', { source: name })
  await addJob(shop, 'sync-products', {})
  await until('the jobs are done', async () => {
    const due = await shop.sql`
      select from job where name in ('read-balances', 'sync-products') and run_at <= now()`
    return due.length === 0
  })
  const [row] = await shop.sql`select low_below from supplier_balance where supplier = ${name}`
  assert.equal(row?.['lowBelow'] ?? null, null)
})
