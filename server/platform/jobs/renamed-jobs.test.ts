import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { dropJobs } from './jobs.ts'

// Nodes of the version before write jobs by their old names. The next version deletes this file.

const OLD_JOBS: [name: string, field?: string][] = [
  ['send-parcel', 'parcelId'],
  ['trace-parcel', 'parcelId'],
  ['trace-parcels'],
  ['apply-webhook', 'webhookId'],
  ['send-refund', 'refundId'],
  ['ask-refund', 'refundId'],
  ['ask-refunds'],
  ['send-refund-mail', 'refundId'],
  ['compare-books'],
]

const insertOld = async (
  { sql }: Pick<TestShop, 'sql'>,
  name: string,
  payload: object,
  at = 'now',
) =>
  sql`
    insert into job (id, name, payload, run_at, attempts_max)
    values (gen_random_uuid(), ${name}, ${sql.json(payload)}, ${at}, 1)`

test('a job added by an older node under its old name runs', async (t) => {
  const shop = await openShop(t)
  const id = randomUUID()
  await shop.sql`
    insert into gateway_event (id, gateway, body_hash, mentioned, received_at)
    values (${id}, 'razorpay', '', '{}', now())`
  for (const [name, field] of OLD_JOBS) await insertOld(shop, name, field ? { [field]: id } : {})
  await until('none is left', async () => {
    const left = await shop.sql<{ name: string; lastError: string | null }[]>`
      select name, last_error from job where name = any(${OLD_JOBS.map(([name]) => name)})`
    for (const { name, lastError } of left) assert.equal(lastError, null, name)
    return left.length === 0
  })
  const [event] = await shop.sql`select applied_at is not null as is_applied from gateway_event`
  assert.equal(event!['isApplied'], true)
})

test('dropping jobs by name includes their old names', async (t) => {
  const shop = await openShop(t)
  await insertOld(shop, 'send-parcel', { parcelId: randomUUID() }, 'infinity')
  await insertOld(shop, 'trace-parcel', { parcelId: randomUUID() }, 'infinity')
  assert.equal(await shop.sql.begin((tx) => dropJobs(tx, ['send-dispatch'])), 1)
  const left = await shop.sql`select name from job where run_at = 'infinity'`
  assert.deepEqual(
    left.map(({ name }) => name),
    ['trace-parcel'],
  )
})
