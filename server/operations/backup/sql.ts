import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Rows are written the same by every server and for every account, and nothing ends a long copy. */
const SETTINGS = `
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex';
  set local synchronize_seqscans = off; set local lock_timeout = '10s'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** One moment of the database, by a name that other transactions can ask for. */
export async function freeze(tx: Tx): Promise<string> {
  await tx`set transaction isolation level repeatable read read only`
  await tx.unsafe(SETTINGS)
  const [row] = await tx<[{ snapshot: string }]>`select pg_export_snapshot() as snapshot`
  return row.snapshot
}

/** The same moment in another transaction. */
export async function freezeWith(tx: Tx, snapshot: string): Promise<void> {
  await tx`set transaction isolation level repeatable read read only`
  await tx.unsafe(`set transaction snapshot '${snapshot}'`)
  await tx.unsafe(SETTINGS)
}

export const prepareLoad = (tx: Tx) =>
  tx.unsafe(`${SETTINGS}; set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'`)

/** What is in the schema of the shop, and not an extension's own. */
const ours = (sql: Sql | Tx, kinds: string[]) => sql`
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind::text = any(${kinds})
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

export type Table = { name: string; columns: string[]; bytes: number }

/** With the columns that are written, and are not made of others. */
export const selectTables = (tx: Tx) => tx<Table[]>`
  select relname::text as name, pg_table_size(oid) as bytes, array(
    select attname::text from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum) as columns
  ${ours(tx, ['r', 'p'])} and relname <> 'restoring' order by 1`

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

/** Frozen from the first: nobody has seen the table since it was emptied in this transaction. */
export const fillTable = (tx: Tx, table: Filled, pieces: AsyncIterable<Buffer>) =>
  tx.copyIn(
    raw(tx, `copy ${quote(table.name)} (${columnsOf(table)}) from stdin with (freeze)`),
    pieces,
  )

export const emptyTables = (tx: Tx, tables: Filled[]) =>
  tx.unsafe(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)

const raw = (tx: Tx, text: string) => tx(Object.assign([text], { raw: [text] }))

export type Sequence = { name: string; last: number; isCalled: boolean }

/** As it is now, whatever the transaction sees: what was given out, or is being given out, is not given again. */
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

/** What a restore that has not ended leaves for the next one, and for shops, which do not start on it. */
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

const RESTORE_LOCK = 7_365_003 // any number that nothing else of the shop uses

/** Held until the transaction ends. */
export async function lockRestore(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ isMine: boolean }]>`
    select pg_try_advisory_xact_lock(${RESTORE_LOCK}) as is_mine`
  await tx.unsafe('select') // lets go of what the question saw: an index that is made beside it would wait for that
  return row.isMine
}
