import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNot, type CouponHere } from './rules.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)

const usable: CouponHere = {
  isActive: true,
  expiresAt: at(1),
  useCount: 9,
  useMax: 10,
  priceMin: 500_00,
  isForUser: true,
  isForGame: true,
}
const NOTHING_FITS: CouponHere = {
  isActive: false,
  expiresAt: at(-1),
  useCount: 10,
  useMax: 10,
  priceMin: 500_01,
  isForUser: false,
  isForGame: false,
}

const TABLE: [what: string, change: Partial<CouponHere>, words: string | null][] = [
  ['at its least price, in its last moment, for its last use', {}, null],
  ['that never expires', { expiresAt: null }, null],
  ['without a most', { useMax: null, useCount: 1_000_000 }, null],
  ['at any price', { priceMin: 0 }, null],
  ['one paisa short', { priceMin: 500_01 }, 'This coupon is for prices from ₹500.01 on'],
  ['far from enough', { priceMin: 1_00_000_00 }, 'This coupon is for prices from ₹1,00,000.00 on'],
  ['in the moment it expires', { expiresAt: NOW }, 'This coupon has expired'],
  ['long after', { expiresAt: new Date(0) }, 'This coupon has expired'],
  ['after its last use', { useCount: 10 }, 'This coupon has been used up'],
  ['used more than a maximum lowered later', { useCount: 11 }, 'This coupon has been used up'],
  ['that is switched off', { isActive: false }, 'This coupon is not active'],
  ['of another game', { isForGame: false }, 'This coupon is not for this game'],
  ['of other people', { isForUser: false }, 'This coupon is not for your account'],
]

for (const [what, change, words] of TABLE)
  test(`a coupon ${what} is ${words === null ? 'taken' : `refused: ${words}`}`, () => {
    assert.equal(whyNot({ ...usable, ...change }, { price: 500_00, now: NOW }), words)
  })

test('who may not use a coupon learns nothing else about it', () => {
  assert.equal(
    whyNot(NOTHING_FITS, { price: 500_00, now: NOW }),
    'This coupon is not for your account',
  )
})
