import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killUnderOrders } from './kill-under-orders.ts'

test('every acknowledged order survives kills of shop and database, complete and once', async () => {
  const { acknowledged, wrong, fault, audit } = await killUnderOrders(3, 7)
  assert.ok(acknowledged > 3, String(acknowledged))
  assert.deepEqual([wrong, fault, audit], [[], null, []])
})
