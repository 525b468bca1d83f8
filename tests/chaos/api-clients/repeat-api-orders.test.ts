import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { repeatApiOrders } from './repeat-api-orders.ts'

test('programs that lose answers and retry blindly get each order once', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const { wrong, fault, audit, hungUp } = await repeatApiOrders(setup, {
    orders: 50,
    atOnce: 16,
    seed: 11,
  })
  assert.deepEqual([wrong, fault, audit], [[], null, []])
  assert.ok(hungUp > 0)
})
