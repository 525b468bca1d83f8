import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstAsk, isGivenUp, nextAsk } from './when-to-ask.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = new Date('2026-01-01T10:00:00Z')
const payment = { createdAt: START, expiresAt: new Date(START.getTime() + 17 * MINUTE) }
const sinceStart = (time: Date) => (time.getTime() - START.getTime()) / MINUTE

test('a payment is looked up soon, at the end of its page, then hourly for a day, and then no more', () => {
  const times: Date[] = []
  for (let time: Date | null = firstAsk(START); time; time = nextAsk(payment, time))
    times.push(time)
  assert.deepEqual(times.slice(0, 8).map(sinceStart), [1 / 3, 1, 2, 5, 15, 18, 78, 138])
  assert.equal(times.length, 6 + 23)
  const [last, ...others] = times.toReversed()
  assert.ok(isGivenUp(payment, new Date(last!.getTime() + 1)))
  assert.ok(others.every((time) => !isGivenUp(payment, time)))
})

test('a shop that was off looks up at once and continues from there', () => {
  const late = new Date(START.getTime() + 3 * HOUR)
  assert.deepEqual(nextAsk(payment, late), new Date(late.getTime() + HOUR))
  assert.equal(nextAsk(payment, new Date(START.getTime() + 48 * HOUR)), null)
})
