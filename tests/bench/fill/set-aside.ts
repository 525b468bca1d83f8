import type { Sql } from '#server/platform/db/db.ts'

/** Restores everything that setAside removed. */
export type PutBack = () => Promise<void>

type Named = { name: string; table: string; text: string }
type Index = Named & { constraint: string | null }

// Their regular expressions take longer than writing the row.
const SLOW_CHECKS = ['transfer_key_shape', 'transfer_reference', 'transfer_milliseconds']

/**
 * Removes triggers, foreign keys, indexes and the slowest checks, which would slow down writing many rows.
 * The restored checks apply only to new rows. The rows written meanwhile are generated to pass them.
 */
export async function setAside(
  sql: Sql,
  tables: string[],
  { memory, workers }: { memory: string; workers: number },
): Promise<PutBack> {
  const keys = await sql<Named[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'f' and (conrelid = any(${tables}::regclass[]) or confrelid = any(${tables}::regclass[]))`
  const checks = await sql<Named[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
    where conname = any(${SLOW_CHECKS}) and conrelid = any(${tables}::regclass[])`
  const indexes = await sql<Index[]>`
    select pg_class.relname as name, indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as text,
      case contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
    from pg_index join pg_class on pg_class.oid = indexrelid
    left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
    where indrelid = any(${tables}::regclass[])
    order by array_position(${tables}, indrelid::regclass::text)`
  const triggers = await sql<{ name: string; table: string; isAlways: boolean }[]>`
    select tgname as name, tgrelid::regclass::text as table, tgenabled = 'A' as is_always from pg_trigger
    where tgrelid = any(${tables}::regclass[]) and not tgisinternal`
  for (const { table, name } of [...keys, ...checks])
    await sql.unsafe(`alter table ${table} drop constraint ${name}`)
  for (const { table, name, constraint } of indexes)
    await sql.unsafe(
      constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`,
    )
  for (const { table, name } of triggers)
    await sql.unsafe(`alter table ${table} disable trigger ${name}`)

  return async () => {
    const rest = [...indexes]
    const build = async () => {
      for (let next = rest.shift(); next; next = rest.shift())
        await sql.unsafe(
          `set maintenance_work_mem = '${memory}'; set max_parallel_maintenance_workers = 0; ${next.text};
          reset maintenance_work_mem; reset max_parallel_maintenance_workers`,
        )
    }
    await Promise.all(Array.from({ length: workers }, build))
    for (const { table, name, constraint } of indexes)
      if (constraint)
        await sql.unsafe(
          `alter table ${table} add constraint ${name} ${constraint} using index ${name}`,
        )
    for (const { table, name, text } of keys)
      await sql.unsafe(`alter table ${table} add constraint ${name} ${text}`)
    for (const { table, name, text } of checks)
      await sql.unsafe(`alter table ${table} add constraint ${name} ${text} not valid`)
    for (const { table, name, isAlways } of triggers)
      await sql.unsafe(`alter table ${table} enable ${isAlways ? 'always ' : ''}trigger ${name}`)
  }
}
