import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxIn } from './tax.ts'

test('the tax in a price is its part of the whole, rounded half up to paise', () => {
  for (const [amount, percent, tax] of [
    [118_00, 18, 18_00],
    [129_00, 18, 19_68], // 19.677
    [100, 18, 15], // 15.25
    [2_05, 2.5, 5], // exactly 5
    [3, 20, 1], // exactly one half
    [1, 18, 0],
    [0, 18, 0],
    [129_00, 0, 0],
    [10_00_000_00, 12.36, 11_000_356], // 11 000 356.0
  ] as const)
    assert.equal(taxIn(amount, percent), tax, `${percent} % in ${amount}`)
})
