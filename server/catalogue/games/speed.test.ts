import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import pino from 'pino'
import { findGame } from '#contract/catalogue/catalog.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { CONTENT_CHANNEL } from '#server/platform/db/changes.ts'
import { listen } from '#server/platform/db/listen.ts'
import {
  addJob,
  buyFor,
  hasEnded,
  openDeliveryShop,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { roundSpeed } from './speed.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const silent = pino({ level: 'silent' })

/** Runs the job once more and waits for it. */
async function measureNow(shop: TestShop): Promise<void> {
  const isOver = async () => {
    const [row] = await shop.sql`select from job where name = 'measure-speeds'`
    return row === undefined
  }
  await until('speeds are measured for the first time', isOver)
  await addJob(shop, 'measure-speeds', {})
  await until('speeds are measured', isOver)
}

async function open(t: TestContext, apiName: FullGame['apiName'] = 'unipin') {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const game = await makeGame(admin, { apiName })
  const pack = { game, item: await makeItem(admin, game) }
  const { gameSlug } = pack.game

  /** Inserts an order that was completed this many seconds after it was paid. */
  async function complete(
    seconds: number,
    { daysAgo = 0, byHand = false, item = pack.item } = {},
  ): Promise<void> {
    const at = new Date(Date.now() - daysAgo * DAY_MS - 60 * 60 * 1000)
    const id = await makeOrder(shop.sql, {
      userId: asha.id,
      pack: { game, item },
      status: 'completed',
      at,
    })
    await shop.sql`
      update orders set ended_at = paid_at + make_interval(secs => ${seconds}) where id = ${id}`
    const event = { orderId: id, number: 2, status: 'completed', message: 'Done', createdAt: at }
    await shop.sql`insert into order_event ${shop.sql.values({ ...event, userId: byHand ? admin.id : null })}`
  }

  const readAll = async () => {
    await measureNow(shop)
    return (await shop.visitor.call(findGame, { slug: gameSlug })).data
  }
  const read = async () => (await readAll()).deliverySeconds
  return { shop, admin, game, complete, read, readAll }
}

test('a game shows the median time of its automatic deliveries', async (t) => {
  const { complete, read } = await open(t)
  for (const seconds of [2, 4, 400, 6]) await complete(seconds)
  assert.equal(await read(), null, 'four say nothing')
  for (let count = 0; count < 6; count++) await complete(1, { byHand: true })
  await complete(1, { daysAgo: 31 })
  assert.equal(await read(), null)
  await complete(8)
  assert.equal(await read(), 6)
})

test('each pack shows its own delivery time, if there were enough deliveries', async (t) => {
  const { admin, game, complete, readAll } = await open(t)
  const other = await makeItem(admin, game, { index: 1 })
  for (let count = 0; count < 5; count++) await complete(5)
  for (let count = 0; count < 4; count++) await complete(3_000, { item: other })
  const speeds = async () => {
    const { deliverySeconds, itemId } = await readAll()
    return [deliverySeconds, ...itemId.map((item) => item.deliverySeconds)]
  }
  assert.deepEqual(await speeds(), [5, 5, null])
  await complete(3_000, { item: other })
  assert.deepEqual(await speeds(), [1_800, 5, 3_000])
})

test('a game delivered by staff shows how long they took', async (t) => {
  const { complete, readAll } = await open(t, 'manual')
  for (let count = 0; count < 5; count++) await complete(1_200, { byHand: true })
  const { isDeliveredByHand, deliverySeconds, itemId } = await readAll()
  assert.deepEqual([isDeliveredByHand, deliverySeconds], [true, 1_200])
  assert.equal(itemId[0]!.deliverySeconds, 1_200)
})

test('only the newest hundred deliveries count', async (t) => {
  const { shop, complete, read } = await open(t)
  await complete(500, { daysAgo: 2 })
  await shop.sql`
    insert into orders select (jsonb_populate_record(orders, jsonb_build_object('id', gen_random_uuid(), 'invoice', nth::text))).*
    from orders cross join generate_series(1, 150) nth`
  for (let count = 0; count < 60; count++) await complete(30)
  assert.equal(await read(), 30)
})

test('real deliveries are measured from paid to completed', async (t) => {
  const deliveryShop = await openDeliveryShop(t)
  for (let count = 0; count < 5; count++) {
    const { endedAt, paidAt } = await waitForOrder(
      deliveryShop,
      await buyFor(deliveryShop, 'good'),
      hasEnded,
    )
    assert.ok(endedAt && paidAt)
  }
  await measureNow(deliveryShop.shop)
  const { data } = await deliveryShop.shop.visitor.call(findGame, {
    slug: deliveryShop.game.gameSlug,
  })
  assert.ok(data.deliverySeconds! >= 1 && data.deliverySeconds! <= 20)
})

test('a content change is announced only if something shown has changed', async (t) => {
  const { shop, complete, read } = await open(t)
  for (let count = 0; count < 5; count++) await complete(20)
  let told = 0
  const ears = await listen(shop.databaseUrl, { [CONTENT_CHANNEL]: () => told++ }, silent)
  t.after(() => ears.stop())
  assert.equal(await read(), 20)
  await until('it is told', () => told === 1)
  for (let count = 0; count < 20; count++) await complete(17)
  assert.equal(await read(), 20)
  for (let count = 0; count < 50; count++) await complete(100)
  assert.equal(await read(), 120)
  await until('it is told again', () => told >= 2)
  assert.equal(told, 2)
  await shop.sql`update orders set ended_at = ended_at - interval '40 days', paid_at = paid_at - interval '40 days'`
  assert.equal(await read(), null)
})

test('delivery times are rounded up and worded naturally', () => {
  for (const [seconds, said] of [
    [0, 1],
    [0.4, 1],
    [7.2, 8],
    [10, 10],
    [10.1, 15],
    [59, 60],
    [61, 120],
    [601, 900],
    [3_601, 7_200],
    [90_000, 90_000],
  ] as const)
    assert.equal(roundSpeed(seconds), said, String(seconds))
})
