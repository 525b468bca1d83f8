import { join } from 'node:path'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { tablePath, type Manifest, type Part } from './manifest.ts'
import * as rows from './sql.ts'
import { rememberNames, writeCompressed } from './write-part.ts'

type Copied = Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'tables' | 'sequences'>

/** Copies all tables from one snapshot, on several connections, largest first. */
export async function copyTables(
  sql: Sql,
  lines: Tx[],
  folder: string,
): Promise<Copied & { parts: Part[] }> {
  const [first] = lines as [Tx]
  const { takenAt, postgres } = await rows.selectMoment(first)
  const found = await rows.selectTables(first)
  await lockTables(lines, found)
  const migrations = [...(await rows.selectMigrations(first))]
  if ((await rows.selectMigrations(sql)).length !== migrations.length)
    throw new Error('The database is being upgraded. Try again when that has finished.')

  const tables: Manifest['tables'] = []
  const parts: Part[] = []
  const queue = found.toSorted((a, b) => b.bytes - a.bytes).values()
  await onAllLines(lines, async (line, signal) => {
    for (const table of queue) {
      const { text, count } = rows.copyTable(line, table)
      const target = { folder, path: tablePath(table.name), signal }
      const { part, content } = await writeCompressed(text, target)
      const { name, columns } = table
      tables.push({ name, columns, rows: await count, sha256: content.sha256 })
      parts.push(part)
    }
  })
  await rememberNames(join(folder, 'tables'))
  const sequences = await rows.selectSequences(first) // read last, so that nothing in the snapshot is newer
  return {
    takenAt: takenAt.toISOString(),
    postgres,
    migrations,
    tables: tables.toSorted(byName),
    sequences,
    parts: parts.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** Keeps the tables from changing their shape meanwhile. Orders and all other work go on. */
async function lockTables(lines: Tx[], tables: rows.Table[]): Promise<void> {
  try {
    for (const line of lines) await rows.lockTables(line, tables)
  } catch (error) {
    const words = 'A table is locked by a change. Try again when that has finished.'
    throw new Error(words, { cause: error })
  }
}

/** Runs the work on every connection. The first failure aborts the others. */
async function onAllLines(
  lines: Tx[],
  work: (line: Tx, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  const failures: unknown[] = []
  await Promise.all(
    lines.map((line) =>
      work(line, stopping.signal).catch((error: unknown) => {
        failures.push(error)
        stopping.abort()
      }),
    ),
  )
  if (failures.length > 0) throw failures[0]
}
