import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCoupon, type CouponFacts } from './coupon-words.ts'

const PLAIN: CouponFacts = {
  discount: 50_00,
  minPrice: 500_00,
  expiresOn: '',
  status: true,
  maxNumberOfUsage: 0,
  maxNumberOfUsagePerUser: 0,
  isFirstOrderOnly: false,
  allowedRoles: ['user'],
  minMargin: null,
  whiteListed: 0,
  blackListed: 0,
  games: [],
  isGlobal: false,
}
const say = (facts: Partial<CouponFacts>) => describeCoupon({ ...PLAIN, ...facts }, '2026-01-10')

test('a coupon says what it takes off, of what, for whom, how often and how long', () => {
  assert.equal(
    say({}),
    '₹50.00 off a pack of ₹500.00 or more of every game, for customers, any number of times. It may sell packs below their cost price.',
  )
  assert.equal(
    say({
      expiresOn: '2026-01-10',
      maxNumberOfUsage: 1_00_000,
      whiteListed: 1,
      blackListed: 4,
      games: ['Moonfall', 'Tide', 'Ember', 'Stonekeep'],
    }),
    '₹50.00 off a pack of ₹500.00 or more of Moonfall, Tide and 2 other games, for 1 chosen customer, 1,00,000 times in all, until the end of 10 Jan 2026. It may sell packs below their cost price.',
  )
  assert.match(say({ games: ['Moonfall', 'Tide'] }), /of Moonfall and Tide, for/)
  assert.match(say({ games: ['Moonfall'], isGlobal: true }), /of every game/)
  assert.match(say({ blackListed: 2 }), /customers but 2,/)
})

test('a coupon says who may use it, how often each of them may, and what margin it keeps', () => {
  assert.match(say({ allowedRoles: ['user', 'reseller'] }), /for customers and resellers, any/)
  assert.match(say({ allowedRoles: ['user', 'reseller', 'staff', 'admin'] }), /for everybody, any/)
  assert.match(
    say({ whiteListed: 2, allowedRoles: ['user', 'reseller'] }),
    /for 2 chosen customers with accounts of customers and resellers, any/,
  )
  assert.match(
    say({ isFirstOrderOnly: true, maxNumberOfUsagePerUser: 1, maxNumberOfUsage: 20 }),
    /on their first order, 1 time per customer, 20 times in all\./,
  )
  assert.match(
    say({ minMargin: 0 }),
    /No pack is sold at a loss, and none whose cost price is missing\./,
  )
  assert.match(say({ minMargin: 2_50 }), /for less than 2\.5 % above its cost/)
})

test('a coupon warns of what may not be meant', () => {
  assert.match(
    say({ minPrice: 0 }),
    /^₹50\.00 off any pack .* A pack of ₹50\.00 or less costs nothing\.$/,
  )
  assert.match(say({ expiresOn: '2026-01-09' }), /It expired on 9 Jan 2026: nobody can use it\.$/)
  assert.match(say({ status: false }), /It can’t be used while it’s inactive\.$/)
})
