import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear } from './is-near.ts'

test('a typo still matches, and another word does not', () => {
  for (const [word, typed] of [
    ['rune', 'runw'],
    ['runekeepers', 'runw'],
    ['moonfall', 'mooonfall'],
    ['moonfall', 'monfall'],
    ['dragon', 'dargon'],
    ['colosseum', 'colloseum'],
  ] as const)
    assert.ok(isNear(word, typed), typed)
  for (const [word, typed] of [
    ['rune', 'run'],
    ['rune', 'tune'],
    ['moon', 'mist'],
    ['dragon', 'drums'],
    ['rune', 'x'.repeat(200)],
  ] as const)
    assert.ok(!isNear(word, typed), typed)
})
