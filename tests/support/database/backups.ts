import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { makeBackup } from '#server/operations/backup/backup.ts'
import type { Installation } from '#server/operations/backup/installation.ts'
import { readBackup } from '#server/operations/backup/read-backup.ts'
import { restoreBackup, type Restored } from '#server/operations/backup/restore.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { makeFolder } from '#tests/support/shop/process.ts'
import { createDatabase } from '#tests/support/shop/shop.ts'

/** The parts of a test's shop that a backup covers: its database, data folder and secrets. */
const placeAt = (url: string, dataDir: string): Installation => ({
  url,
  dataDir,
  isBucket: false,
  secrets: ['a secret of this test'],
})

/** Backs up a shop into a folder of its own. */
export async function backUp(
  stack: AsyncDisposableStack,
  url: string,
  dataDir = makeFolder(stack),
): Promise<string> {
  const folder = join(makeFolder(stack), 'backup')
  await makeBackup(placeAt(url, dataDir), folder)
  return folder
}

type Made = Restored & { url: string; dataDir: string }

/** Restores a backup into another database. */
export async function restore(
  stack: AsyncDisposableStack,
  folder: string,
  { hasMoved = false } = {},
): Promise<Made> {
  const [url, dataDir] = [await createDatabase(stack, 'template template0'), makeFolder(stack)]
  const log = pino({ level: 'silent' })
  const opened = await readBackup(folder)
  const restored = await restoreBackup(placeAt(url, dataDir), opened, { hasMoved, log })
  return { ...restored, url, dataDir }
}

/** Copies a backup, so that the test can damage it. */
export async function copyBackup(stack: AsyncDisposableStack, folder: string): Promise<string> {
  const copy = join(makeFolder(stack), 'backup')
  await cp(folder, copy, { recursive: true })
  return copy
}

/**
 * Lists the row count of every table in a backup, and a checksum of its contents that ignores their order. A restore
 * applies the functions of its own version, so their list is not in a backup.
 */
export async function sumTables(tx: Sql | Tx): Promise<string[]> {
  await tx.unsafe('set time zone utc')
  const tables = await tx<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'applied_function'
    order by 1`
  const lines: string[] = []
  for (const { name } of tables) {
    const [row] = await tx<[{ count: number; sum: string }]>`
      select count(*), coalesce(md5(string_agg(line, '' order by line)), '') as sum
      from (select md5(${tx(name)}::text) as line from ${tx(name)}) row`
    lines.push(`${name} ${row.count} ${row.sum}`)
  }
  return lines
}

/**
 * Describes the schema as text: tables, columns, constraints, indexes, triggers, functions, sequences, views and
 * comments.
 */
export async function describeSchema(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with here as (select * from pg_class where relnamespace = current_schema()::regnamespace)
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text) as line from here
    union all select concat_ws(' ', 'column', relname, attnum, attname, atttypid::regtype, attnotnull, attidentity, attgenerated,
        attcollation, pg_get_expr(adbin, adrelid), col_description(here.oid, attnum))
      from here join pg_attribute on attrelid = here.oid and attnum > 0
      left join pg_attrdef on adrelid = here.oid and adnum = attnum
      where relkind in ('r', 'v')
    union all select concat_ws(' ', 'constraint', relname, conname, contype, convalidated, condeferrable, condeferred,
        pg_get_constraintdef(pg_constraint.oid))
      from here join pg_constraint on conrelid = here.oid
    union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisready, indisclustered, indisreplident)
      from here join pg_index on indrelid = here.oid
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
      from here join pg_trigger on tgrelid = here.oid where not tgisinternal
    union all select concat_ws(' ', 'function', oid::regprocedure, prosrc, pg_get_function_sqlbody(oid), proconfig::text, provolatile)
      from pg_proc where pronamespace = current_schema()::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
    union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from here where relkind = 'v'
    union all select concat_ws(' ', 'remark', relname, relkind, obj_description(oid, 'pg_class')) from here
    union all select concat_ws(' ', 'owned', sequence.relname, table_.relname, refobjsubid, deptype)
      from pg_depend join here sequence on sequence.oid = objid and relkind = 'S' join here table_ on table_.oid = refobjid
    order by 1`
  return rows.map(({ line }) => line)
}
