import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { history, play } from '#tests/support/database/histories.ts'
import { openLedger, seal } from '#tests/support/money/ledger.ts'
import { verifyLedger } from './verify.ts'

test('after every step of a random history, balances equal the sum of postings and the model', async (t) => {
  const { sql } = await openLedger(t)
  await fc.assert(
    fc.asyncProperty(history(60), (operations) => play(sql, operations)),
    { numRuns: 40, endOnFailure: true },
  )
  await seal(sql)
  const { fault, counts } = await verifyLedger(sql)
  assert.equal(fault, null)
  assert.ok(counts.transfers > 100, String(counts.transfers)) // random histories make some hundreds
  assert.equal(counts.sealed, counts.transfers)
})
