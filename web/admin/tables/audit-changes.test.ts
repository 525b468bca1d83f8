import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChanges } from './audit-changes.ts'

test('an edit lists only the values that changed', () => {
  assert.deepEqual(
    listChanges(
      { code: 'DIWALI', priceMin: 500, games: ['a'], isActive: true },
      { code: 'DIWALI', priceMin: 700, games: ['a', 'b'], isActive: true },
    ),
    [
      { name: 'price min', before: '500', after: '700' },
      { name: 'games', before: '["a"]', after: '["a","b"]' },
    ],
  )
})

test('an addition or deletion lists all values, and no change lists none', () => {
  assert.deepEqual(listChanges(null, { name: 'Hot' }), [{ name: 'name', before: '', after: 'Hot' }])
  assert.deepEqual(listChanges({ name: 'Hot' }, null), [{ name: 'name', before: 'Hot', after: '' }])
  assert.deepEqual(listChanges(0.01, 0.02), [{ name: 'value', before: '0.01', after: '0.02' }])
  assert.deepEqual(listChanges(null, null), [])
  assert.deepEqual(listChanges({ note: null }, { note: undefined }), [])
})

test('amounts are money, in the currency that stands beside them, within lists too', () => {
  assert.deepEqual(listChanges({ balance: 0 }, { balance: 12_3456, currency: 'USD' }), [
    { name: 'balance', before: '$0.00', after: '$12.3456' },
    { name: 'currency', before: '', after: 'USD' },
  ])
  assert.deepEqual(listChanges([{ sellingPrice: 75_00, index: 2 }], null), [
    { name: 'value', before: '[{"sellingPrice":"₹75.00","index":2}]', after: '' },
  ])
})
