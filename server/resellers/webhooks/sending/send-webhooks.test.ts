import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import {
  listWebhookDeliveries,
  replayDelivery,
  replayWebhook,
} from '#contract/resellers/webhook-deliveries.ts'
import { editWebhook, listWebhooks } from '#contract/resellers/webhooks.ts'
import { logIn, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { makeReseller } from '#tests/support/resellers/api-clients.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import {
  findDelivery,
  happen,
  listen,
  openClock,
  openReceiver,
  tryNext,
  untilSent,
  verify,
  type Clock,
} from '#tests/support/resellers/webhooks.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

async function openWebhooks(t: TestContext) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  return { shop, clock: openClock(shop), admin, ravi: await makeReseller(shop, admin, {}) }
}

const listDeliveries = async (reseller: Member, id: string, filter = {}) =>
  (await reseller.call(listWebhookDeliveries, { page: 1, limit: 100, search: '', id, ...filter }))
    .data

const findWebhook = async (reseller: Member, id: string) =>
  (await reseller.call(listWebhooks, {})).data.find(({ _id }) => _id === id)!

test('an endpoint that was down for an hour gets every event once, signed, when it is back', async (t) => {
  const { shop, clock, ravi } = await openWebhooks(t)
  const receiver = await openReceiver(t)
  const { id, secret } = await listen(ravi, receiver)
  await receiver.stop()
  const { subjectId } = await happen(shop, ravi)
  await happen(shop, ravi, { subjectId, version: 2, type: 'order.completed' })
  for (let count = 0; count < 10; count += 1) await happen(shop, ravi)
  const begun = clock.now().getTime()
  while (clock.now().getTime() - begun < HOUR) assert.ok(await tryNext(shop, clock))
  await receiver.start()
  while (await tryNext(shop, clock));
  assert.equal(receiver.received.length, 12)
  const events = receiver.received.map((received) => verify(secret, received))
  assert.equal(new Set(events.map((event) => event.id)).size, 12)
  const versions = events.filter(
    ({ id }, index) => receiver.received[index]!.headers['webhook-id'] === id,
  )
  assert.equal(Math.max(...versions.map(({ version }) => version)), 2)
  const again = await logIn(ravi)
  const { deliveries, total } = await listDeliveries(again, id, { state: 'delivered' })
  assert.equal(total, 12)
  assert.ok(deliveries.every(({ attempts }) => attempts >= 4))
  assert.equal((await listDeliveries(again, id, { search: subjectId })).total, 2)
  assert.equal((await listDeliveries(again, id, { type: 'order.completed' })).total, 1)
  assert.equal((await listDeliveries(again, id, { search: 'nonsense' })).total, 0)
  const { failingSince, succeededAt } = await findWebhook(again, id)
  assert.ok(failingSince === null && succeededAt !== null)
})

test('a silent endpoint delays nobody else’s events', async (t) => {
  const { shop, ravi, admin } = await openWebhooks(t)
  const mala = await makeReseller(shop, admin, {})
  const silent = await openReceiver(t, () => null)
  const prompt = await openReceiver(t)
  for (let count = 0; count < 5; count += 1) await listen(ravi, silent)
  await listen(mala, prompt)
  holdTimeouts(t) // until the end of the test, so that nothing waits for the silent ones in vain
  for (let count = 0; count < 40; count += 1) await happen(shop, ravi)
  await until('it is busy with the silent ones', () => silent.received.length >= 20)
  await happen(shop, mala)
  await until('the other has its own', () => prompt.received.length === 1)
  await silent.stop()
})

test('a retry time is respected, and an endpoint that answers 410 is disabled', async (t) => {
  const { shop, clock, ravi } = await openWebhooks(t)
  const busy = await openReceiver(t, () => ({ status: 503, headers: { 'retry-after': '7200' } }))
  const { id } = await listen(ravi, busy)
  await happen(shop, ravi)
  const next = await untilSent(shop, clock)
  const wait = next!.getTime() - clock.now().getTime()
  assert.ok(wait > 2 * HOUR - 60 * SECOND && wait <= 2 * HOUR)
  await ravi.call(editWebhook, { id, isEnabled: false })

  const gone = await openReceiver(t, () => ({ status: 410 }))
  const other = await listen(ravi, gone, { name: 'Gone one' })
  await happen(shop, ravi)
  await shop.inbox.find(ravi.email, /Gone one was disabled/)
  const { isEnabled, disabledFor } = await findWebhook(ravi, other.id)
  assert.deepEqual([isEnabled, disabledFor], [false, 'gone'])
  assert.equal((await findDelivery(ravi, other.id)).state, 'held')
  assert.equal(gone.received.length, 1)
})

test('a webhook that fails for days is reported, then disabled, and its events can be sent again', async (t) => {
  const { shop, clock, ravi } = await openWebhooks(t)
  const receiver = await openReceiver(t, () => ({ status: 500, body: 'out of order' }))
  const { id, secret } = await listen(ravi, receiver)
  const begun = clock.now().getTime()
  const isEnabled = async () => {
    const [row] = await shop.sql`select from webhook_endpoint where id = ${id} and is_enabled`
    return row !== undefined
  }
  let happened = 0
  while (await isEnabled()) {
    assert.ok(clock.now().getTime() - begun < 7 * DAY)
    if (await tryNext(shop, clock)) continue
    await happen(shop, ravi, { now: clock.now() })
    happened += 1
  }
  assert.ok(clock.now().getTime() - begun >= 5 * DAY && happened >= 3)
  await shop.inbox.find(ravi.email, /is failing$/)
  await shop.inbox.find(ravi.email, /was disabled$/)
  const subjects = (await shop.inbox.read(ravi.email)).map(({ subject }) => subject)
  const ofWebhooks = subjects.filter((subject) => subject.startsWith('Your webhook'))
  assert.deepEqual(ofWebhooks, [
    'Your webhook My shop was disabled',
    'Your webhook My shop is failing',
  ])

  await happen(shop, ravi, { now: clock.now() })
  const again = await logIn(ravi)
  const states = (await listDeliveries(again, id)).deliveries.map(({ state }) => state)
  assert.equal(states[0], 'held')
  assert.deepEqual(new Set(states), new Set(['held', 'failed']))
  const failed = (await listDeliveries(again, id, { state: 'failed' })).deliveries[0]!
  assert.deepEqual([failed.attempts, failed.lastAttempt!.answer], [11, 'out of order'])
  const since = new Date(begun - DAY).toISOString()
  assert.equal((await again.call(replayWebhook, { id, since })).code, 'WEBHOOK_DISABLED')

  receiver.answer = () => ({ status: 204 })
  receiver.received.length = 0
  await again.call(editWebhook, { id, isEnabled: true })
  assert.equal((await again.call(replayDelivery, { id: failed._id })).status, 200)
  await until('the one came', () => receiver.received.length === 1)
  assert.equal(verify(secret, receiver.received[0]!).id, failed.eventId)
  const { data } = await again.call(replayWebhook, { id, since })
  assert.equal(data.count, happened) // one was replayed alone, but one more came while the webhook was disabled
  await untilSent(shop, clock)
  const ids = receiver.received.map((received) => verify(secret, received).id)
  assert.equal(new Set(ids).size, happened + 1)
  assert.equal((await listDeliveries(again, id, { state: 'delivered' })).total, happened + 1)

  clock.wait(31 * DAY)
  await until('it is forgotten', async () => {
    const [row] = await shop.sql<[{ count: number }]>`select count(*) from webhook_event`
    return row.count === 0
  })
  assert.equal((await shop.sql`select from webhook_request`).length, 0)
})

test('an event whose node died before recording the send is sent again under the same ID', async (t) => {
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  const clock = openClock(shop)
  const ravi = await makeReseller(shop, await signUpAdmin(shop), {})
  const receiver = await openReceiver(t)
  const { id, secret } = await listen(ravi, receiver)
  receiver.answer = async () => {
    await proxy.cut()
    return {}
  }
  await happen(shop, ravi)
  await until('it cannot be written', () => shop.log.some((line) => line.includes('job failed')))
  receiver.answer = () => ({})
  await proxy.mend()
  await letLeaseRunOut(shop, clock)
  await until('it came again', () => receiver.received.length === 2)
  await untilSent(shop, clock)
  const [first, second] = receiver.received.map((received) => verify(secret, received))
  assert.deepEqual(first, second)
  const delivery = await findDelivery(ravi, id)
  assert.equal(delivery.state, 'delivered')
  const ends = delivery.attemptList.map(({ status, durationMs }) => [status, durationMs !== null])
  assert.deepEqual(ends, [
    [null, false],
    [200, true],
  ])
})

/** Waits out the lease on both the database's clock and the shop's. */
async function letLeaseRunOut({ sql }: TestShop, clock: Clock): Promise<void> {
  await sql`update webhook_endpoint set leased_until = now()`
  clock.wait(31 * SECOND)
}

test('blocked resellers get no events, and a deleted account leaves no events or endpoints', async (t) => {
  const { shop, clock, ravi } = await openWebhooks(t)
  const receiver = await openReceiver(t)
  await listen(ravi, receiver)
  await shop.sql`update users set is_blocked = true where id = ${ravi.id}`
  await happen(shop, ravi)
  clock.wait(10 * SECOND)
  await until('it was looked at', async () => {
    const jobs = await shop.sql`select from job where name in ('send-webhooks', 'look-at-webhooks')`
    return jobs.length === 0
  })
  assert.equal(receiver.received.length, 0)
  await shop.sql`update users set is_blocked = false where id = ${ravi.id}`
  clock.wait(10 * SECOND)
  await until('it came', () => receiver.received.length === 1)
  await ravi.call(deleteUser, {})
  await until('nothing is left', async () => {
    const [row] = await shop.sql<[{ count: number }]>`
      select (select count(*) from webhook_event) + (select count(*) from webhook_endpoint)
        + (select count(*) from webhook_message) as count`
    return row.count === 0
  })
})
