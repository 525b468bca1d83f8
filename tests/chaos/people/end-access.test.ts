import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { endAccess } from './end-access.ts'
import { endStreams } from './end-streams.ts'
import { stealTokens } from './steal-tokens.ts'

test('a right or session revoked on one node is gone on every other at the next call', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const ended = await endAccess(setup, { ends: 11, seed: 2 })
  const streams = await endStreams(setup, 2)
  const stolen = await stealTokens(setup, { families: 5, seed: 2 })
  assert.deepEqual([ended.wrong, streams.wrong, stolen.wrong], [[], [], []])
  assert.ok(ended.answered > 0)
})
