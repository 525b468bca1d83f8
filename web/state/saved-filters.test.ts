import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf, withFilters } from './saved-filters.ts'

test('a saved filter keeps what was chosen, and no search words or page', () => {
  assert.equal(
    filtersOf(
      '?status=failed&search=asha%40example.com&searchIndex=email&page=3&paymentMethod=upi',
    ),
    'paymentMethod=upi&status=failed',
  )
  assert.equal(filtersOf('?search=asha'), '')
})

test('a saved filter replaces the filters of a list, and leaves the search', () => {
  assert.equal(
    withFilters('?from=2026-01-01&page=2&search=asha', 'status=failed'),
    'status=failed&search=asha',
  )
})
