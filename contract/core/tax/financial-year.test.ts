import assert from 'node:assert/strict'
import { test } from 'node:test'
import { financialYear, firstDayOfYear, haveNewNames, haveSameYears } from './financial-year.ts'

const starts = (...months: string[]) => months.map((from) => ({ from }))

test('a financial year begins in April, until the rules say another month', () => {
  for (const [day, year] of [
    ['2016-03-31', '15-16'],
    ['2026-03-31', '25-26'],
    ['2026-04-01', '26-27'],
    ['2026-12-31', '26-27'],
    ['2027-01-01', '26-27'],
    ['2099-04-01', '99-00'],
    ['2009-04-01', '09-10'],
  ] as const)
    assert.equal(financialYear(day, starts('2017-04')), year)
})

test('a new beginning cuts the running year short, and years before it keep their names', () => {
  const calendar = starts('2017-04', '2027-01')
  for (const [day, first, year] of [
    ['2026-12-31', '2026-04-01', '26-27'],
    ['2027-01-01', '2027-01-01', '27-27'],
    ['2027-12-31', '2027-01-01', '27-27'],
    ['2028-01-01', '2028-01-01', '28-28'],
  ] as const)
    assert.deepEqual([firstDayOfYear(day, calendar), financialYear(day, calendar)], [first, year])
  const back = starts('2017-04', '2027-01', '2029-04')
  assert.deepEqual(
    ['2029-03-31', '2029-04-01', '2030-03-31'].map((day) => financialYear(day, back)),
    ['29-29', '29-30', '29-30'],
  )
})

test('a change of the beginning is told from one that no month between two others feels', () => {
  const before = starts('2017-04')
  const range = { first: '2025-11', last: '2026-12' }
  assert.equal(haveSameYears(range, before, starts('2017-04', '2027-01')), true)
  assert.equal(haveSameYears(range, before, starts('2025-04')), true)
  assert.equal(haveSameYears(range, before, starts('2017-04', '2026-01')), false)
  assert.equal(haveSameYears(range, before, starts('2017-01', '2026-04')), false)
  assert.equal(
    haveSameYears({ first: '2026-04', last: '2026-04' }, before, starts('2017-05')),
    false,
  )
})

test('a year has another name than the year that it cuts short', () => {
  assert.equal(haveNewNames(starts('2017-04', '2027-01', '2027-07')), true)
  assert.equal(haveNewNames(starts('2017-04', '2027-04')), true)
  assert.equal(haveNewNames(starts('2017-04', '2026-12')), false)
  assert.equal(haveNewNames(starts('2017-04', '2027-07')), false)
})
