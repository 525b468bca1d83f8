import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connect, isLockTaken, type Sql } from './db.ts'
import { applyFunctions, readFunctions, type SqlFunction } from './functions.ts'

export type Migration = { id: number; name: string; text: string; checksum: string }

const FOLDER = join(import.meta.dirname, 'migrations')
const LOCK = 7_365_001 // arbitrary, but the same on every node
const STATEMENT_MS = 60 * 60 * 1000 // time for an index of a large table
const ASK_AGAIN_MS = 50
const LOCK_WAIT_MS = 1_000
const LOCK_PAUSE_MS = 2_000

type Wanted = { migrations?: Migration[]; functions?: SqlFunction[]; isRestoring?: boolean }

/**
 * Brings tables and functions of the database to this version of the code. Nodes that start together take turns. Pass no
 * functions with only some of the migrations, because functions need all tables.
 */
export async function migrate(
  url: string,
  log: Logger,
  { migrations = readMigrations(), functions = readFunctions(), isRestoring = false }: Wanted = {},
): Promise<void> {
  const sql = connect(url, { connectionsMax: 1, statementTimeoutMs: STATEMENT_MS })
  try {
    await refuseUnfit(sql, url)
    if (!isRestoring) await refuseHalfRestored(sql)
    await waitForTurn(sql)
    await sql`
      create table if not exists migration (
        id         int primary key,
        name       text not null,
        checksum   text not null,
        applied_at timestamptz not null default now()
      )`
    const applied = await sql<Migration[]>`select id, name, checksum from migration order by id`
    refuseStrangers(applied, migrations)
    for (const migration of migrations.slice(applied.length)) {
      await applyMigration(sql, migration, log)
      log.info({ migration: migration.name }, 'migrated')
    }
    const apply = () => applyFunctions(sql, functions, { log, lockWaitMs: LOCK_WAIT_MS })
    await whenFree('functions', log, apply)
  } finally {
    await sql.end() // releases the lock
  }
}

/**
 * Polls for the lock. `create index concurrently` waits for running statements, so a statement waiting for this lock
 * would block it.
 */
async function waitForTurn(sql: Sql): Promise<void> {
  for (;;) {
    const [{ isMine }] = await sql<[{ isMine: boolean }]>`
      select pg_try_advisory_lock(${LOCK}) as is_mine`
    if (isMine) return
    await sleep(ASK_AGAIN_MS)
  }
}

export function readMigrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name, index) => {
    const id = Number(name.slice(0, 3))
    if (id !== index + 1) throw new Error(`Migration ${name} is out of order`)
    const text = readFileSync(join(FOLDER, name), 'utf8')
    return { id, name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

const OLDEST = 15

/** Refuses a database that cannot be reached or that the shop cannot run on, before changing anything. */
async function refuseUnfit(sql: Sql, url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const place = `The database ${host}${pathname}`
  const [row] = await sql<[{ version: number; encoding: string }]>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`.catch((error: unknown) => {
    throw new Error(`${place} cannot be used. Is it running, and is its address right?`, {
      cause: error,
    })
  })
  if (row.version < OLDEST)
    throw new Error(`${place} is PostgreSQL ${row.version}; the shop needs ${OLDEST} or newer.`)
  if (row.encoding !== 'UTF8')
    throw new Error(`${place} uses the encoding ${row.encoding}; create it with encoding 'UTF8'.`)
}

/** Refuses a database with an unfinished restore, see `server/operations/backup`. */
async function refuseHalfRestored(sql: Sql): Promise<void> {
  const [row] = await sql<[{ mark: string | null }]>`select to_regclass('restoring')::text as mark`
  if (row.mark)
    throw new Error(
      "A restore of a backup into this database hasn't finished. " +
        'Wait for it, or run the same `npm run restore` once more.',
    )
}

/** Refuses a database with migrations that are unknown to this code or differ from its own. */
function refuseStrangers(applied: Migration[], known: Migration[]): void {
  const newest = applied.at(-1)
  if (newest && newest.id > known.length)
    throw new Error(
      `The database was upgraded by a newer Gemstall (${newest.name}); ` +
        `this one knows migrations up to ${known.length}. Start the newer version instead.`,
    )
  const changed = applied.find(({ id, checksum }) => known[id - 1]?.checksum !== checksum)
  if (changed)
    throw new Error(
      `Migration ${changed.name} was changed after it was applied to this database. ` +
        'Put the file back as it was, and write the change as a new migration.',
    )
}

const BESIDE = '-- no transaction'

const applyMigration = (sql: Sql, migration: Migration, log: Logger): Promise<void> =>
  migration.text.startsWith(BESIDE)
    ? applyBeside(sql, migration)
    : whenFree(migration.name, log, () => applyWhole(sql, migration))

/**
 * Retries work that has a short lock timeout. A statement that waits to alter a table blocks all later ones, so a long
 * backup would otherwise stop the shop.
 */
async function whenFree(name: string, log: Logger, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof Error) || !isLockTaken(error.cause)) throw error
      log.warn({ waiting: name }, 'a change of the database waits for a table in use')
    }
    await sleep(LOCK_PAUSE_MS)
  }
}

/**
 * Runs statement by statement, for indexes of tables that are in use. An interrupted migration starts over, so each
 * statement must be repeatable.
 */
async function applyBeside(sql: Sql, { id, name, text, checksum }: Migration): Promise<void> {
  try {
    for (const statement of text.split(/;\s*$/m)) await sql.unsafe(statement)
    await sql`insert into migration (id, name, checksum) values (${id}, ${name}, ${checksum})`
  } catch (error) {
    throw new Error(`Migration ${name} was interrupted. It starts over at the next start.`, {
      cause: error,
    })
  }
}

/** Applies the migration in one transaction, because PostgreSQL can roll back changes of tables. */
async function applyWhole(sql: Sql, { id, name, text, checksum }: Migration): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`)
      await tx.unsafe(text)
      await tx`insert into migration (id, name, checksum) values (${id}, ${name}, ${checksum})`
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed and was rolled back.`, { cause: error })
  }
}
