import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeUsualTime } from './describe-delivery.ts'

test('a delivery time is promised only where it was measured', () => {
  assert.equal(describeUsualTime(false, 8), 'Usually delivered in 8 seconds')
  assert.equal(describeUsualTime(true, 1_200), 'Delivered by hand, usually within 20 minutes')
  assert.equal(describeUsualTime(true, null), 'Delivered by hand')
  assert.equal(describeUsualTime(false, null), null)
})
