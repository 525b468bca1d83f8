import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayUsual } from './describe-delivery.ts'

test('a delivery time is promised only where it was measured', () => {
  assert.equal(sayUsual(false, 8), 'Usually delivered in 8 seconds')
  assert.equal(sayUsual(true, 1_200), 'Delivered by hand, usually within 20 minutes')
  assert.equal(sayUsual(true, null), 'Delivered by hand')
  assert.equal(sayUsual(false, null), null)
})
