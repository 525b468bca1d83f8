import type { Sql, Tx } from '#server/platform/db/db.ts'

// Attacks on the ledger: statements that the database refuses, and edits that it can't prevent.

export const LEDGER_TABLES = ['account', 'transfer', 'posting', 'seal']

/** Values of `session_replication_role`, which decides which triggers fire. */
export const TRIGGER_ROLES = ['origin', 'local', 'replica']

type Named = { name: string }

/** Lists statements that would change or remove rows of a table. */
export async function listRefused(sql: Sql, table: string): Promise<string[]> {
  const columns = await sql<Named[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = ''`
  return [
    ...columns.flatMap(({ name }) => [
      `update ${table} set ${name} = ${name}`,
      `update ${table} set ${name} = null`,
    ]),
    `delete from ${table}`,
    `delete from ${table} where true or null`,
    `truncate ${table} cascade`,
    `truncate table only ${table} restart identity cascade`,
    `merge into ${table} using (values (1)) as v (one) on true when matched then delete`,
    `with gone as (delete from ${table} returning *) select * from gone`,
    `do $$ begin delete from ${table}; end $$`,
  ]
}

export type Column = { table: string; name: string; type: string }

/** Removes every safeguard, as a superuser with enough time could. */
export async function disarm(tx: Tx): Promise<Column[]> {
  for (const table of LEDGER_TABLES) {
    await tx.unsafe(`alter table ${table} disable trigger all`)
    const constraints = await tx<Named[]>`
      select conname as name from pg_constraint where conrelid = ${table}::regclass and contype <> 'n'
      order by contype = 'f' desc`
    for (const { name } of constraints)
      await tx.unsafe(`alter table ${table} drop constraint ${name} cascade`)
  }
  await tx.unsafe('alter table account alter id drop identity')
  return tx<Column[]>`
    select table_name as table, column_name as name, data_type as type from information_schema.columns
    where table_name = any(${LEDGER_TABLES}) and table_schema = 'public'`
}

/** Plausible other values of each type, as a careful forger would choose them. */
const OTHER: Record<string, string> = {
  bigint: '$ + (array[-1000, -1, 1, 2, 1000])[1 + floor(random() * 5)::int]',
  integer: '$ + 1 + floor(random() * 3)::int',
  text: `case $ when 'INR' then 'USD' when 'USD' then 'INR' when 'gift' then 'prize' when 'order' then 'refund'
    when 'cost' then 'order' else overlay($ placing 'x9' from length($) - 1) end`,
  uuid: 'case when $ is null then gen_random_uuid() else (select id from users where id <> $ order by random() limit 1) end',
  bytea: 'set_byte($, 0, (get_byte($, 0) + 1 + floor(random() * 250)::int) % 256)',
  'timestamp with time zone': `$ + (array['1 microsecond', '1 millisecond', '-1 day'])[1 + floor(random() * 3)::int]::interval`,
}

/** Selects a random row. Accounts without transfers are skipped, because changing them proves nothing. */
const pick = (table: string) =>
  table === 'account'
    ? `(select ctid from account where id in (select debit from transfer union select credit from transfer)
        order by random() limit 1)`
    : `(select ctid from ${table} order by random() limit 1)`

/** Changes one field of a random row, going through the columns in turn. Every fifth edit deletes the row instead. */
export function toEdit(columns: Column[], nth: number): string {
  const { table, name, type } = columns[nth % columns.length]!
  if (nth % 5 === 4) return `delete from ${table} where ctid = ${pick(table)}`
  const other = OTHER[type]!.replaceAll('$', name)
  return `update ${table} set ${name} = ${other} where ctid = ${pick(table)}`
}

/** Matches a place in the ledger, as the verifier reports it. */
export const LOCATED = /^(Line -?\d+ of|Transfer -?\d+|Seal -?\d+|All accounts)/
