import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTrouble, type Attempt } from './find-trouble.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const agoMinutes = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const attempt = (userId: string, minutes: number, given: Partial<Attempt>): Attempt => ({
  userId,
  state: 'paid',
  hasPage: true,
  createdAt: agoMinutes(minutes),
  ...given,
})
const unopened = (userId: string, minutes: number) =>
  attempt(userId, minutes, { state: 'failed', hasPage: false })
const opened = (userId: string, minutes: number) => attempt(userId, minutes, { state: 'open' })
const opening = attempt('carl', 0, { state: 'open', hasPage: false })

/** Payments of as many customers. */
const many = (count: number, state: Attempt['state'], minutes: number): Attempt[] =>
  Array.from({ length: count }, (_, nth) =>
    attempt(`${state} ${minutes} ${nth}`, minutes, { state }),
  )

test('a gateway that opened no page for two customers within five minutes is in trouble', () => {
  const two = 'It opened no payment page for its last 2 customers.'
  const cases: [string, Attempt[], string | null][] = [
    ['no payments', [], null],
    ['one failure', [unopened('asha', 1)], null],
    ['two failures', [unopened('asha', 1), unopened('ben', 2)], two],
    ['one customer twice', [unopened('asha', 1), unopened('asha', 2)], null],
    ['two before an opening one', [opening, unopened('asha', 1), unopened('ben', 2)], two],
    ['a page in between', [unopened('asha', 1), opened('ben', 2), unopened('ben', 3)], null],
    ['a page since', [opened('asha', 0), unopened('asha', 1), unopened('ben', 2)], null],
    ['a page before', [unopened('asha', 1), unopened('ben', 2), opened('ben', 3)], two],
    ['exactly five minutes ago', [unopened('asha', 5), unopened('ben', 5)], two],
    ['longer ago', [unopened('asha', 4), unopened('ben', 5.1)], null],
  ]
  for (const [name, attempts, expected] of cases)
    assert.equal(findTrouble(attempts, NOW), expected, name)
})

test('a gateway is in trouble while less than half as many customers can pay as usual', () => {
  const usual = [...many(45, 'paid', 120), ...many(15, 'failed', 120)]
  const recent = (paid: number, failed: number) => [
    ...many(paid, 'paid', 10),
    ...many(failed, 'failed', 10),
  ]
  const words = 'Only 35 % of its customers could pay in the last 30 minutes, instead of 75 %.'
  const again = Array.from({ length: 40 }, () => attempt('asha', 5, { state: 'failed' }))
  const cases: [string, Attempt[], string | null][] = [
    ['a third instead of three quarters', [...recent(7, 13), ...usual], words],
    ['more than half of usual', [...recent(8, 12), ...usual], null],
    ['too few to tell', [...recent(0, 19), ...usual], null],
    ['open ones say nothing', [...many(5, 'open', 1), ...recent(0, 19), ...usual], null],
    ['nothing usual yet', [...recent(0, 40), ...many(49, 'paid', 120)], null],
    ['longer ago', [...many(20, 'failed', 31), ...usual], null],
    ['one customer again and again', [...again, ...usual], null],
  ]
  for (const [name, attempts, expected] of cases)
    assert.equal(findTrouble(attempts, NOW), expected, name)
})
