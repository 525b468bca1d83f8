import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPayShop, sendWebhook, toMessage } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOBODYS = 'P00000000000000000000000'

test('gateway events are deleted after ninety days', async (t) => {
  const { shop } = await openPayShop(t)
  const send = async (note: string) =>
    assert.equal((await sendWebhook(shop, toMessage(NOBODYS, note))).status, 200)
  const count = async () => (await shop.sql`select from gateway_event`).length
  const nextCleanUp = async () => {
    const [row] = await shop.sql<[{ nextAt: Date }]>`
      select next_at from schedule where name = 'clean-up'`
    return row.nextAt.getTime()
  }
  async function waitForCleanUp(days: number): Promise<void> {
    const planned = await nextCleanUp()
    shop.wait(days * DAY_MS)
    await until('a round has begun', async () => (await nextCleanUp()) > planned)
    await until('and ended', async () => {
      const jobs = await shop.sql`select from job where name = 'clean-up'`
      return jobs.length === 0
    })
  }
  await send('old')
  await waitForCleanUp(89)
  await send('new')
  assert.equal(await count(), 2)
  await waitForCleanUp(2)
  assert.equal(await count(), 1)
  await waitForCleanUp(89)
  assert.equal(await count(), 0)
})
