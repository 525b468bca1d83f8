import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDateText, toDateText } from './date-text.ts'

test('a day is shown as day, month and year, and read back from what people type', () => {
  assert.equal(toDateText('2026-01-31'), '31/01/2026')
  assert.equal(toDateText(''), '')
  assert.equal(toDateText('31/13'), '31/13')
  for (const typed of ['31/01/2026', '31/1/2026', ' 31-01-2026 ', '31.1.2026', '2026-01-31'])
    assert.equal(readDateText(typed), '2026-01-31', typed)
  assert.equal(readDateText('29/02/2028'), '2028-02-29')
  assert.equal(readDateText('  '), '')
})

test('text that is not a calendar date is not read as one', () => {
  for (const typed of [
    '31/02/2026',
    '29/02/2027',
    '01/31/2026',
    '1/1/26',
    '31/01',
    '0/1/2026',
    'soon',
  ])
    assert.equal(readDateText(typed), null, typed)
})
