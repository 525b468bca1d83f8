import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnUser } from '#contract/accounts/users.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { takeLanding } from './take-landing.ts'

const kept = new Map<string, string>()
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
})

const [customer, staff] = [{ role: 'user' }, { role: 'staff' }] as OwnUser[]

test('signing in leads to the page that was wanted, once; otherwise staff land in the back office', () => {
  keepReturnPath('/purchase?itemSlug=gems')
  assert.equal(takeLanding(customer!), '/purchase?itemSlug=gems')
  assert.equal(takeLanding(customer!), '/')
  assert.equal(takeLanding(staff!), '/admin')
})
