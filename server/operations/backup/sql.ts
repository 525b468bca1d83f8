import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Makes every server write rows alike, for any account. Turns off the timeouts that would end a long copy. */
const SETTINGS = `
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex';
  set local synchronize_seqscans = off; set local lock_timeout = '10s'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** Exports a snapshot under a name that other transactions can use. */
export async function freeze(tx: Tx): Promise<string> {
  await tx`set transaction isolation level repeatable read read only`
  await tx.unsafe(SETTINGS)
  const [row] = await tx<[{ snapshot: string }]>`select pg_export_snapshot() as snapshot`
  return row.snapshot
}

/** Uses the same snapshot in another transaction. */
export async function freezeWith(tx: Tx, snapshot: string): Promise<void> {
  await tx`set transaction isolation level repeatable read read only`
  await tx.unsafe(`set transaction snapshot '${snapshot}'`)
  await tx.unsafe(SETTINGS)
}

export const prepareLoad = (tx: Tx) =>
  tx.unsafe(`${SETTINGS}; set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'`)

/** Objects of the shop's schema, without those of extensions. */
const ours = (sql: Sql | Tx, kinds: string[]) => sql`
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind::text = any(${kinds})
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

export type Table = { name: string; columns: string[]; bytes: number }

/**
 * The columns that are written. Generated columns are left out. So is the list of applied functions: a backup holds no
 * functions, and a restore applies those of its own version.
 */
export const selectTables = (tx: Tx) => tx<Table[]>`
  select relname::text as name, pg_table_size(oid) as bytes, array(
    select attname::text from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum) as columns
  ${ours(tx, ['r', 'p'])} and relname not in ('restoring', 'applied_function') order by 1`

export async function selectAnything(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select relname::text as name ${ours(sql, ['r', 'p', 'v', 'm', 'S', 'f'])} order by relkind <> 'r', 1 limit 1`
  return row?.name ?? null
}

export const lockTables = (tx: Tx, tables: Table[]) =>
  tx.unsafe(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`)

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

const columnsOf = ({ columns }: Pick<Table, 'columns'>) => columns.map(quote).join(', ')

export const copyTable = (tx: Tx, table: Table) =>
  tx.copyText(raw(tx, `copy ${quote(table.name)} (${columnsOf(table)}) to stdout`))

type Filled = Pick<Table, 'name' | 'columns'>

/** Loads rows as frozen. This is allowed because the table was emptied in the same transaction. */
export const fillTable = (tx: Tx, table: Filled, pieces: AsyncIterable<Buffer>) =>
  tx.copyIn(
    raw(tx, `copy ${quote(table.name)} (${columnsOf(table)}) from stdin with (freeze)`),
    pieces,
  )

export const emptyTables = (tx: Tx, tables: Filled[]) =>
  tx.unsafe(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)

const raw = (tx: Tx, text: string) => tx(Object.assign([text], { raw: [text] }))

export type Sequence = { name: string; last: number; isCalled: boolean }

/** Reads the current values instead of the snapshot's, so that no number is given out twice. */
export async function selectSequences(tx: Tx): Promise<Sequence[]> {
  const sequences: Sequence[] = []
  const names = await tx<{ name: string }[]>`
    select relname::text as name ${ours(tx, ['S'])} order by 1`
  for (const { name } of names) {
    const [row] = await tx<[{ last: number; isCalled: boolean }]>`
      select last_value as last, is_called from ${tx(name)}`
    sequences.push({ name, ...row })
  }
  return sequences
}

export const setSequence = (tx: Tx, { name, last, isCalled }: Sequence) => tx`
  select setval(${quote(name)}::regclass, ${last}, ${isCalled})`

export type Applied = { id: number; name: string; checksum: string }

export const selectMigrations = (sql: Sql | Tx) => sql<Applied[]>`
  select id, name, checksum from migration order by id`

export const isShop = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<[{ table: string | null }]>`
    select to_regclass('migration')::text as table`
  return row.table !== null
}

export async function selectMoment(tx: Tx): Promise<{ takenAt: Date; postgres: string }> {
  const [row] = await tx<[{ takenAt: Date; postgres: string }]>`
    select now() as taken_at, current_setting('server_version') as postgres`
  return row
}

export type Mark = { backup: string; isLoaded: boolean }

/** The mark of an unfinished restore. The next restore of that backup continues from it. No shop starts with it. */
export async function selectMark(sql: Sql): Promise<Mark | null> {
  const [there] = await sql<[{ mark: string | null }]>`
    select to_regclass('restoring')::text as mark`
  if (!there.mark) return null
  const [row] = await sql<Mark[]>`select backup, is_loaded from restoring`
  return row ?? null
}

export const insertMark = (sql: Sql, backup: string) =>
  sql.begin(async (tx) => {
    await tx`create table restoring (backup text not null, is_loaded boolean not null)`
    await tx`insert into restoring (backup, is_loaded) values (${backup}, false)`
  })

export const updateMark = (tx: Tx) => tx`update restoring set is_loaded = true`

export const dropMark = (tx: Tx) => tx`drop table restoring`

const RESTORE_LOCK = 7_365_003 // an arbitrary number that no other lock uses

/** Held until the transaction ends. */
export async function lockRestore(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ isMine: boolean }]>`
    select pg_try_advisory_xact_lock(${RESTORE_LOCK}) as is_mine`
  await tx.unsafe('select') // releases the query's snapshot, which `create index concurrently` would wait for
  return row.isMine
}
