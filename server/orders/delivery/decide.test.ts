import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, decide, judgeUnheard, nextTrace, nextTry } from './decide.ts'
import type { DispatchRow, Reason } from './sql.ts'

const START = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => after(START, seconds * 1_000)

type Short = 'ready' | 'sent' | 'delivered' | Reason

const toLegs = (states: Short[]) =>
  states.map((state, index) => {
    const isOpen = state === 'ready' || state === 'sent' || state === 'delivered'
    const leg = index + 1
    return isOpen
      ? { id: String(leg), leg, state, reason: null }
      : { id: String(leg), leg, state: 'refused' as const, reason: state }
  })

test('the states of its dispatches decide how an order ends, and whom it waits for', () => {
  for (const [states, verdict, mayCorrect] of [
    [['ready', 'ready'], 'send'],
    [['delivered', 'ready'], 'send'],
    [['sent', 'ready'], 'wait'],
    [['player', 'sent'], 'wait'],
    [['delivered', 'delivered'], 'completed'],
    [['stock', 'ready'], 'failed'],
    [['down'], 'failed'],
    [['player'], 'wrong player'],
    [['player'], 'failed', false],
    [['player', 'ready'], 'wrong player'],
    [['player', 'stock'], 'failed'],
    [['delivered', 'player'], 'part'],
    [['delivered', 'stock', 'ready'], 'part'],
  ] as [Short[], string, boolean?][])
    assert.equal(
      decide(toLegs(states), { mayCorrect: mayCorrect ?? true }).is,
      verdict,
      states.join(),
    )
})

test('a request that never reached its supplier is retried for less than two minutes', () => {
  for (const random of [0, 0.5, 1]) {
    const times: Date[] = []
    for (let [time, tries] = [START as Date | null, 1]; time; tries += 1) {
      times.push(time)
      time = nextTry({ tries, firstSentAt: START }, time, random)
    }
    assert.ok(times.length >= 5, String(times.length))
    assert.ok(times.at(-1)! <= at(120))
  }
})

test('a dispatch is checked often at first, then every quarter of an hour', () => {
  const times: number[] = []
  for (let now = START; times.length < 10; now = nextTrace(START, now))
    times.push((now.getTime() - START.getTime()) / 1_000)
  assert.deepEqual(times, [0, 5, 10, 20, 40, 100, 120, 300, 900, 1_800])
})

test('a dispatch unknown to its supplier is resent only where that is safe, and never too early', () => {
  const sending = {
    tries: 1,
    supplierOrderId: null,
    firstSentAt: START,
    sentAt: START,
    lostAt: START,
  } satisfies Partial<DispatchRow>
  for (const [seconds, change, isRepeatable, verdict] of [
    [10, {}, true, 'wait'],
    [15, {}, true, 'again'],
    [20, {}, false, 'wait'],
    [59, { lostAt: null }, true, 'wait'], // it may be under way at this moment
    [60, { lostAt: null }, true, 'again'],
    [600, { lostAt: null }, true, 'again'], // a node died before it was sent
    [600, { lostAt: null }, false, 'down'],
    [100, { tries: 2 }, true, 'down'],
    [100, {}, false, 'down'],
    [100, { lostAt: at(60) }, false, 'wait'],
    [100, { supplierOrderId: '7' }, true, 'person'],
  ] as [number, Partial<typeof sending>, boolean, string][])
    assert.equal(
      judgeUnheard({ ...sending, ...change }, isRepeatable, at(seconds)),
      verdict,
      `${seconds} s ${JSON.stringify(change)} ${isRepeatable}`,
    )
})
