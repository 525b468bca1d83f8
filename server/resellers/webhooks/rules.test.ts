import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, nextTry, restAfter } from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

const waitAfter = (tries: number, retryAfter: string | null = null, random = 0.5) => {
  const next = nextTry({ tries, retryAfter, now }, random)
  return next && (next.getTime() - now.getTime()) / SECOND
}

test('a failed webhook is retried eleven times in two days, with jitter, and then given up', () => {
  const waits = Array.from({ length: 11 }, (_, index) => waitAfter(index + 1))
  const hours = [1, 3, 6, 12, 24].map((count) => count * 3_600)
  assert.deepEqual(waits, [5, 30, 120, 600, 1_800, ...hours, null])
  assert.deepEqual([waitAfter(2, null, 0), waitAfter(2, null, 1)], [27, 33])
})

test('an endpoint that says when to retry is called then, neither sooner nor never', () => {
  assert.equal(waitAfter(1, '3600'), 3_600)
  assert.equal(waitAfter(1, 'Sun, 22 Nov 2026 10:10:00 GMT'), 600)
  assert.equal(waitAfter(3, '1'), 120)
  assert.equal(waitAfter(1, '99999999999'), 86_400)
  for (const odd of ['soon', '-5', '', 'Sun, 22 Nov 2020 10:10:00 GMT', 'NaN', '1e9'])
    assert.equal(waitAfter(1, odd), 5, odd)
})

test('a failing endpoint is paused for longer each time, up to two minutes', () => {
  const rests = Array.from({ length: 30 }, (_, index) => restAfter(index + 1))
  assert.ok(rests[0]! < waitAfter(1)! * SECOND)
  assert.deepEqual(
    rests,
    rests.toSorted((a, b) => a - b),
  )
  assert.equal(rests.at(-1), 120 * SECOND)
})

test('a failing endpoint is reported after a day and disabled after five, unless only a few calls failed', () => {
  const verdict = (days: number, failures: number, warnedAt: Date | null = null) =>
    judge({ failures, failingSince: new Date(now.getTime() - days * DAY), warnedAt, now })
  assert.equal(verdict(0.9, 50), null)
  assert.equal(verdict(1, 4), null)
  assert.equal(verdict(1, 5), 'warn')
  assert.equal(verdict(2, 9, now), null)
  assert.equal(verdict(6, 9), 'warn')
  assert.equal(verdict(5, 10, now), 'disable')
})
