import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { payUnderFaults } from './pay-under-faults.ts'

// Takes over 20 s: lost answers are only cleared up when the shop asks again, some seconds later.
test('money paid through faulty gateways is credited once and exactly, to its order or wallet', async (t) => {
  const shop = await openShop(t)
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const report = await payUnderFaults(setup, { payments: 20, seed: 7, atOnce: 8 })
  assert.deepEqual([report.wrong, report.fault, report.audit], [[], null, []])
  // The rarer ways depend on the gateways' random faults.
  const ways = Object.keys(report.settledAs)
  assert.deepEqual(new Set(['order', 'top-up', ...ways]), new Set(ways))
})
