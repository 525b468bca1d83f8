import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killUnderGifts } from './kill-under-gifts.ts'

test('every acknowledged gift is there once, and balances are their postings, when shop and database are killed', async () => {
  const { acknowledged, wrong, fault, audit } = await killUnderGifts(3, 7)
  assert.ok(acknowledged > 3)
  assert.deepEqual([wrong, audit], [[], []])
  assert.equal(fault, null)
})
