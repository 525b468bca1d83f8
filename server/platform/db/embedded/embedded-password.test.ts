import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/log.ts'
import { readSecrets, writeSecrets } from '#server/platform/config/secrets.ts'
import { makeFolder } from '#tests/support/shop/process.ts'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded } from './embedded.ts'
import { changePassword } from './embedded-password.ts'

test('another password opens the database alone, and a change that was cut off is ended or taken back', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const dataDir = makeFolder(stack)
  const log = createLog('silent')
  const first = await startEmbedded({ dataDir, log })
  const before = readSecrets(dataDir)
  await changePassword(dataDir, first.url)
  const after = readSecrets(dataDir)
  assert.notEqual(after.databasePassword, before.databasePassword)
  assert.deepEqual(Object.keys(after), ['secret', 'databasePassword'])
  await assert.rejects(ask(first.url), { code: '28P01' })
  await first.stop()

  const isSettled = async () => {
    const database = await startEmbedded({ dataDir, log })
    await ask(database.url)
    await database.stop()
    assert.deepEqual(readSecrets(dataDir), after)
  }
  writeSecrets(dataDir, { ...after, nextDatabasePassword: 'never given to the database' })
  await isSettled()
  const { databasePassword: given } = after
  writeSecrets(dataDir, { ...before, nextDatabasePassword: given })
  await isSettled()
})

async function ask(url: string): Promise<void> {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    await sql`select 1`
  } finally {
    await sql.end()
  }
}
