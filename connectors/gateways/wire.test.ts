import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusedIn } from './wire.ts'

test('a gateway refuses for good only by what another try would not change', () => {
  const fault = new Error('fault')
  for (const status of [400, 404, 422])
    assert.equal(refusedIn({ status, words: 'Too late', fault }), 'Too late')
  assert.equal(refusedIn({ status: 409, words: '', fault }), 'It answered 409')
  for (const status of [302, 401, 403, 408, 429])
    assert.throws(() => refusedIn({ status, words: 'No', fault }), fault)
})
