import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFolder } from '#tests/support/shop/process.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { backUpUnderLoad, MANY } from './back-up-under-load.ts'

test('a backup under load is one consistent moment, killed ones leave nothing, and a restored shop works', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const dataDir = makeFolder(stack)
  const shop = await openShop(t, { env: { DATA_DIR: dataDir, ...MANY } })
  const other = await shop.openNode()
  const { sandboxUrl, sql, databaseUrl, openNode } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const report = await backUpUnderLoad(
    { ...setup, databaseUrl, dataDir, openNode },
    { backups: 1, seed: 29, customers: 3, share: 0.2 },
  )
  assert.deepEqual(report.wrong, [])
  assert.ok(report.orders > 5 && report.rows > 100)
})
