import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killUnderSignUps } from './kill-under-sign-ups.ts'

test('no acknowledged account is lost, and none is half there, when shop and database are killed', async () => {
  const { acknowledged, lost, half } = await killUnderSignUps(3, 7)
  assert.ok(acknowledged > 3)
  assert.deepEqual(lost, [])
  assert.deepEqual(half, [])
})
