import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { deliverUnderFaults } from './deliver-under-faults.ts'

test('orders at faulty suppliers are delivered once, by one of them, or refunded once', async (t) => {
  const shop = await openShop(t)
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const options = { orders: 40, seed: 7, atOnce: 8, isBrief: true }
  const report = await deliverUnderFaults(setup, options)
  const { wrong, fault, audit, orders, delivered, refunded, elsewhere } = report
  assert.deepEqual([wrong, fault, audit], [[], null, []])
  assert.equal(delivered + refunded, orders)
  assert.deepEqual(
    [delivered, refunded, elsewhere].map((count) => count > 0),
    [true, true, true],
  )
})
