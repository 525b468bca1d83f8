import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createPicture } from '#contract/catalogue/gallery.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { connect } from '#server/platform/db/db.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { backUp, describeSchema, restore, sumTables } from '#tests/support/database/backups.ts'
import { plainFile } from '#tests/support/catalogue/images.ts'
import { makeFolder } from '#tests/support/shop/process.ts'
import { atNode, openPackShop, order } from '#tests/support/orders/orders.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { pino } from 'pino'

test('a restored shop equals the original row for row, and continues where it stopped', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const dataDir = makeFolder(stack)
  const { shop, admin, item, asha } = await openPackShop(t, { env: { DATA_DIR: dataDir } })
  for (let count = 0; count < 3; count++) assert.equal((await order(asha, { item })).status, 200)
  const picture = await admin.call(createPicture, { image: await plainFile(), imageName: 'Tiger' })
  assert.equal(picture.status, 200, picture.message)
  const { sql } = shop
  await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  await shop.stop()

  const folder = await backUp(stack, shop.databaseUrl, dataDir)
  const there = await restore(stack, folder, { hasMoved: true })
  const restored = connect(there.url, { connectionsMax: 2 })
  stack.defer(() => restored.end())
  assert.deepEqual([there.settled, there.strange, there.isSecretKnown], [null, [], true])
  assert.deepEqual(await sumTables(restored), await sumTables(sql))
  const fresh = connect(await copyTemplate(stack))
  stack.defer(() => fresh.end())
  assert.deepEqual(await describeSchema(restored), await describeSchema(fresh))
  assert.equal((await verifyLedger(restored)).fault, null)
  assert.deepEqual(await auditBooks(restored), [])
  const images = await readdir(join(dataDir, 'files'))
  assert.ok(images.length > 1)
  assert.deepEqual((await readdir(join(there.dataDir, 'files'))).toSorted(), images.toSorted())

  const node = await shop.openNode({ DATABASE_URL: there.url, DATA_DIR: there.dataDir })
  assert.equal((await fetch(`${node.url}${picture.data.image}`)).status, 200)
  await logIn({ ...asha, url: node.url })
  const next = await order(atNode(node, asha), { item })
  assert.equal(next.status, 200, next.message)
  const [numbers] = await restored<[{ last: number; before: number; invoices: number }]>`
    select (select max(number) from transfer) as last, (select max(last) from seal) as before,
      (select count(distinct invoice) from orders) as invoices`
  assert.ok(numbers.last > numbers.before)
  assert.equal(numbers.invoices, 4)
  await until('nothing is left to do', async () => (await restored`select from job`).length === 0)
  assert.equal((await verifyLedger(restored)).fault, null)
  assert.deepEqual(await auditBooks(restored), [])
})

test('a backup is readable by its owner alone, and gets its final name only when complete', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const url = await copyTemplate(stack)
  const folder = await backUp(stack, url)
  for (const path of ['.', 'tables', 'manifest.json', 'SHA256SUMS', 'tables/users.copy.zst'])
    assert.equal(statSync(join(folder, path)).mode & 0o077, 0, path)
  assert.deepEqual(readdirSync(join(folder, '..')), ['backup'])
  assert.deepEqual(readdirSync(folder).toSorted(), ['SHA256SUMS', 'manifest.json', 'tables'])
})
