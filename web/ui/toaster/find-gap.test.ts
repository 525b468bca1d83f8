import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGap } from './find-gap.ts'

const screen = { height: 64, from: 0, to: 740 }

test('a toast takes the lowest place of a phone where it covers no control', () => {
  assert.equal(findGap([], screen), 732)
  const bar = [684, 740] as const
  assert.equal(findGap([bar], screen), 676)
  // With a button right above the bar, the toast goes above both.
  assert.equal(findGap([bar, [620, 664]], screen), 612)
  // The space between the two buttons is too small.
  assert.equal(findGap([bar, [560, 604], [640, 684]], screen), 552)
})

test('where controls are everywhere, a toast stands above the bar at the bottom', () => {
  const rows = Array.from({ length: 16 }, (_, row): [number, number] => [row * 44, row * 44 + 44])
  assert.equal(findGap([...rows, [704, 740]], screen), 696)
})
