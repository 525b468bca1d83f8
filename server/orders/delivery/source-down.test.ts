import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import {
  buyFor,
  hasEnded,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  waitForOrder,
  wordsOf,
} from '#tests/support/orders/deliveries.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { alsoFrom, booksOf, openTwo, statesOf } from '#tests/support/catalogue/sources.ts'
import { until } from '#tests/support/shop/wait.ts'

const ELSEWHERE = 'That delivery didn’t work. We’re trying another way'

test('a supplier that is down, or has no balance left, is skipped at once', async (t) => {
  const deliveryShop = await openTwo(t)
  const { shop, admin } = deliveryShop
  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  const away = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.deepEqual(await statesOf(deliveryShop, away._id), [
    'unipin 1 1 down',
    'g2bulk 2 1 delivered',
  ])
  const asked = await listDispatches(shop, away._id)
  assert.deepEqual(
    asked.map(({ tries }) => tries),
    [1, 1],
  )
  await mendOutside(shop)

  const leave = (dollars: number) =>
    fetch(`${shop.sandboxUrl}/dispatches/credit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'unipin', dollars }),
    })
  await leave(0)
  const short = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.deepEqual(await statesOf(deliveryShop, short._id), [
    'unipin 1 1 balance',
    'g2bulk 2 1 delivered',
  ])
  const { data: alerts } = await admin.call(listAlerts, {})
  assert.ok(
    alerts.some(({ words }) =>
      words.startsWith('UniPin refused an order because the balance is too low'),
    ),
  )
  const known = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  const [dispatch, ...more] = await listDispatches(shop, known._id)
  assert.equal(dispatch!.chosen, 'G2Bulk: the next of 2. UniPin skipped: balance too low there')
  assert.deepEqual(more, [])
  assert.deepEqual(await booksOf(deliveryShop), ['g2bulk 1001', 'g2bulk 1001', 'g2bulk 1001'])
})

test('when every supplier is down the last one is retried, and that counts as one failure', async (t) => {
  const deliveryShop = await openTwo(t, '1001', [alsoFrom('smileone')])
  const { shop } = deliveryShop
  for (const target of ['unipin', 'smileone']) await breakOutside(shop, { target, kind: 'error' })
  const id = await buyFor(deliveryShop, 'good')
  const waitsAfter = (tries: number) =>
    until(`it waits after ${tries}`, async () => {
      const [, last] = await listDispatches(shop, id)
      return last?.state === 'ready' && last.tries === tries
    })
  await waitsAfter(1)
  shop.wait(7_000)
  await waitsAfter(2)
  const failed = await shop.sql<{ failures: number }[]>`select failures from supplier_health`
  assert.deepEqual(
    failed.map(({ failures }) => failures),
    [1, 1],
  )
  await mendOutside(shop)
  shop.wait(13_000)
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual(await statesOf(deliveryShop, id), ['unipin 1 1 down', 'smileone 2 1 delivered'])
  assert.deepEqual(wordsOf(done).slice(2), [
    'Sent to the game',
    ELSEWHERE,
    'Sent to the game',
    'We can’t reach the game right now. We keep trying',
    'Delivered to your player',
  ])
})

test('a supplier that fails five orders is paused until a test request succeeds', async (t) => {
  const deliveryShop = await openTwo(t)
  const { shop, admin } = deliveryShop
  const other = await shop.openNode()
  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  for (let failed = 0; failed < 5; failed += 1)
    await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  const wordsOfAlerts = async () => {
    const { data } = await admin.call(listAlerts, {})
    return data.map(({ words }) => words)
  }
  assert.deepEqual(await wordsOfAlerts(), [
    'UniPin is down. Its orders go to other sources, or wait',
  ])
  await mendOutside(shop)
  const spared = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.deepEqual(await statesOf(deliveryShop, spared._id), ['g2bulk 1 1 delivered'])
  const [dispatch] = await listDispatches(shop, spared._id)
  assert.match(dispatch!.chosen, /^G2Bulk: the next of 2\. UniPin skipped: down since \d\d:\d\d$/)
  for (const node of [shop, other]) node.wait(31_000)
  const tried = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.deepEqual(await statesOf(deliveryShop, tried._id), ['unipin 1 1 delivered'])
  assert.deepEqual(await wordsOfAlerts(), [])
})

test('orders without another supplier wait while theirs is down, and none becomes unknown', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'smileone' }) // Smile.One cannot be asked about an order
  const { shop, asha } = deliveryShop
  await breakOutside(shop, { target: 'smileone', kind: 'error' })
  const ids: string[] = []
  for (let failed = 0; failed < 5; failed += 1) ids.push(await buyFor(deliveryShop, 'good'))
  await until('it is left alone', async () => {
    const rows = await shop.sql`select from supplier_health where opened_at is not null`
    return rows.length === 1
  })
  await mendOutside(shop)
  ids.push(await buyFor(deliveryShop, 'good'))
  await until('it waits', async () => (await readOrder(asha, ids[5]!)).timeline.length > 2)
  assert.deepEqual(
    (await listDispatches(shop, ids[5]!)).map(({ state, tries }) => [state, tries]),
    [['ready', 0]],
  )
  for (let waited = 0; waited < 4; waited += 1) {
    shop.wait(25_000)
    await until('all has been tried whose time has come', async () => {
      const rows = await shop.sql`
        select from job where name = 'send-dispatch'
          and run_at <= now() + ${waited + 1} * interval '25 seconds'`
      return rows.length === 0
    })
  }
  for (const id of ids) assert.equal((await readOrder(asha, id)).status, 'completed')
  assert.equal((await listDelivered(shop)).length, 6)
})
