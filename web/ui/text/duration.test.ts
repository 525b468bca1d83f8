import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayDuration } from './duration.ts'

test('a time is said in its largest unit', () => {
  for (const [seconds, words] of [
    [1, '1 second'],
    [8, '8 seconds'],
    [55, '55 seconds'],
    [60, '1 minute'],
    [120, '2 minutes'],
    [3_300, '55 minutes'],
    [3_600, '1 hour'],
    [7_200, '2 hours'],
  ] as const)
    assert.equal(sayDuration(seconds), words)
})
