import { mkdtempSync, rmSync } from 'node:fs'
import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect } from '#server/db/db.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

export type TestDatabase = { server: string; close(): Promise<void> }

const TEMPLATE = 'shop_template'
const log = pino({ level: 'silent' })

/** A server for tests, with a migrated database that each test copies: its own, or the one named. */
export async function openTestDatabase(server: string | undefined): Promise<TestDatabase> {
  const database = server ? { server, close: async () => {} } : await startThrowaway()
  const sql = connect(database.server, { connectionsMax: 1 })
  await sql.unsafe(`drop database if exists ${TEMPLATE} with (force)`)
  await sql.unsafe(`create database ${TEMPLATE}`)
  await sql.end()
  const template = database.server.replace(/[^/]*$/, TEMPLATE)
  await migrate(template, log)
  return database
}

/** Nothing here outlives the tests, so nothing waits for the disk. */
async function startThrowaway(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-tests-'))
  chmodSync(folder, 0o755)
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const { url, stop } = await startEmbedded({ dataDir: folder, log, settings })
  return {
    server: url,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
