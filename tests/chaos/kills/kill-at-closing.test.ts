import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killAtClosing } from './kill-at-closing.ts'

test('each prize is paid once and mailed, even if the shop is killed while it closes a month', async () => {
  const { won, paid, wrong, unmailed, fault, audit } = await killAtClosing(2, 7)
  assert.deepEqual([won, paid], [20, 20])
  assert.deepEqual([wrong, audit], [[], []])
  assert.equal(unmailed, 0)
  assert.equal(fault, null)
})
