import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTrouble, type Attempt } from './find-trouble.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const agoMinutes = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const unopened = (minutes: number): Attempt => ({
  state: 'failed',
  hasPage: false,
  createdAt: agoMinutes(minutes),
})
const ended = (state: Attempt['state'], minutes: number): Attempt => ({
  state,
  hasPage: true,
  createdAt: agoMinutes(minutes),
})
const many = (count: number, attempt: Attempt): Attempt[] =>
  Array.from({ length: count }, () => attempt)

test('a gateway whose last two pages of five minutes could not be opened is in trouble', () => {
  const words = 'Its last 2 payment pages couldn’t be opened.'
  const opening: Attempt = { state: 'open', hasPage: false, createdAt: agoMinutes(0) }
  const cases: [string, Attempt[], string | null][] = [
    ['no payments', [], null],
    ['one failure', [unopened(1)], null],
    ['two failures', [unopened(1), unopened(2)], words],
    ['two before a payment that is opening', [opening, unopened(1), unopened(2)], words],
    ['a success in between', [unopened(1), ended('open', 2), unopened(3)], null],
    ['a success since', [ended('open', 0), unopened(1), unopened(2)], null],
    ['exactly five minutes ago', [unopened(5), unopened(5)], words],
    ['longer ago', [unopened(4), unopened(5.1)], null],
  ]
  for (const [name, attempts, expected] of cases)
    assert.equal(findTrouble(attempts, NOW), expected, name)
})

test('a gateway is in trouble while less than half as many of its payments succeed as usual', () => {
  const usual = [...many(45, ended('paid', 120)), ...many(15, ended('failed', 120))]
  const recent = (paid: number, failed: number) => [
    ...many(paid, ended('paid', 10)),
    ...many(failed, ended('failed', 10)),
  ]
  const words = 'Only 35 % of its payments succeeded in the last 30 minutes, instead of 75 %.'
  assert.equal(findTrouble([...recent(7, 13), ...usual], NOW), words)
  assert.equal(findTrouble([...recent(8, 12), ...usual], NOW), null, 'more than half of usual')
  assert.equal(findTrouble([...recent(0, 19), ...usual], NOW), null, 'too few to tell')
  const open = many(5, ended('open', 1))
  assert.equal(
    findTrouble([...open, ...recent(7, 12), ...usual], NOW),
    null,
    'open ones say nothing',
  )
  assert.equal(
    findTrouble([...recent(0, 40), ...usual.slice(0, 49)], NOW),
    null,
    'nothing usual yet',
  )
  const older = many(20, ended('failed', 31))
  assert.equal(findTrouble([...older, ...usual], NOW), null, 'longer ago')
})
