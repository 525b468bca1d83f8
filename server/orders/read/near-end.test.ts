import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#server/platform/refusal.ts'
import { fromNearEnd, WALK_MAX } from './near-end.ts'

test('a page sorted by amount is read from the nearer end, and refused when both are far away', () => {
  const cut = { sort: '-amount', limit: 10, offset: 40 } as const
  assert.deepEqual(fromNearEnd(cut, 1_000), { cut, isTurned: false })
  assert.deepEqual(fromNearEnd({ ...cut, offset: 990 }, 1_000), {
    cut: { sort: 'amount', limit: 10, offset: 0 },
    isTurned: true,
  })
  assert.deepEqual(fromNearEnd({ ...cut, offset: 990 }, 994), {
    cut: { sort: 'amount', limit: 4, offset: 0 },
    isTurned: true,
  })
  const total = 3 * WALK_MAX
  for (const offset of [WALK_MAX, total - WALK_MAX]) fromNearEnd({ ...cut, offset }, total)
  assert.throws(
    () => fromNearEnd({ ...cut, offset: WALK_MAX + 10 }, total),
    (error) => error instanceof Refusal && error.code === 'PAGE_TOO_DEEP',
  )
})
