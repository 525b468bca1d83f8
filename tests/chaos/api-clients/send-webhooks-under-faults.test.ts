import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { sendWebhooksUnderFaults } from './send-webhooks-under-faults.ts'

test('a program receives every change of its orders, however often it crashes', async (t) => {
  await using stack = new AsyncDisposableStack()
  const shop = await openShop(t)
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const report = await sendWebhooksUnderFaults(setup, stack, { orders: 16, seed: 7, atOnce: 8 })
  assert.deepEqual(report.wrong, [])
  assert.equal(report.orders, 16)
  const { orders, crashes, repeated, events } = report
  assert.ok(crashes > 0 && repeated > 0 && events >= 2 * orders, JSON.stringify(report))
})
