import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { isPhoneAsked, toOffered } from './offered.ts'

const rupees = (...methods: GatewayMethod[]) => ({ currency: 'INR', methods, least: 0 }) as const
const dollars = (...methods: GatewayMethod[]) =>
  ({ currency: 'USD', methods, least: 5_000 }) as const

test('the most used method comes first for customers who see rupees, and UPI last for those who see dollars', () => {
  const own = toOffered(true, rupees('upi', 'card', 'netbanking'), { amount: 100_00 })
  assert.deepEqual(own, { upi: true, foreign: [], ways: ['upi', 'card', 'netbanking'] })
  const cards = toOffered(true, rupees('card', 'upi'), { amount: 100_00 })
  assert.deepEqual(cards.ways, ['card', 'upi'])
  const other = toOffered(true, dollars('card', 'paypal'), { amount: 1_2500 })
  assert.deepEqual(other.foreign, ['card', 'paypal'])
  assert.deepEqual(other.ways, ['card', 'paypal', 'upi'])
})

test('no gateway is asked for less than half a dollar, and UPI is shown even if nobody takes it', () => {
  const small = toOffered(true, dollars('card'), { amount: 4_999 })
  assert.deepEqual([small.foreign, small.ways], [['card'], ['upi']])
  assert.deepEqual(toOffered(false, rupees(), { amount: 100_00 }).ways, ['upi'])
  assert.deepEqual(toOffered(false, rupees('card'), { amount: 100_00 }).ways, ['upi', 'card'])
})

test('a phone number is asked for where a gateway for rupees needs it, and after a stand-in has refused', () => {
  const base = { method: 'upi', currency: 'INR', needs: [], refusal: undefined } as const
  assert.equal(isPhoneAsked(base), false)
  assert.equal(isPhoneAsked({ ...base, needs: ['phone'] }), true)
  assert.equal(isPhoneAsked({ ...base, method: 'card', refusal: 'PHONE_NEEDED' }), true)
  assert.equal(isPhoneAsked({ ...base, needs: ['phone'], method: 'wallet' }), false)
  assert.equal(isPhoneAsked({ ...base, needs: ['phone'], method: 'card', currency: 'USD' }), false)
})
