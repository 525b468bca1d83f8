import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, recentMonths } from './period.ts'

test('a day begins at midnight in India', () => {
  assert.equal(dayOf(new Date('2026-01-31T18:29:59.999Z')), '2026-01-31')
  assert.equal(dayOf(new Date('2026-01-31T18:30:00.000Z')), '2026-02-01')
})

test('the last twelve months start with the current one in India, each once', () => {
  const months = recentMonths(new Date('2026-01-31T18:30:00.000Z'))
  assert.deepEqual(months.slice(0, 3), [
    { month: 'feb', firstDay: '2026-02-01' },
    { month: 'jan', firstDay: '2026-01-01' },
    { month: 'dec', firstDay: '2025-12-01' },
  ])
  assert.deepEqual(months.at(-1), { month: 'mar', firstDay: '2025-03-01' })
  assert.equal(new Set(months.map(({ month }) => month)).size, 12)
})
