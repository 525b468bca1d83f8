import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlain } from './plain-connections.ts'

const find = (databaseUrl: string, redisUrl?: string) => findPlain({ databaseUrl, redisUrl })

test('unencrypted connections to other machines are named by their variables', () => {
  const elsewhere = 'postgres://shop:word@db.example:5432/shop'
  assert.deepEqual(find(elsewhere, 'redis://cache.example'), ['DATABASE_URL', 'REDIS_URL'])
  assert.deepEqual(find(`${elsewhere}?sslmode=disable`), ['DATABASE_URL'])
  assert.deepEqual(find(`${elsewhere}?sslmode=prefer`), ['DATABASE_URL'])
  assert.deepEqual(find(`${elsewhere}?sslmode=verify-full`, 'rediss://cache.example'), [])
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    assert.deepEqual(find(`postgres://shop:word@${host}/shop`, `redis://${host}`), [])
})
