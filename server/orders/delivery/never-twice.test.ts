import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editOrder } from '#contract/orders/orders.ts'
import {
  addJob,
  balanceOf,
  buyFor,
  countJobsOf,
  hasEnded,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  waitForOrder,
  waitUntil,
  wordsOf,
  type DeliveryShop,
} from '#tests/support/orders/deliveries.ts'
import { makeBuyer, order } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { until } from '#tests/support/shop/wait.ts'

const untilNoJobs = ({ shop }: DeliveryShop) =>
  until('no job is left', async () => (await countJobsOf(shop)) === 0)

const idOfDispatch = async ({ shop: { sql } }: DeliveryShop, orderId: string): Promise<string> => {
  const [row] = await sql<[{ id: string }]>`select id from dispatch where order_id = ${orderId}`
  return row.id
}

test('jobs that run many times at once on two nodes deliver each order once', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'unipin', pack: { quantity: null } })
  const { shop, game, item } = deliveryShop
  await shop.openNode()
  const buyer = await makeBuyer(shop, game, { INR: 20 * 100_00 })
  const placed = await Promise.all(Array.from({ length: 20 }, () => order(buyer, { item })))
  const ids = placed.map(({ data }) => data._id)
  await Promise.all(
    ids.flatMap((orderId) => [1, 2].map(() => addJob(shop, 'deliver-order', { orderId }))),
  )
  const dispatches = await shop.sql<{ id: string }[]>`select id from dispatch`
  for (const { id: dispatchId } of dispatches)
    await Promise.all([
      addJob(shop, 'send-dispatch', { dispatchId }),
      addJob(shop, 'send-dispatch', { dispatchId }),
      addJob(shop, 'trace-dispatch', { dispatchId, hints: 0 }),
    ])
  await untilNoJobs(deliveryShop)
  const rows = await shop.sql<{ status: string }[]>`select status from orders`
  assert.deepEqual([...new Set(rows.map(({ status }) => status))], ['completed'])
  assert.equal((await listDelivered(shop)).length, 20)
  for (const orderId of ids) assert.equal((await listDispatches(shop, orderId)).length, 1)
})

test('after a lost reply the shop asks for the outcome and sends nothing again', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk' })
  const { shop } = deliveryShop
  await breakOutside(shop, { target: 'g2bulk', kind: 'drop-reply' })
  const id = await buyFor(deliveryShop, 'good')
  const lost = 'The game hasn’t confirmed yet. We keep checking'
  await waitForOrder(deliveryShop, id, (order) => wordsOf(order).includes(lost))
  await mendOutside(shop)
  await waitUntil(shop, async () => (await countEnded(deliveryShop)) === 1)
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual(wordsOf(done).slice(2), ['Sent to the game', lost, 'Delivered to your player'])
  const [dispatch] = await listDispatches(shop, id)
  assert.deepEqual([dispatch!.tries, (await listDelivered(shop)).length], [1, 1])
})

test('an order is delivered once, even if its node dies just before or after the request', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'unipin' })
  const { shop } = deliveryShop
  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  const [before, later] = [await buyFor(deliveryShop, 'good'), await buyFor(deliveryShop, 'good')]
  for (const id of [before, later])
    await until('it waits for another try', async () => {
      const [dispatch] = await listDispatches(shop, id)
      return dispatch?.state === 'ready' && dispatch.tries === 1
    })
  await mendOutside(shop)
  // The dispatch of `before` is marked as sent but never was. That of `later` is retried as usual.
  const { sql } = shop
  await sql`delete from job where payload ->> 'dispatchId' = ${await idOfDispatch(deliveryShop, before)}`
  await sql`
    update dispatch set state = 'sent', sent_at = now(), trace_at = now() + interval '5 seconds'
    where order_id = ${before}`
  await waitUntil(shop, async () => (await countEnded(deliveryShop)) === 2)
  for (const orderId of [before, later]) {
    const dispatchId = await idOfDispatch(deliveryShop, orderId)
    await addJob(shop, 'deliver-order', { orderId })
    await addJob(shop, 'send-dispatch', { dispatchId })
    await addJob(shop, 'trace-dispatch', { dispatchId, hints: 0 })
  }
  await untilNoJobs(deliveryShop)
  const delivered = (await listDelivered(shop)).map(({ reference }) => reference)
  const sent = await Promise.all(
    [before, later].map(async (id) => (await listDispatches(shop, id))[0]!),
  )
  assert.deepEqual(delivered.toSorted(), sent.map(({ reference }) => reference).toSorted())
  assert.equal(await balanceOf(deliveryShop), 800_00)
})

const countEnded = async ({ shop: { sql } }: DeliveryShop): Promise<number> => {
  const [row] = await sql<
    [{ count: number }]
  >`select count(*) from orders where ended_at is not null`
  return row.count
}

test('the second product of a pack is sent after the first, and never after a refusal', async (t) => {
  const deliveryShop = await openDeliveryShop(t, {
    provider: 'unipin',
    pack: { serviceId: '1001&1002' },
  })
  const { shop } = deliveryShop
  const whole = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  assert.deepEqual(wordsOf(whole).slice(2), [
    'Sent to the game',
    '1 of 2 parts delivered to your player',
    'Delivered to your player',
  ])
  const dispatches = await listDispatches(shop, whole._id)
  assert.deepEqual(
    (await listDelivered(shop)).map(({ serviceId, reference }) => [serviceId, reference]),
    [
      ['1001', dispatches[0]!.reference],
      ['1002', dispatches[1]!.reference],
    ],
  )
  const none = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'refused'), hasEnded)
  assert.equal(none.status, 'failed')
  assert.deepEqual(
    (await listDispatches(shop, none._id)).map(({ reason, tries }) => [reason, tries]),
    [
      ['other', 1],
      ['not wanted', 0],
    ],
  )
  assert.equal(await balanceOf(deliveryShop), 900_00)
})

test('an order refunded by staff while it is being sent is refunded or delivered, never both', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk' })
  const { shop, admin } = deliveryShop
  const ids: string[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const id = await buyFor(deliveryShop, 'good')
    if (turn % 3 > 0)
      await until('it is somewhere on its way', async () => {
        const [dispatch] = await listDispatches(shop, id)
        return turn % 3 === 1 ? dispatch !== undefined : (dispatch?.tries ?? 0) > 0
      })
    await admin.call(editOrder, { id, status: 'refunded', note: '', reference: '' })
    ids.push(id)
  }
  await untilNoJobs(deliveryShop)
  const rows = await shop.sql<{ id: string; status: string; reference: string | null }[]>`
    select orders.id, status, reference from orders left join dispatch on order_id = orders.id`
  const delivered = new Set((await listDelivered(shop)).map(({ reference }) => reference))
  // A completed order may be refunded afterwards: an administrator may give away a delivered pack.
  const events = await shop.sql<{ orderId: string }[]>`
    select order_id from order_event where status = 'completed'`
  const completed = new Set(events.map(({ orderId }) => orderId))
  assert.equal(rows.length, ids.length)
  for (const { id, reference } of rows)
    assert.equal(completed.has(id), reference !== null && delivered.has(reference))
})
