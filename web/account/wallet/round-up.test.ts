import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundUp } from './round-up.ts'

const MOST = 10_000_00

test('a missing amount is offered rounded up, and never more than can be added', () => {
  assert.deepEqual(roundUp(28_50, MOST), [50, 100, 500])
  assert.deepEqual(roundUp(349_00, MOST), [350, 400, 500])
  assert.deepEqual(roundUp(250_00, MOST), [300, 500, 1000])
  assert.deepEqual(roundUp(499_01, MOST), [500, 1000])
  assert.deepEqual(roundUp(1_000_00, MOST), [])
  assert.deepEqual(roundUp(349_00, 400_00), [350, 400])
})
