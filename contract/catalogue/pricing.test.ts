import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { convert } from '#contract/core/money.ts'
import { charge, priceFor, toBill } from './pricing.ts'

const E8 = 100_000_000n
const CENT = 100n // ten-thousandths of a dollar

const input = fc.record({
  price: fc.oneof(fc.nat(1_000), fc.nat(10_000_000_00)),
  discount: fc.oneof(fc.constant(0), fc.nat(1_000), fc.nat(10_000_000_00)),
  rate: fc.integer({ min: 1, max: 99_999_999 }).map((e8) => e8 / 100_000_000),
})

/** Checks a property on a hundred thousand random conversions. */
const always = (holds: (one: { price: number; discount: number; rate: number }) => void) =>
  fc.assert(fc.property(input, holds), { numRuns: 100_000 })

test('rounding never favours the customer, prices are never negative, and discounts never exceed the price', () => {
  always(({ price, discount, rate }) => {
    for (const currency of ['INR', 'USD', 'EUR', 'JPY'] as const) {
      const {
        itemPrice,
        discount: off,
        amount,
        amountInr,
      } = charge({ price, discount, currency, rate })
      assert.ok(amount >= 0 && amountInr >= 0 && off >= 0 && itemPrice >= amount)
      assert.equal(itemPrice - off, amount)
      assert.equal(amountInr, Math.max(0, price - discount))
    }
  })
})

test('dollar prices are whole cents, rounded half up', () => {
  always(({ price, rate }) => {
    const dollars = BigInt(convert(price, 'USD', rate))
    assert.equal(dollars % CENT, 0n)
    const exact = BigInt(price) * BigInt(Math.round(rate * 1e8)) // in cents x 10^8
    const over = (dollars / CENT) * E8 - exact
    assert.ok(over <= E8 / 2n && over > -E8 / 2n)
  })
})

test('a higher rupee price is never a lower price in another currency', () => {
  always(({ price, discount, rate }) => {
    const [low, high] = [Math.min(price, discount), Math.max(price, discount)]
    for (const currency of ['USD', 'JPY'] as const)
      assert.ok(convert(low, currency, rate) <= convert(high, currency, rate))
  })
})

test('a coupon above the price makes it zero in both currencies', () => {
  const input = { price: 100_00, discount: 250_00, rate: 0.012 }
  const inr = { itemPrice: 100_00, discount: 100_00, amount: 0, amountInr: 0 }
  assert.deepEqual(charge({ ...input, currency: 'INR' }), inr)
  const usd = { itemPrice: 1_2000, discount: 1_2000, amount: 0, amountInr: 0 }
  assert.deepEqual(charge({ ...input, currency: 'USD' }), usd)
})

test('the reseller price applies to resellers only, and only where one is set', () => {
  const item = { sellingPrice: 100, resellerSellingPrice: 80 }
  assert.deepEqual(
    [undefined, 'user', 'admin', 'reseller'].map((role) => priceFor(item, role as 'user')),
    [100, 100, 100, 80],
  )
  assert.equal(priceFor({ sellingPrice: 100, resellerSellingPrice: null }, 'reseller'), 100)
  assert.equal(priceFor({ sellingPrice: 100, resellerSellingPrice: 0 }, 'reseller'), 0)
})

test('discounts are subtracted in rupees, and only the rest is converted and rounded', () => {
  const input = { price: 100_42, discount: 40, currency: 'USD', rate: 0.012 } as const
  // Converted separately, they would be $1.21 and $0.00.
  assert.deepEqual(charge(input), {
    itemPrice: 1_2100,
    discount: 100,
    amount: 1_2000,
    amountInr: 100_02,
  })
})

test('a bill adds up from its price and coupon', () => {
  const order = { itemPrice: 349_00, discount: 50_00, amount: 299_00, currency: 'INR' } as const
  assert.deepEqual(toBill({ ...order, couponCode: 'WELCOME50' }), {
    lines: [
      { name: 'Price', amount: '₹349.00' },
      { name: 'Coupon WELCOME50', amount: '−₹50.00' },
    ],
    total: '₹299.00',
  })
  assert.deepEqual(toBill({ ...order, discount: 0, amount: 349_00, couponCode: '' }).lines, [
    { name: 'Price', amount: '₹349.00' },
  ])
})
