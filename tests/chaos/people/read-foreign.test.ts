import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { readForeign } from './read-foreign.ts'

test('other people’s data is answered as if it did not exist', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url], sandboxUrl, sql }
  const report = await readForeign(setup, { seed: 5, sampled: 16 })
  assert.deepEqual(report.wrong, [])
  assert.equal(report.own, report.fields)
})
