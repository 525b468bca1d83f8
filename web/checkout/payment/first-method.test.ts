import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstMethod } from './first-method.ts'

const [FULL, EMPTY] = [{ missing: 0 }, { missing: 349_00 }]

test('the first choice can pay: UPI only where no wallet has enough and the shop offers it', () => {
  assert.equal(firstMethod(EMPTY, EMPTY, true), 'upi')
  assert.equal(firstMethod(EMPTY, EMPTY, false), 'wallet')
  assert.equal(firstMethod(FULL, EMPTY, true), 'wallet')
  assert.equal(firstMethod(EMPTY, FULL, true), 'wallet') // the rupee wallet can pay even for dollar prices
})
