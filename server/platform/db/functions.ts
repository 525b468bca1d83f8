import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Sql } from './db.ts'

/** A function of the database, in a file of its own. Its revision grows with every change of the text. */
export type SqlFunction = { name: string; text: string; checksum: string; revision: number }

export const FUNCTIONS = join(import.meta.dirname, 'functions')

/** Reads all functions. A function has one line in checksums.txt for each text that it ever had, oldest first. */
export function readFunctions(): SqlFunction[] {
  const history = readFileSync(join(FUNCTIONS, 'checksums.txt'), 'utf8').split('\n')
  const files = readdirSync(FUNCTIONS).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((file) => {
    const text = readFileSync(join(FUNCTIONS, file), 'utf8')
    return {
      name: file.slice(0, -'.sql'.length),
      text,
      checksum: createHash('sha256').update(text).digest('hex'),
      revision: history.filter((line) => line.endsWith(`  ${file}`)).length,
    }
  })
}

type Applied = Omit<SqlFunction, 'text'>

/**
 * Replaces the functions whose text has changed, all or none. A node of an older version leaves newer texts alone,
 * because newer nodes rely on them; they also work for its own calls. A function that a migration dropped is created
 * again.
 */
export async function applyFunctions(
  sql: Sql,
  functions: SqlFunction[],
  { log, lockWaitMs }: { log: Logger; lockWaitMs: number },
): Promise<void> {
  if (functions.length === 0) return
  const rows = await sql<Applied[]>`
    select name, revision, checksum from applied_function where to_regproc(name) is not null`
  const applied = new Map(rows.map((row) => [row.name, row]))
  const newer = functions.filter(({ name, revision }) => revision < revisionOf(applied.get(name)))
  if (newer.length > 0)
    log.info({ functions: newer.map(({ name }) => name) }, 'the database has newer functions')
  const changed = functions.filter((one) => isChanged(one, applied.get(one.name)))
  if (changed.length === 0) return
  await replaceAll(sql, changed, lockWaitMs)
  log.info({ functions: changed.map(({ name }) => name) }, 'functions replaced')
}

const revisionOf = (applied: Applied | undefined): number => applied?.revision ?? -1

/** A higher revision counts even with the same text: once it is recorded, no revision in between is applied again. */
function isChanged({ revision, checksum }: SqlFunction, applied: Applied | undefined): boolean {
  const known = revisionOf(applied)
  return revision > known || (revision === known && checksum !== applied?.checksum)
}

async function replaceAll(sql: Sql, functions: SqlFunction[], lockWaitMs: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = ${lockWaitMs}`)
    // Functions call each other, so a text may name one that comes later.
    await tx.unsafe('set local check_function_bodies = off')
    // Functions of the ledger keep this path: `set search_path from current`.
    await tx`select set_config('search_path', format('%I, pg_temp', current_schema()), true)`
    for (const { name, text } of functions)
      await tx.unsafe(text).catch((error: unknown) => {
        const words = `The function ${name} could not be replaced, and none was.`
        throw new Error(words, { cause: error })
      })
    await tx`
      insert into applied_function (name, revision, checksum)
      select * from unnest(
        ${functions.map(({ name }) => name)}::text[],
        ${functions.map(({ revision }) => revision)}::int[],
        ${functions.map(({ checksum }) => checksum)}::text[])
      on conflict (name) do update
      set revision = excluded.revision, checksum = excluded.checksum, applied_at = now()`
  })
}
