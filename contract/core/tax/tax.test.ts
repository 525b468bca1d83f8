import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasRightCheckCharacter, looksLikeGstin, stateOf } from './gstin.ts'
import { halve, splitTax } from './split-tax.ts'
import { STATES } from './states.ts'

const RIGHT = [
  '27AAPFU0939F1ZV',
  '29AAACA0000A1ZU',
  '07AABCG1234H1Z1',
  '33AAAPA0001A2ZC',
  '24ABCDE1234F1Z6',
  '09AAGCT5555K1ZS',
  '06ZZZZZ9999Z9Z4',
  '38AAAAA0000A1ZZ',
  '36AAHCT0000C1Z5',
  '04AABFN9870CMZT',
]

test('the check character of a GSTIN finds a wrong letter and two swapped ones', () => {
  for (const gstin of RIGHT) {
    assert.ok(looksLikeGstin(gstin), gstin)
    assert.ok(hasRightCheckCharacter(gstin), gstin)
    assert.ok(STATES[stateOf(gstin)], gstin)
  }
  for (const gstin of ['27AAPFU0939F1ZW', '27AAPUF0939F1ZV'])
    assert.ok(looksLikeGstin(gstin) && !hasRightCheckCharacter(gstin), gstin)
  for (const other of ['', 'GB123456789', '27aapfu0939f1zv', '27AAPFU0939F1Z', '27AAPFU0939F1ZVX'])
    assert.ok(!looksLikeGstin(other), other)
})

test('a price that includes tax splits into base and tax as published examples do', () => {
  const examples = [
    [1_00, 85, 15, 7, 8],
    [49_99, 42_36, 7_63, 3_81, 3_82],
    [99_00, 83_90, 15_10, 7_55, 7_55],
    [199_00, 168_64, 30_36, 15_18, 15_18],
    [10_00_000_00, 8_47_457_63, 1_52_542_37, 76_271_18, 76_271_19],
  ] as const
  for (const [price, base, tax, central, state] of examples) {
    assert.deepEqual(splitTax(price, 18), { base, tax })
    assert.deepEqual(halve(tax), [central, state])
  }
})

test('base, halves of the tax and price agree for 10,000 prices at any rate', () => {
  for (let seed = 1, count = 0; count < 10_000; count++) {
    seed = (seed * 48_271) % 2_147_483_647
    const price = seed % 1_00_00_000
    const percent = (seed % 5_001) / 100
    const { base, tax } = splitTax(price, percent)
    const [central, state] = halve(tax)
    assert.equal(base + central + state, price)
    assert.ok(state - central === 0 || state - central === 1)
    const exact = (price * 100) / (100 + percent)
    assert.ok(Math.abs(base - exact) <= 0.5 + 1e-6, `${price} at ${percent} %`)
  }
})
