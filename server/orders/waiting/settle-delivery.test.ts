import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listWaiting, settleDelivery } from '#contract/orders/deliveries.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import {
  balanceOf,
  buyFor,
  hasEnded,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  addSuppliedGame,
  settleOutside,
  waitForOrder,
  waitUntil,
  wordsOf,
  type DeliveryShop,
} from '#tests/support/orders/deliveries.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

const isHeld = ({ heldFor }: { heldFor: string | null }) => heldFor !== null
const NOTE = 'Their support looked it up'

const settle = ({ admin }: DeliveryShop, id: string, outcome: 'delivered' | 'refused') =>
  admin.call(settleDelivery, { id, outcome, note: NOTE })
const edit = ({ admin }: DeliveryShop, id: string, status: 'completed' | 'failed' | 'refunded') =>
  admin.call(editOrder, { id, status, note: '', reference: '' })
const waiting = async ({ admin }: DeliveryShop) => (await admin.call(listWaiting, {})).data.waiting

test('a dispatch that Smile.One never answers waits for staff, who deliver or refund it', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'smileone' })
  const { shop, asha } = deliveryShop
  const first = await buyFor(deliveryShop, 'lostAndDelivered')
  assert.equal((await waitForOrder(deliveryShop, first, isHeld)).heldFor, 'person')
  const second = await buyFor(deliveryShop, 'lostAndRefused')
  assert.equal((await waitForOrder(deliveryShop, second, isHeld)).heldFor, 'person')
  const list = await waiting(deliveryShop)
  assert.deepEqual(
    list.map(({ order, why, dispatches: [dispatch] }) => [order._id, why, dispatch!.state]),
    [first, second].map((id) => [id, 'unknown', 'sent']),
  )
  assert.equal(
    (await asha.call(settleDelivery, { id: first, outcome: 'delivered', note: NOTE })).status,
    403,
  )
  assert.equal((await asha.call(listWaiting, {})).status, 403)

  assert.equal((await settle(deliveryShop, first, 'delivered')).data.status, 'completed')
  assert.equal((await settle(deliveryShop, second, 'refused')).data.status, 'failed')
  for (const id of [first, second]) {
    assert.equal((await settle(deliveryShop, id, 'refused')).code, 'NOT_HELD')
    assert.equal((await readOrder(asha, id)).heldFor, null)
  }
  assert.deepEqual(await waiting(deliveryShop), [])
  assert.equal(await balanceOf(deliveryShop), 900_00)
  const actions = await listActions(shop)
  assert.match(JSON.stringify(actions), new RegExp(NOTE))
  assert.ok(!JSON.stringify(await readOrder(asha, first)).includes(NOTE))
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('nobody can end an order whose dispatch may still arrive, and late news never overrules a decision of staff', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk' })
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'pending')
  await until(
    'it is pending',
    async () => (await shop.sql`select from dispatch where is_pending`).length > 0,
  )
  for (const status of ['completed', 'failed', 'refunded'] as const) {
    const { status: answered, message } = await edit(deliveryShop, id, status)
    assert.deepEqual([answered, /settle the delivery/.test(message)], [409, true])
  }
  const { data } = await settle(deliveryShop, id, 'refused')
  assert.match(wordsOf(data).at(-1)!, /^The order couldn’t be delivered\. ₹100\.00 is back/)
  const [dispatch] = await listDispatches(shop, id)
  await settleOutside(shop, {
    provider: 'g2bulk',
    reference: dispatch!.reference,
    outcome: 'delivered',
  })
  shop.wait(60 * 60_000)
  await until(
    'nothing is left to do',
    async () => (await shop.sql`select from job where name like '%dispatch'`).length === 0,
  )
  const [row] = await shop.sql`select status from orders where id = ${id}`
  assert.equal(row!['status'], 'failed')
})

test('an order that was never sent, or was refused entirely, can be ended by staff', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'unipin' })
  const down = await buyFor(deliveryShop, 'down')
  await waitForOrder(deliveryShop, down, (order) =>
    wordsOf(order).includes('We can’t reach the game right now. We keep trying'),
  )
  assert.equal((await edit(deliveryShop, down, 'refunded')).data.status, 'refunded')
  const wrong = await buyFor(deliveryShop, 'unknown')
  assert.equal((await waitForOrder(deliveryShop, wrong, isHeld)).heldFor, 'player')
  assert.deepEqual(
    [(await edit(deliveryShop, wrong, 'failed')).data.heldFor, await balanceOf(deliveryShop)],
    [null, 1_000_00],
  )
  await waitUntil(
    deliveryShop.shop,
    async () =>
      (await deliveryShop.shop.sql`select from job where name like '%dispatch'`).length === 0,
  )
  const dispatches = [
    ...(await listDispatches(deliveryShop.shop, down)),
    ...(await listDispatches(deliveryShop.shop, wrong)),
  ]
  assert.deepEqual(
    dispatches.map(({ state }) => state),
    ['refused', 'refused'],
  )
  assert.deepEqual(await listDelivered(deliveryShop.shop), [])
})

test('a pack that was refused in part waits for staff', async (t) => {
  const deliveryShop = await openDeliveryShop(t, {
    provider: 'unipin',
    pack: { serviceId: '1001&none' },
  })
  const id = await buyFor(deliveryShop, 'good')
  const held = await waitForOrder(deliveryShop, id, isHeld)
  assert.deepEqual([held.heldFor, held.status], ['person', 'processing'])
  const [waits] = await waiting(deliveryShop)
  assert.deepEqual(
    [waits!.why, waits!.dispatches.map(({ state }) => state)],
    ['part', ['delivered', 'refused']],
  )
  assert.equal((await edit(deliveryShop, id, 'failed')).status, 409)
  assert.equal((await settle(deliveryShop, id, 'refused')).data.paymentStatus, 'refunded')
  assert.equal(await balanceOf(deliveryShop), 1_000_00)
})

test('an order without supplier or product, or one for manual delivery, waits for staff', async (t) => {
  const deliveryShop = await openDeliveryShop(t, {
    provider: 'seagm',
    env: { SEAGM_UID: '', SEAGM_SECRET_KEY: '' },
  })
  const { admin, shop } = deliveryShop
  const nobody = await buyFor(deliveryShop, 'good')
  await waitForOrder(deliveryShop, nobody, isHeld)
  const empty = {
    ...deliveryShop,
    ...(await addSuppliedGame(deliveryShop, 'unipin', { serviceId: '' })),
    provider: 'unipin',
  } as const
  const nothing = await buyFor(empty, 'good')
  await waitForOrder(deliveryShop, nothing, isHeld)
  const game = await makeGame(admin)
  const byHand = await buyFor({ ...deliveryShop, game, item: await makeItem(admin, game) }, 'good')
  assert.deepEqual(
    (await waiting(deliveryShop)).map(({ order, why }) => [order._id, why]),
    [
      [nobody, 'no source'],
      [nothing, 'no source'],
      [byHand, 'manual'],
    ],
  )
  assert.equal((await edit(deliveryShop, byHand, 'completed')).status, 200)
  assert.equal((await settle(deliveryShop, nobody, 'delivered')).data.status, 'completed')
  assert.equal((await edit(deliveryShop, nothing, 'failed')).status, 200)
  assert.ok(hasEnded(await readOrder(deliveryShop.asha, nothing)))
  assert.equal((await shop.sql`select from dispatch`).length, 0)
})

test('a dispatch unconfirmed for half an hour waits for staff, and is still checked', async (t) => {
  const deliveryShop = await openDeliveryShop(t, {
    provider: 'g2bulk',
    env: { DELIVERY_ATTENTION_MINUTES: '10' },
  })
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'pending')
  const isWaiting = async () =>
    (await shop.sql`select from orders where held_for = 'person'`).length > 0
  const seconds = await waitUntil(shop, isWaiting)
  assert.ok(seconds >= 600 && seconds < 16 * 60, String(seconds))
  const [dispatch] = await listDispatches(shop, id)
  await settleOutside(shop, {
    provider: 'g2bulk',
    reference: dispatch!.reference,
    outcome: 'delivered',
  })
  await waitUntil(
    shop,
    async () => (await shop.sql`select from orders where status = 'completed'`).length > 0,
  )
  const [row] = await shop.sql`select held_for, held_at from orders where id = ${id}`
  assert.deepEqual({ ...row }, { heldFor: null, heldAt: null })
})

// Takes over 20 s: the supplier's own slowness. The test's clock doesn't reach it.
test('a slow but normal Smile.One order does not wait for staff', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'smileone' })
  const done = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'slow'), hasEnded)
  assert.deepEqual(wordsOf(done).slice(2), ['Sent to the game', 'Delivered to your player'])
})
