import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { priceBy } from './price-by.ts'

const rule = {
  kind: 'percent',
  margin: 5_00,
  resellerMargin: 3_00,
  roundTo: 1_00,
  roundMinus: 0,
} as const

test('a margin is a percentage or an amount above the cost, rounded up, and lower for resellers', () => {
  assert.deepEqual(priceBy(rule, 71_20), { sellingPrice: 75_00, resellerPrice: 74_00 })
  assert.deepEqual(priceBy({ ...rule, roundTo: 1 }, 71_21), {
    sellingPrice: 74_78, // 74.7705
    resellerPrice: 73_35, // 73.3463
  })
  assert.deepEqual(priceBy({ ...rule, kind: 'fixed', resellerMargin: null }, 71_20), {
    sellingPrice: 77_00,
    resellerPrice: null,
  })
})

test('a price at a rounding step stays, and a paisa more goes to the next step', () => {
  const none = { ...rule, margin: 0, resellerMargin: 0 }
  assert.equal(priceBy(none, 75_00).sellingPrice, 75_00)
  assert.equal(priceBy(none, 75_01).sellingPrice, 76_00)
  assert.equal(priceBy({ ...none, roundTo: 10_00 }, 75_01).sellingPrice, 80_00)
})

test('prices may end in 99, but never below the cost', () => {
  const nines = { ...rule, roundMinus: 1 }
  assert.equal(priceBy(nines, 71_20).sellingPrice, 74_99)
  const bare = { ...nines, margin: 0, resellerMargin: 0 }
  assert.deepEqual(priceBy(bare, 75_00), { sellingPrice: 75_99, resellerPrice: 75_99 })
  assert.equal(priceBy(bare, 74_99).sellingPrice, 74_99)
})

const rules = fc
  .record({
    kind: fc.constantFrom('percent' as const, 'fixed' as const),
    margins: fc.tuple(fc.nat(100_000_00), fc.nat(100_000_00)),
    hasResellers: fc.boolean(),
    roundTo: fc.integer({ min: 1, max: 1_000_00 }),
    minus: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })
  .map(({ kind, margins, hasResellers, roundTo, minus }) => ({
    kind,
    margin: Math.max(...margins),
    resellerMargin: hasResellers ? Math.min(...margins) : null,
    roundTo,
    roundMinus: Math.floor(roundTo * minus),
  }))
const costs = fc.integer({ min: 1, max: 10_000_000_00 })

test('by every rule a price is whole, covers its cost, and is at most one step too high', () => {
  const property = fc.property(rules, costs, (asked, cost) => {
    const { sellingPrice, resellerPrice } = priceBy(asked, cost)
    for (const price of [sellingPrice, resellerPrice ?? sellingPrice]) {
      assert.ok(Number.isSafeInteger(price) && price >= cost)
      assert.equal((price + asked.roundMinus) % asked.roundTo, 0)
    }
    assert.ok(resellerPrice === null || resellerPrice <= sellingPrice)
    const share = asked.kind === 'fixed' ? asked.margin : (cost / 100_00) * asked.margin
    assert.ok(sellingPrice > cost + share - asked.roundMinus - 1)
    assert.ok(sellingPrice < cost + share + asked.roundTo + 1)
  })
  fc.assert(property, { numRuns: 500 })
})

test('a pack of higher cost never gets a lower price', () => {
  const property = fc.property(rules, costs, costs, (asked, one, other) => {
    const [less, more] = [Math.min(one, other), Math.max(one, other)]
    assert.ok(priceBy(asked, less).sellingPrice <= priceBy(asked, more).sellingPrice)
  })
  fc.assert(property, { numRuns: 500 })
})
