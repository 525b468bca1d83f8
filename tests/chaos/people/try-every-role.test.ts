import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { tryEveryRole } from './try-every-role.ts'

test('every role can make exactly the calls it is allowed', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url], sandboxUrl, sql }
  const { wrong, tried, refused } = await tryEveryRole(setup, { seed: 3, sampled: 16 })
  assert.deepEqual(wrong, [])
  assert.ok(refused > 700 && tried - refused > 350, `${tried} ${refused}`)
})
