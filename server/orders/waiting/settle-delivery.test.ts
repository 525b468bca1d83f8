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
  openBooth,
  setUp,
  settleOutside,
  untilSo,
  waitUntil,
  wordsOf,
  type Booth,
} from '#tests/support/orders/deliveries.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

const isHeld = ({ heldFor }: { heldFor: string | null }) => heldFor !== null
const NOTE = 'Their support looked it up'

const settle = ({ admin }: Booth, id: string, outcome: 'delivered' | 'refused') =>
  admin.call(settleDelivery, { id, outcome, note: NOTE })
const edit = ({ admin }: Booth, id: string, status: 'completed' | 'failed' | 'refunded') =>
  admin.call(editOrder, { id, status, note: '', reference: '' })
const waiting = async ({ admin }: Booth) => (await admin.call(listWaiting, {})).data.waiting

test('a dispatch that Smile.One never answers waits for staff, who deliver or refund it', async (t) => {
  const booth = await openBooth(t, { provider: 'smileone' })
  const { shop, asha } = booth
  const first = await buyFor(booth, 'lostAndDelivered')
  assert.equal((await untilSo(booth, first, isHeld)).heldFor, 'person')
  const second = await buyFor(booth, 'lostAndRefused')
  assert.equal((await untilSo(booth, second, isHeld)).heldFor, 'person')
  const list = await waiting(booth)
  assert.deepEqual(
    list.map(({ order, why, parcels: [dispatch] }) => [order._id, why, dispatch!.state]),
    [first, second].map((id) => [id, 'unknown', 'sent']),
  )
  assert.equal(
    (await asha.call(settleDelivery, { id: first, outcome: 'delivered', note: NOTE })).status,
    403,
  )
  assert.equal((await asha.call(listWaiting, {})).status, 403)

  assert.equal((await settle(booth, first, 'delivered')).data.status, 'completed')
  assert.equal((await settle(booth, second, 'refused')).data.status, 'failed')
  for (const id of [first, second]) {
    assert.equal((await settle(booth, id, 'refused')).code, 'NOT_HELD')
    assert.equal((await readOrder(asha, id)).heldFor, null)
  }
  assert.deepEqual(await waiting(booth), [])
  assert.equal(await balanceOf(booth), 900_00)
  const actions = await listActions(shop)
  assert.match(JSON.stringify(actions), new RegExp(NOTE))
  assert.ok(!JSON.stringify(await readOrder(asha, first)).includes(NOTE))
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('nobody can end an order whose dispatch may still arrive, and late news never overrules a decision of staff', async (t) => {
  const booth = await openBooth(t, { provider: 'g2bulk' })
  const { shop } = booth
  const id = await buyFor(booth, 'pending')
  await until(
    'it is pending',
    async () => (await shop.sql`select from dispatch where is_pending`).length > 0,
  )
  for (const status of ['completed', 'failed', 'refunded'] as const) {
    const { status: answered, message } = await edit(booth, id, status)
    assert.deepEqual([answered, /settle the delivery/.test(message)], [409, true])
  }
  const { data } = await settle(booth, id, 'refused')
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
  const booth = await openBooth(t, { provider: 'unipin' })
  const down = await buyFor(booth, 'down')
  await untilSo(booth, down, (order) =>
    wordsOf(order).includes('We can’t reach the game right now. We keep trying'),
  )
  assert.equal((await edit(booth, down, 'refunded')).data.status, 'refunded')
  const wrong = await buyFor(booth, 'unknown')
  assert.equal((await untilSo(booth, wrong, isHeld)).heldFor, 'player')
  assert.deepEqual(
    [(await edit(booth, wrong, 'failed')).data.heldFor, await balanceOf(booth)],
    [null, 1_000_00],
  )
  await waitUntil(
    booth.shop,
    async () => (await booth.shop.sql`select from job where name like '%dispatch'`).length === 0,
  )
  const dispatches = [
    ...(await listDispatches(booth.shop, down)),
    ...(await listDispatches(booth.shop, wrong)),
  ]
  assert.deepEqual(
    dispatches.map(({ state }) => state),
    ['refused', 'refused'],
  )
  assert.deepEqual(await listDelivered(booth.shop), [])
})

test('a pack that was refused in part waits for staff', async (t) => {
  const booth = await openBooth(t, { provider: 'unipin', pack: { serviceId: '1001&none' } })
  const id = await buyFor(booth, 'good')
  const held = await untilSo(booth, id, isHeld)
  assert.deepEqual([held.heldFor, held.status], ['person', 'processing'])
  const [waits] = await waiting(booth)
  assert.deepEqual(
    [waits!.why, waits!.parcels.map(({ state }) => state)],
    ['part', ['delivered', 'refused']],
  )
  assert.equal((await edit(booth, id, 'failed')).status, 409)
  assert.equal((await settle(booth, id, 'refused')).data.paymentStatus, 'refunded')
  assert.equal(await balanceOf(booth), 1_000_00)
})

test('an order without supplier or product, or one for manual delivery, waits for staff', async (t) => {
  const booth = await openBooth(t, {
    provider: 'seagm',
    env: { SEAGM_UID: '', SEAGM_SECRET_KEY: '' },
  })
  const { admin, shop } = booth
  const nobody = await buyFor(booth, 'good')
  await untilSo(booth, nobody, isHeld)
  const empty = {
    ...booth,
    ...(await setUp(booth, 'unipin', { serviceId: '' })),
    provider: 'unipin',
  } as const
  const nothing = await buyFor(empty, 'good')
  await untilSo(booth, nothing, isHeld)
  const game = await makeGame(admin)
  const byHand = await buyFor({ ...booth, game, item: await makeItem(admin, game) }, 'good')
  assert.deepEqual(
    (await waiting(booth)).map(({ order, why }) => [order._id, why]),
    [
      [nobody, 'no source'],
      [nothing, 'no source'],
      [byHand, 'manual'],
    ],
  )
  assert.equal((await edit(booth, byHand, 'completed')).status, 200)
  assert.equal((await settle(booth, nobody, 'delivered')).data.status, 'completed')
  assert.equal((await edit(booth, nothing, 'failed')).status, 200)
  assert.ok(hasEnded(await readOrder(booth.asha, nothing)))
  assert.equal((await shop.sql`select from dispatch`).length, 0)
})

test('a dispatch unconfirmed for half an hour waits for staff, and is still checked', async (t) => {
  const booth = await openBooth(t, {
    provider: 'g2bulk',
    env: { DELIVERY_ATTENTION_MINUTES: '10' },
  })
  const { shop } = booth
  const id = await buyFor(booth, 'pending')
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

test('a slow but normal Smile.One order does not wait for staff', async (t) => {
  const booth = await openBooth(t, { provider: 'smileone' })
  const done = await untilSo(booth, await buyFor(booth, 'slow'), hasEnded)
  assert.deepEqual(wordsOf(done).slice(2), ['Sent to the game', 'Delivered to your player'])
})
