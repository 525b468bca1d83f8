import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { openLedger, seal } from '#tests/support/money/ledger.ts'
import { orderHistory, playOrders } from '#tests/support/database/order-histories.ts'

test('after every batch of orders, money, stock, coupons and keys equal the model', async (t) => {
  const { sql } = await openLedger(t)
  await fc.assert(
    fc.asyncProperty(orderHistory(30), (operations) => playOrders(sql, operations)),
    { numRuns: 20, endOnFailure: true }, // thousands in npm run chaos -- 100 histories,
  )
  await seal(sql)
  const { fault, counts } = await verifyLedger(sql)
  assert.equal(fault, null)
  assert.ok(counts.transfers > 50, String(counts.transfers))
})
