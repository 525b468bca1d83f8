import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import { whyNot, type CouponHere } from './rules.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)

const usable: CouponHere = {
  discount: 50_00,
  ownUseCount: 1,
  useMaxEach: 2,
  isFirstOrderOnly: true,
  hasOrdered: false,
  roles: ['user'],
  marginMin: 12_50,
  costPrice: 400_00,
  isActive: true,
  expiresAt: at(1),
  useCount: 9,
  useMax: 10,
  priceMin: 500_00,
  isForUser: true,
  isForGame: true,
}
const NOTHING_FITS: CouponHere = {
  discount: 50_00,
  ownUseCount: 2,
  useMaxEach: 2,
  isFirstOrderOnly: true,
  hasOrdered: true,
  roles: ['reseller'],
  marginMin: 0,
  costPrice: null,
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
  ['one paisa short', { priceMin: 500_01 }, 'This coupon needs a price of at least ₹500.01'],
  [
    'far from enough',
    { priceMin: 1_00_000_00 },
    'This coupon needs a price of at least ₹1,00,000.00',
  ],
  ['in the moment it expires', { expiresAt: NOW }, 'This coupon has expired'],
  ['long after', { expiresAt: new Date(0) }, 'This coupon has expired'],
  ['after its last use', { useCount: 10 }, 'This coupon has been used up'],
  ['used more than a maximum lowered later', { useCount: 11 }, 'This coupon has been used up'],
  ['that is switched off', { isActive: false }, 'This coupon isn’t active'],
  ['of another game', { isForGame: false }, 'This coupon isn’t for this game'],
  [
    'for another role',
    { roles: ['reseller', 'staff', 'admin'] },
    'This coupon can’t be used with your type of account',
  ],
  ['for several roles', { roles: ['user', 'reseller'] }, null],
  ['used as often as a customer may', { ownUseCount: 2 }, 'You can’t use this coupon again'],
  [
    'used more than a maximum lowered later allows a customer',
    { ownUseCount: 3 },
    'You can’t use this coupon again',
  ],
  ['without a limit per customer', { ownUseCount: 1_000, useMaxEach: null }, null],
  ['for first orders after one', { hasOrdered: true }, 'This coupon is for your first order only'],
  ['for any order after one', { hasOrdered: true, isFirstOrderOnly: false }, null],
  [
    'that leaves a paisa less than its margin',
    { costPrice: 400_01 },
    'This coupon can’t be used for this pack',
  ],
  [
    'that leaves a hundredth of a percent less',
    { marginMin: 12_51 },
    'This coupon can’t be used for this pack',
  ],
  ['that sells just at cost', { marginMin: 0, costPrice: 450_00 }, null],
  [
    'that sells at a loss',
    { marginMin: 0, costPrice: 450_01 },
    'This coupon can’t be used for this pack',
  ],
  ['that sells at a loss and may', { marginMin: null, costPrice: 900_00 }, null],
  [
    'with a margin on an unknown cost',
    { marginMin: 0, costPrice: null },
    'This coupon can’t be used for this pack',
  ],
  ['without a margin on an unknown cost', { marginMin: null, costPrice: null }, null],
  [
    'larger than the price of a pack that costs something',
    { marginMin: 0, costPrice: 1, discount: 900_00 },
    'This coupon can’t be used for this pack',
  ],
  [
    'larger than the price of a pack that costs nothing',
    { marginMin: 0, costPrice: 0, discount: 900_00 },
    null,
  ],
  ['of other people', { isForUser: false }, 'This coupon isn’t for your account'],
]

function tell(coupon: CouponHere): string | null {
  const reason = whyNot(coupon, { role: 'user', isGuest: false, price: 500_00, now: NOW })
  return reason && (reason.message ?? REFUSALS[reason.code][1])
}

for (const [what, change, words] of TABLE)
  test(`a coupon ${what} is ${words === null ? 'taken' : `refused: ${words}`}`, () => {
    assert.equal(tell({ ...usable, ...change }), words)
  })

test('a customer who may not use a coupon learns nothing else about it', () => {
  assert.equal(tell(NOTHING_FITS), 'This coupon isn’t for your account')
  assert.equal(
    tell({ ...NOTHING_FITS, isForUser: true }),
    'This coupon can’t be used with your type of account',
  )
})
