import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGap } from './find-gap.ts'

const screen = { height: 64, from: 0, to: 740 }

test('a toast takes the lowest place of a phone where it covers no control', () => {
  assert.equal(findGap([], screen), 732)
  const bar = [684, 740] as const
  assert.equal(findGap([bar], screen), 676)
  // A button right above the bar: above both of them.
  assert.equal(findGap([bar, [620, 664]], screen), 612)
  // Too little room between two buttons.
  assert.equal(findGap([bar, [560, 604], [640, 684]], screen), 552)
})

test('where controls are everywhere, a toast stands above the bar at the foot', () => {
  const rows = Array.from({ length: 16 }, (_, row): [number, number] => [row * 44, row * 44 + 44])
  assert.equal(findGap([...rows, [704, 740]], screen), 696)
})
