import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTimes } from './compare-times.ts'
import { createDice } from '#tests/chaos/dice.ts'

const draw = (seed: number, more = 0) => {
  const dice = createDice(seed)
  return Array.from({ length: 500 }, () => 30 + more + dice.below(10_000) / 1_000)
}

test('equal distributions of times are not distinguished', () => {
  const { isTold, slowerPercent } = compareTimes(draw(1), draw(2))
  assert.equal(isTold, false)
  assert.ok(Math.abs(slowerPercent - 50) < 5, `${slowerPercent}`)
  const alike = Array.from({ length: 100 }, () => 1)
  assert.equal(compareTimes(alike, alike).slowerPercent, 50)
})

test('times that differ by a fifth of their spread are distinguished', () => {
  const { isTold, rightPercent } = compareTimes(draw(3, 2.5), draw(4))
  assert.equal(isTold, true)
  assert.ok(rightPercent > 65, `${rightPercent}`)
  assert.equal(compareTimes(draw(5), draw(6, 2.5)).isTold, true)
})
