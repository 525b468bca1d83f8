import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killUnderExport } from './kill-under-export.ts'

test('a file has each order once, when the shop is killed while it is being made', async () => {
  const { halfway, rows, isList } = await killUnderExport({ kills: 2, orders: 15_000, seed: 7 })
  assert.deepEqual([rows, isList], [15_000, true])
  assert.ok(halfway > 0)
})
