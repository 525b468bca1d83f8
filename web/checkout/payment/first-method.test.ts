import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstMethod } from './first-method.ts'

const [FULL, EMPTY] = [{ missing: 0 }, { missing: 349_00 }]

type Choice = Parameters<typeof firstMethod>[0]

const UPI: Choice['offered'] = { upi: true, ways: ['upi'] }
const BOTH: Choice['offered'] = { upi: true, ways: ['card', 'paypal', 'upi'] }
const NONE: Choice['offered'] = { upi: false, ways: ['upi'] }

const first = (own: Choice['own'], offered: Choice['offered'], change: Partial<Choice> = {}) =>
  firstMethod({ own, rupees: own, offered, isGuest: false, kept: null, ...change })

test('the first choice can pay: a gateway only where no wallet has enough and the shop offers it', () => {
  assert.equal(first(EMPTY, UPI), 'upi')
  assert.equal(first(EMPTY, NONE), 'wallet')
  assert.equal(first(EMPTY, BOTH), 'card') // for customers who see dollars
  assert.equal(first(FULL, BOTH, { rupees: EMPTY }), 'wallet')
  assert.equal(first(EMPTY, BOTH, { rupees: FULL }), 'wallet') // rupees can pay even for dollar prices
})

test('the method chosen the last time comes first, as long as it can pay', () => {
  assert.equal(first(FULL, BOTH, { kept: 'upi' }), 'upi')
  assert.equal(first(FULL, BOTH, { kept: 'card' }), 'card')
  assert.equal(first(FULL, BOTH, { kept: 'paypal' }), 'paypal')
  assert.equal(first(EMPTY, { upi: true, ways: ['paypal', 'upi'] }, { kept: 'card' }), 'paypal')
  assert.equal(first(FULL, UPI, { kept: 'card' }), 'wallet')
  assert.equal(first(FULL, NONE, { kept: 'upi' }), 'wallet')
  assert.equal(first(EMPTY, BOTH, { kept: 'wallet' }), 'card')
  assert.equal(first(FULL, BOTH, { kept: 'cash' }), 'wallet')
})

test('guests have no wallet', () => {
  assert.equal(first(FULL, UPI, { isGuest: true }), 'upi')
  assert.equal(first(FULL, BOTH, { isGuest: true }), 'card')
  assert.equal(first(FULL, BOTH, { isGuest: true, kept: 'upi' }), 'upi')
  assert.equal(first(FULL, BOTH, { isGuest: true, kept: 'wallet' }), 'card')
  assert.equal(first(FULL, NONE, { isGuest: true }), 'upi')
})
