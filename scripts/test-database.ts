import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
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
  await makeTemplate(database.server)
  return database
}

async function makeTemplate(server: string): Promise<void> {
  const sql = connect(server, { connectionsMax: 1 })
  try {
    await sql.unsafe(`drop database if exists ${TEMPLATE} with (force)`)
    await sql.unsafe(`create database ${TEMPLATE} template template0 encoding 'UTF8'`)
  } catch (error) {
    const words =
      `The tests cannot create databases on ${new URL(server).host}. Is PostgreSQL running there, ` +
      'and may the user in TEST_DATABASE_SERVER create databases?'
    throw new Error(words, { cause: error })
  } finally {
    await sql.end()
  }
  const template = new URL(server)
  template.pathname = TEMPLATE
  await migrate(template.href, log)
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
