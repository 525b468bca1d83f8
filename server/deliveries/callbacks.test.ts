import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deriveKeys } from '#server/secrets.ts'
import {
  buyFor,
  countJobsOf,
  hasEnded,
  listDelivered,
  listParcels,
  openBooth,
  settleOutside,
  untilSo,
} from '#server/testing/deliveries.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { until } from '#server/testing/wait.ts'
import { callbackUrlOf } from './to-parcel.ts'

const secret = () => randomBytes(33).toString('base64')

/** What a shop with this secret tells a provider. */
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

test('a provider that tells of a delivery is asked at once, and three callbacks are one delivery', async (t) => {
  const booth = await openBooth(t, { provider: 'g2bulk' })
  const { shop } = booth
  const id = await buyFor(booth, 'pending')
  await until(
    'it is pending',
    async () => (await listParcels(shop, id))[0]?.providerOrderId != null,
  )
  const [parcel] = await listParcels(shop, id)
  // The clock alone would ask a day later.
  await shop.sql`update job set run_at = now() + interval '1 day' where name = 'trace-parcel'`
  await settleOutside(shop, { ...parcel!, outcome: 'delivered' })
  const done = await untilSo(booth, id, hasEnded)
  assert.equal(done.status, 'completed')
  const thrice = await untilSo(booth, await buyFor(booth, 'callbacks'), hasEnded)
  assert.equal(thrice.timeline.filter(({ status }) => status === 'completed').length, 1)
  assert.equal((await listDelivered(shop)).length, 2)
})

test('a callback proves nothing, and one whose secret is forged is not listened to', async (t) => {
  const [older, newer] = [secret(), secret()]
  const booth = await openBooth(t, {
    provider: 'g2bulk',
    env: { SECRET: `${newer},${older}` },
  })
  const { shop } = booth
  const id = await buyFor(booth, 'pending')
  await until(
    'it is pending',
    async () => (await listParcels(shop, id))[0]?.providerOrderId != null,
  )
  const { reference, providerOrderId } = (await listParcels(shop, id))[0]!
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
  const { heldFor, status } = await untilSo(booth, id, () => true)
  assert.deepEqual([status, heldFor, await listDelivered(shop)], ['processing', null, []])
})
