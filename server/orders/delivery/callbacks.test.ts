import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { listSuppliers } from '#contract/catalogue/suppliers/suppliers.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { DIGIFLAZZ } from '#connectors/suppliers/digiflazz/twin/credentials.ts'
import { SEAGM } from '#connectors/suppliers/seagm/twin/credentials.ts'
import { hmacSha256 } from '#connectors/request-json.ts'
import { deriveKeys } from '#server/platform/config/secrets.ts'
import { callbackUrlOf } from '#server/suppliers/accounts/callbacks.ts'
import {
  buyFor,
  countJobsOf,
  hasEnded,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  addSuppliedGame,
  settleOutside,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import { hurryJobs } from '#tests/support/money/payments.ts'
import { signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const RECEIVED = '{"success":true,"message":"","data":null}'
const DIGIFLAZZ_BODY = '{"data":{"ref_id":"DNOBODY"}}'

function signSeagm(fields: Record<string, string>) {
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return { ...fields, signature: hmacSha256(SEAGM.secretKey, text.toSorted().join('&')) }
}

const secret = () => randomBytes(33).toString('base64')

/** Callback URL that a shop with this secret gives to a supplier. */
const addressAt = ({ url }: TestShop, provider: string, secret: string): string => {
  const ctx = { config: { publicUrl: url }, keys: deriveKeys([secret]) }
  return callbackUrlOf(ctx as Parameters<typeof callbackUrlOf>[0], provider)
}

async function post(address: string, body: object | string) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

test('a callback makes the shop ask the supplier at once, and three callbacks make one delivery', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk' })
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'pending')
  await until(
    'it is pending',
    async () => (await listDispatches(shop, id))[0]?.providerOrderId != null,
  )
  const [dispatch] = await listDispatches(shop, id)
  // Without a callback, the next question would come a day later.
  await shop.sql`update job set run_at = now() + interval '1 day' where name = 'trace-dispatch'`
  await settleOutside(shop, { ...dispatch!, outcome: 'delivered' })
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.equal(done.status, 'completed')
  const thrice = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'callbacks'), hasEnded)
  assert.equal(thrice.timeline.filter(({ status }) => status === 'completed').length, 1)
  assert.equal((await listDelivered(shop)).length, 2)
})

test('a callback alone proves nothing, and one with a forged secret is ignored', async (t) => {
  const [older, newer] = [secret(), secret()]
  const deliveryShop = await openDeliveryShop(t, {
    provider: 'g2bulk',
    env: { SECRET: `${newer},${older}` },
  })
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'pending')
  await until(
    'it is pending',
    async () => (await listDispatches(shop, id))[0]?.providerOrderId != null,
  )
  const { reference, providerOrderId } = (await listDispatches(shop, id))[0]!
  const lie = { order_id: Number(providerOrderId), remark: reference, status: 'COMPLETED' }
  for (const address of [
    addressAt(shop, 'g2bulk', secret()),
    addressAt(shop, 'g2bulk', newer).slice(0, -1),
    addressAt(shop, 'unipin', newer),
    addressAt(shop, 'manual', newer),
    addressAt(shop, 'nobody', newer),
  ])
    assert.deepEqual(await post(address, lie), [404, 'NO_SUCH_PROVIDER'])
  await until('no question is open', async () => (await countJobsOf(shop)) === 0)

  const address = addressAt(shop, 'g2bulk', newer)
  assert.deepEqual(await post(address, 'nonsense'), [401, 'BAD_SIGNATURE'])
  assert.deepEqual(await post(address, { order_id: 1, remark: 'DNOBODY' }), [200, undefined])
  assert.equal(await countJobsOf(shop), 0)
  for (const known of [addressAt(shop, 'g2bulk', older), address, address])
    assert.deepEqual(await post(known, lie), [200, undefined])
  const { heldFor, status } = await waitForOrder(deliveryShop, id, () => true)
  assert.deepEqual([status, heldFor, await listDelivered(shop)], ['processing', null, []])
})

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

const sourcesOf = async (person: Person) => (await person.call(listSuppliers, {})).data.providers

/** A callback of each supplier, signed if the supplier signs, and the answer that it accepts as received. */
const MESSAGES = {
  seagm: {
    body: form(signSeagm({ id: '5001', mch_order_id: 'DNOBODY', status_code: '10003' })),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    answer: ['text/plain; charset=utf-8', 'success'],
  },
  moogold: {
    body: JSON.stringify({ status: 'completed', order_id: '5001' }),
    headers: { 'content-type': 'application/json' },
    answer: ['application/json; charset=utf-8', '{"status":"success"}'],
  },
  digiflazz: {
    body: DIGIFLAZZ_BODY,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature': `sha1=${createHmac('sha1', DIGIFLAZZ.webhookSecret).update(DIGIFLAZZ_BODY).digest('hex')}`,
    },
    answer: ['application/json; charset=utf-8', RECEIVED],
  },
  g2bulk: {
    body: JSON.stringify({ order_id: 5001, remark: 'DNOBODY' }),
    headers: { 'content-type': 'application/json' },
    answer: ['application/json; charset=utf-8', RECEIVED],
  },
  lapakgaming: {
    body: form({ tid: 'RA5001', partner_reference_id: 'DNOBODY' }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    answer: ['application/json; charset=utf-8', RECEIVED],
  },
}

test('each supplier’s callback gets the reply it expects, and only administrators see its address', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const staff = await signUp(shop, 'Sita Staff')
  await proveEmail(shop, staff)
  await admin.call(editUserAsAdmin, { id: staff.id, role: 'staff', rights: ['catalogue'] })
  assert.ok((await sourcesOf(staff)).every(({ callbackUrl }) => callbackUrl === null))
  const sources = await sourcesOf(admin)
  const silent = sources.filter(({ callbackUrl }) => callbackUrl === null).map(({ name }) => name)
  assert.deepEqual(silent, ['smileone', 'unipin', 'manual'])
  assert.ok(sources.every(({ lastCallbackAt }) => lastCallbackAt === null))

  for (const [name, { body, headers, answer }] of Object.entries(MESSAGES)) {
    const address = sources.find((source) => source.name === name)!.callbackUrl!
    const response = await fetch(address, { method: 'POST', headers, body })
    const reply = [response.headers.get('content-type'), await response.text()]
    assert.deepEqual([response.status, ...reply], [200, ...answer], name)
  }
  const heard = (await sourcesOf(staff)).filter(({ lastCallbackAt }) => lastCallbackAt !== null)
  const names = heard.map(({ name }) => name)
  assert.deepEqual(names, Object.keys(MESSAGES).toSorted())
  const wrong = sources.find(({ name }) => name === 'seagm')!.callbackUrl!
  assert.deepEqual(await post(wrong, { id: 1, signature: 'no' }), [401, 'BAD_SIGNATURE'])
  const secrets = sources.flatMap(({ callbackUrl }) => callbackUrl?.split('/').at(-1) ?? [])
  assert.ok(!shop.log.some((line) => secrets.some((one) => line.includes(one))))
})

type Try = { provider: string; number: number; isTaken: boolean }

async function listTries({ sandboxUrl }: TestShop): Promise<Try[]> {
  return (await (await fetch(`${sandboxUrl}/dispatches/callbacks`)).json()) as Try[]
}

const register = ({ sandboxUrl }: TestShop, there: { provider: string; url: string; as: string }) =>
  fetch(`${sandboxUrl}/dispatches/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(there),
  })

test('SEAGM and MooGold accept the callback address shown to administrators at the first try', async (t) => {
  const { shop, admin, asha, ...packShop } = await openDeliveryShop(t, { provider: 'seagm' })
  const moogold = await addSuppliedGame({ shop, admin }, 'moogold')
  const { data } = await admin.call(listSuppliers, {})
  for (const [provider, as, { game, item }] of [
    ['seagm', 'form', packShop],
    ['seagm', 'json', packShop],
    ['moogold', 'json', moogold],
  ] as const) {
    const url = data.providers.find(({ name }) => name === provider)!.callbackUrl!
    await register(shop, { provider, url, as })
    const deliveryShop = { shop, admin, asha, game, item, provider }
    const id = await buyFor(deliveryShop, 'pending')
    await until('it is pending', async () =>
      Boolean((await listDispatches(shop, id))[0]?.providerOrderId),
    )
    const { reference } = (await listDispatches(shop, id))[0]!
    const before = (await listTries(shop)).length
    await settleOutside(shop, { provider, reference, outcome: 'delivered' })
    assert.equal((await waitForOrder(deliveryShop, id, hasEnded)).status, 'completed')
    await until('it was answered', async () => (await listTries(shop)).length > before)
    const tries = (await listTries(shop)).slice(before)
    assert.deepEqual(
      tries.map((one) => [one.provider, one.number, one.isTaken]),
      [[provider, 1, true]],
    )
  }
})

test('a flood of callbacks for one dispatch causes a few requests and leaves no rows', async (t) => {
  const known = secret()
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk', env: { SECRET: known } })
  const { shop } = deliveryShop
  const id = await buyFor(deliveryShop, 'pending')
  const isPending = async () => (await listDispatches(shop, id))[0]?.providerOrderId != null
  await until('it is pending', isPending)
  const { reference } = (await listDispatches(shop, id))[0]!
  await shop.sql`update dispatch set trace_at = null`
  await until('no question is open', async () => (await countJobsOf(shop)) === 0)
  await breakOutside(shop, { target: 'g2bulk', kind: 'error' })
  const address = addressAt(shop, 'g2bulk', known)
  const count = async () => {
    const [row] = await shop.sql<[{ count: number }]>`select count(*) from rate_limit`
    return row.count
  }
  const before = await count()
  const flood = async () => {
    for (let sent = 0; sent < 250; sent += 25)
      await Promise.all(
        Array.from({ length: 25 }, async (_, at) => {
          const body = { remark: reference, note: sent + at }
          assert.deepEqual(await post(address, body), [200, undefined])
        }),
      )
    await until('no question is open', async () => {
      await hurryJobs(shop)
      return (await countJobsOf(shop)) === 0
    })
    return shop.log.filter((line) => line.includes('supplier cannot be asked about a delivery'))
      .length
  }
  const asked = await flood()
  assert.ok(asked >= 1 && asked <= 10 * 7, String(asked))
  assert.equal(await flood(), asked)
  assert.equal(await count(), before + 1)
})
