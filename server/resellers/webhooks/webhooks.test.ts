import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  getWebhookDelivery,
  listApiEvents,
  listWebhookDeliveries,
  replayDelivery,
  replayWebhook,
  testWebhook,
} from '#contract/resellers/webhook-deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhookSecret,
  listWebhooks,
  renewWebhookSecret,
  WEBHOOKS_MAX,
} from '#contract/resellers/webhooks.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { makeReseller } from '#tests/support/resellers/api-clients.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import {
  findDelivery,
  happen,
  listen,
  openClock,
  openReceiver,
  verify,
} from '#tests/support/resellers/webhooks.ts'

const FIRST = { page: 1, limit: 10, search: '' }
const UNUSED_ADDRESS = { url: 'http://127.0.0.1:9999/hooks' }

async function openWebhooks(t: TestContext) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const ravi = await makeReseller(shop, admin, {})
  return { shop, admin, ravi, clock: openClock(shop) }
}

test('webhooks', async (t) => {
  const { shop, admin, ravi, clock } = await openWebhooks(t)

  await t.test(
    'each event goes to the endpoints that subscribed, signed by the standard',
    async (t) => {
      const [all, some, tests] = [
        await openReceiver(t),
        await openReceiver(t),
        await openReceiver(t),
      ]
      const whole = await listen(ravi, all)
      const part = await listen(ravi, some, { events: ['order.completed', 'order.refunded'] })
      const trial = await listen(ravi, tests, { isTest: true })
      const data = { _id: 'x', price: 1.5, words: '“₹” \u2028 ok', nested: { 2: 'b', 1: 'a' } }
      const { subjectId } = await happen(shop, ravi, { data })
      await happen(shop, ravi, { subjectId, type: 'order.completed', version: 2 })
      await happen(shop, ravi, { subjectId, type: 'order.refunded', version: 2 }) // this version was already recorded
      await happen(shop, ravi, { isTest: true })
      await until(
        'all came',
        () => all.received.length + some.received.length + tests.received.length === 4,
      )
      const received = all.received.find(({ event }) => event.version === 1)!
      const event = verify(whole.secret, received)
      assert.equal(received.headers['webhook-id'], event.id)
      assert.equal(received.headers['content-type'], 'application/json')
      assert.deepEqual(
        { ...event, id: '', createdAt: '' },
        {
          id: '',
          type: 'order.processing',
          createdAt: '',
          isTest: false,
          version: 1,
          data,
        },
      )
      assert.ok(Math.abs(Date.parse(event.createdAt) - Date.now()) < 60_000)
      assert.equal(verify(part.secret, some.received[0]!).type, 'order.completed')
      assert.equal(verify(trial.secret, tests.received[0]!).isTest, true)
      assert.throws(() => verify(part.secret, received), /No matching signature/)
      assert.throws(() => verify(whole.secret, { ...received, body: `${received.body} ` }))
      await until(
        'it is written down',
        async () => (await findDelivery(ravi, whole.id)).state === 'delivered',
      )
      const delivery = await findDelivery(ravi, whole.id)
      assert.equal(
        delivery.body,
        all.received.find(({ event }) => event.id === delivery.eventId)!.body,
      )
      const { status, answer, error, durationMs } = delivery.attemptList[0]!
      assert.deepEqual([status, answer, error], [200, 'thanks', null])
      assert.ok(durationMs !== null)
      for (const { id } of [whole, part, trial]) await ravi.call(deleteWebhook, { id })
      const { data: list } = await ravi.call(listApiEvents, { ...FIRST, search: subjectId })
      assert.deepEqual(
        list.events.map(({ version }) => version),
        [2, 1],
      )
    },
  )

  await t.test(
    'a test event reports the endpoint’s answer, even while it is disabled',
    async (t) => {
      const receiver = await openReceiver(t)
      const { id, secret } = await listen(ravi, receiver)
      const { data: good } = await ravi.call(testWebhook, { id })
      assert.deepEqual([good.state, good.lastAttempt!.status], ['delivered', 200])
      assert.deepEqual(verify(secret, receiver.received[0]!).data, {
        webhookId: id,
        name: 'My shop',
      })
      receiver.answer = () => ({ status: 500, body: `no\0 ${'x'.repeat(5_000)}` })
      await ravi.call(editWebhook, { id, isEnabled: false })
      const { data: bad } = await ravi.call(testWebhook, { id })
      assert.deepEqual(
        [bad.state, bad.attempts, bad.lastAttempt!.error],
        ['failed', 1, 'It answered 500'],
      )
      assert.equal(bad.lastAttempt!.answer, `no\ufffd ${'x'.repeat(1_020)}`)
      await receiver.stop()
      const { data: none } = await ravi.call(testWebhook, { id })
      assert.match(none.lastAttempt!.error!, /refused/)
      await ravi.call(deleteWebhook, { id })
      assert.equal((await ravi.call(getWebhookDelivery, { id: good._id })).code, 'NO_SUCH_DELIVERY')
    },
  )

  await t.test('nobody reads, changes or sends another reseller’s webhooks', async (t) => {
    const receiver = await openReceiver(t)
    const mala = await makeReseller(shop, admin, {})
    const { id } = await listen(ravi, receiver)
    await happen(shop, ravi)
    await until('it came', () => receiver.received.length === 1)
    const { _id: delivery } = await findDelivery(ravi, id)
    const tries = [
      mala.call(editWebhook, { id, isEnabled: false }),
      mala.call(deleteWebhook, { id }),
      mala.call(getWebhookSecret, { id }),
      mala.call(renewWebhookSecret, { id }),
      mala.call(testWebhook, { id }),
      mala.call(listWebhookDeliveries, { id, ...FIRST }),
      mala.call(replayWebhook, { id, since: new Date(0).toISOString() }),
      mala.call(getWebhookDelivery, { id: delivery }),
      mala.call(replayDelivery, { id: delivery }),
    ]
    for (const { status } of await Promise.all(tries)) assert.equal(status, 404)
    assert.deepEqual((await mala.call(listWebhooks, {})).data, [])
    assert.equal((await mala.call(listApiEvents, FIRST)).data.total, 0)
    assert.equal(receiver.received.length, 1)
    await ravi.call(deleteWebhook, { id })
  })

  await t.test('an invalid or private address is refused with a reason', async () => {
    const refused: [url: string, words: RegExp][] = [
      ['ftp://example.com/', /starts with/],
      ['example.com', /starts with/],
      ['https://me:secret@example.com/', /password/],
      ['https://example.com/#a', /#/],
      ['https://example.com:22/', /port 80/],
      ['http://10.0.0.1/', /public/],
      ['http://[fe80::1]/', /public/],
      ['http://0xa9fea9fe/', /public/], // 169.254.169.254
    ]
    for (const [url, words] of refused) {
      const answer = await ravi.call(createWebhook, { name: 'A', url, events: [], isTest: false })
      assert.equal(answer.code, 'WEBHOOK_URL_REFUSED', url)
      assert.match(answer.message, words, url)
    }
  })

  await t.test(
    `a reseller has at most ${WEBHOOKS_MAX} webhooks, however many are created at once`,
    async () => {
      const mani = await makeReseller(shop, admin, {})
      const input = { name: 'A', events: [], isTest: false, ...UNUSED_ADDRESS }
      const all = await Promise.all(
        Array.from({ length: 15 }, () => mani.call(createWebhook, input)),
      )
      assert.equal(all.filter(({ status }) => status === 200).length, WEBHOOKS_MAX)
      assert.equal(all.filter(({ code }) => code === 'TOO_MANY_WEBHOOKS').length, 5)
      assert.equal((await mani.call(listWebhooks, {})).data.length, WEBHOOKS_MAX)
    },
  )

  await t.test('an unreadable secret signs nothing until it is renewed', async (t) => {
    const receiver = await openReceiver(t)
    const kavi = await makeReseller(shop, admin, {})
    const { id } = await listen(kavi, receiver)
    await shop.sql`update webhook_endpoint set sealed = '\\x00112233445566778899aabbccddeeff00112233445566778899' where id = ${id}`
    assert.equal((await kavi.call(getWebhookSecret, { id })).code, 'WEBHOOK_SECRET_LOST')
    const { data } = await kavi.call(testWebhook, { id })
    assert.match(data.lastAttempt!.error!, /secret is lost/)
    const { data: renewed } = await kavi.call(renewWebhookSecret, { id })
    await kavi.call(testWebhook, { id })
    verify(renewed.secret, receiver.received[0]!)
    assert.equal(receiver.received[0]!.headers['webhook-signature']!.split(' ').length, 1)
  })

  await t.test('a new secret signs beside the old one for a day, then alone', async (t) => {
    const receiver = await openReceiver(t)
    const { id, secret: old } = await listen(ravi, receiver)
    const { data } = await ravi.call(renewWebhookSecret, { id })
    assert.match(data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal((await ravi.call(getWebhookSecret, { id })).data.secret, data.secret)
    await happen(shop, ravi)
    await until('it came', () => receiver.received.length === 1)
    for (const secret of [old, data.secret]) verify(secret, receiver.received[0]!)
    clock.wait(24 * 3_600 * 1_000)
    await happen(shop, ravi)
    await until('another came', () => receiver.received.length === 2)
    verify(data.secret, receiver.received[1]!)
    assert.throws(() => verify(old, receiver.received[1]!))
    const [sealed] = await shop.sql<[{ text: string }]>`
      select encode(sealed, 'escape') || encode(old_sealed, 'escape') as text from webhook_endpoint where id = ${id}`
    assert.ok(!sealed.text.includes(data.secret.slice(6)) && !sealed.text.includes(old.slice(6)))
  })
})
