import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import { judge } from './guard.ts'
import type { LandedCost } from './landed-cost.ts'

const rule: PriceRule = {
  kind: 'percent',
  margin: 10_00,
  resellerMargin: 5_00,
  roundTo: 1,
  roundMinus: 0,
  changeMax: 30,
}
const pack = {
  costPrice: 100_00,
  sellingPrice: 120_00,
  resellerPrice: 110_00,
  isAvailable: true,
  isPriceFixed: false,
  pausedFor: null,
}
const known = (cost: number): LandedCost => ({ is: 'known', cost })

test('a cost change up to the limit is accepted, and a paisa more is not', () => {
  for (const cost of [70_00, 130_00])
    assert.equal(judge(pack, { rule, landed: known(cost), doubt: null }).after.costPrice, cost)
  for (const cost of [69_99, 130_01]) {
    const { after, doubt } = judge(pack, { rule, landed: known(cost), doubt: null })
    assert.deepEqual([after.costPrice, after.isAvailable, doubt], [100_00, false, cost])
    assert.match(after.pausedFor!, /^Its cost went from ₹100.00 to /)
  }
})

const packs = fc.record({
  costPrice: fc.option(fc.integer({ min: 1, max: 1_000_00 })),
  sellingPrice: fc.nat(1_000_00),
  resellerPrice: fc.option(fc.nat(1_000_00)),
  isPriceFixed: fc.boolean(),
  availability: fc.constantFrom('on sale', 'taken off by a person', 'taken off by the shop'),
})
const costReports: fc.Arbitrary<LandedCost> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 1_000_00 }).map(known) },
  fc.constant<LandedCost>({ is: 'out of stock' }),
  fc.constant<LandedCost>({ is: 'unknown', why: 'Nobody knows' }),
)

/** Runs a pack through a series of cost reports, one after the other. */
const histories = fc.property(packs, fc.array(costReports, { maxLength: 8 }), (start, heard) => {
  const { availability, ...rest } = start
  let now = {
    ...rest,
    isAvailable: availability === 'on sale',
    pausedFor: availability === 'taken off by the shop' ? 'Something' : null,
  }
  let doubt: number | null = null
  for (const landed of heard) {
    const before = now
    const verdict = judge(now, { rule, landed, doubt })
    const hadDoubt = doubt !== null && before.pausedFor !== null
    now = { ...now, ...verdict.after }
    doubt = verdict.doubt

    assert.ok(now.pausedFor === null || !now.isAvailable, 'a paused pack is off sale')
    if (availability === 'taken off by a person')
      assert.deepEqual([now.isAvailable, now.pausedFor], [false, null], 'it stays as they left it')
    if (hadDoubt) assert.ok(!now.isAvailable && now.costPrice === before.costPrice, 'doubt stays')
    if (start.isPriceFixed) {
      assert.equal(now.sellingPrice, start.sellingPrice)
      assert.equal(now.resellerPrice, start.resellerPrice)
    }
    if (landed.is === 'unknown') assert.deepEqual(now, before)
    if (now.isAvailable && landed.is === 'known') {
      assert.equal(now.costPrice, landed.cost)
      assert.ok(Math.min(now.sellingPrice, now.resellerPrice ?? Infinity) >= landed.cost)
    }
    if (now.isAvailable) assert.notEqual(landed.is, 'out of stock')
    const again = judge(now, { rule, landed, doubt })
    assert.deepEqual(again, { after: verdict.after, doubt }, 'the same news twice is one change')
  }
})

test('no reported cost sells at a loss or without a supplier, or overrules a person', () => {
  fc.assert(histories, { numRuns: 2_000 })
})

test('putting a doubted pack back on sale accepts its cost, and another change is doubted anew', () => {
  const { after, doubt } = judge(pack, { rule, landed: known(500_00), doubt: null })
  const back = { ...pack, ...after, isAvailable: true, pausedFor: null }
  const believed = judge(back, { rule, landed: known(510_00), doubt })
  assert.deepEqual([believed.after.isAvailable, believed.after.costPrice], [true, 510_00])
  assert.equal(believed.doubt, null)
  const other = judge(back, { rule, landed: known(5_000_00), doubt })
  assert.deepEqual([other.after.isAvailable, other.doubt], [false, 5_000_00])
  assert.match(other.after.pausedFor!, /from ₹500.00 to ₹5,000.00/)
})
