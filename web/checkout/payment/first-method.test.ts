import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstMethod } from './first-method.ts'

const [FULL, EMPTY] = [{ missing: 0 }, { missing: 349_00 }]

const BOTH = { upi: true, card: true }

test('the first choice can pay: a gateway only where no wallet has enough and the shop offers it', () => {
  assert.equal(firstMethod(EMPTY, EMPTY, { upi: true, card: false }), 'upi')
  assert.equal(firstMethod(EMPTY, EMPTY, { upi: false, card: false }), 'wallet')
  assert.equal(firstMethod(EMPTY, EMPTY, BOTH), 'card') // for customers who see dollars
  assert.equal(firstMethod(FULL, EMPTY, BOTH), 'wallet')
  assert.equal(firstMethod(EMPTY, FULL, BOTH), 'wallet') // the rupee wallet can pay even for dollar prices
})
