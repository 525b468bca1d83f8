import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_ANSWER, readReply } from './read-reply.ts'

test('an answer in the envelope is taken as it is', () => {
  const errors = [{ field: 'email', message: 'Email is required' }]
  for (const reply of [
    { success: true, message: '', data: null },
    { success: true, message: 'Done', data: { a: 1 } },
    { success: false, code: 'BAD_INPUT', message: 'Email is required', data: null, errors },
    { success: false, code: 'BUSY', message: 'Please try again', data: null },
  ])
    assert.deepEqual(readReply(reply), reply)
})

test('an answer without the envelope is “Something went wrong!”', () => {
  for (const answer of [
    undefined,
    null,
    502,
    '<html>',
    [],
    {},
    { message: 'Bad gateway' },
    { success: true },
    { success: 'true', data: null },
    { success: false },
    { success: false, message: 'No code', data: null },
    { success: false, code: 5, message: 'x' },
    { success: false, code: 'BUG', message: '' },
    { statusCode: 502, error: 'Bad Gateway' },
  ])
    assert.deepEqual(readReply(answer), NO_ANSWER, JSON.stringify(answer))
  assert.equal(NO_ANSWER.message, 'Something went wrong!')
  for (const errors of [null, 'x', [null], [{ field: 1, message: 'x' }]])
    assert.deepEqual(readReply({ success: false, code: 'A', message: 'B', data: null, errors }), {
      success: false,
      code: 'A',
      message: 'B',
      data: null,
    })
})
