import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOrders } from '#contract/orders/orders.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { changeParams, readParams } from './read-params.ts'

test('an address says which orders are meant, and says nothing where it is empty', () => {
  assert.deepEqual(readParams(listOrders.input, ''), {
    page: 1,
    limit: 6,
    search: '',
    sort: '-createdAt',
  })
  assert.partialDeepStrictEqual(
    readParams(listOrders.input, '?page=3&status=failed&from=2026-01-31&sort=amount'),
    { page: 3, status: 'failed', from: '2026-01-31', sort: 'amount' },
  )
})

test('parameters that a list does not know are not sent, even if the address has them', () => {
  const odd =
    'page=0&status=lost&from=2026-02-31&to=soon&sort=price&month=foo&amount=75&__proto__=x'
  assert.deepEqual(readParams(listTransactions.input, odd), { page: 1, limit: 9, sort: '-date' })
})

test('another question begins at its first page and keeps the rest of the address', () => {
  assert.equal(
    changeParams('?page=3&status=failed', { sort: 'amount' }),
    'status=failed&sort=amount',
  )
  assert.equal(changeParams('?page=3&status=failed', { page: '4' }), 'status=failed&page=4')
  assert.equal(changeParams('?status=failed&amount=75', { status: '' }), 'amount=75')
})
