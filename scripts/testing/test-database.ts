import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pino } from 'pino'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

export type TestDatabase = { server: string; close(): Promise<void> }

const TEMPLATE = 'shop_template'
const log = pino({ level: 'silent' })

/**
 * A database server for tests, with a migrated database that each test copies. It starts one unless another is named.
 */
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
  const folder = mkdtempSync(join(findRoom(), 'gemstall-tests-'))
  chmodSync(folder, 0o755)
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'autovacuum=off', // it would change plans while a test reads them
    'shared_buffers=128MB', // dropping a database scans all of it
  ]
  const { url, stop } = await startEmbedded({ dataDir: folder, log, settings })
  await admitWithoutPassword(url)
  return {
    server: url,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Tests open thousands of connections. A password would protect nothing here, and checking it costs a third of opening
 * one.
 */
async function admitWithoutPassword(url: string): Promise<void> {
  const sql = connect(url, { connectionsMax: 1 })
  const [place] = await sql<[{ file: string }]>`select current_setting('hba_file') as file`
  writeFileSync(place.file, 'host all all 127.0.0.1/32 trust\n')
  await sql`select pg_reload_conf()`
  await sql.end()
}

const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 6 * 1024 ** 3

/** Uses memory if there is enough. Databases come and go by the hundred, and most of the cost is files on disk. */
function findRoom(): string {
  const room = Math.min(process.availableMemory(), findFree(MEMORY))
  return room > MEMORY_NEEDED ? MEMORY : tmpdir()
}

function findFree(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0 // the folder does not exist on this machine
  }
}
