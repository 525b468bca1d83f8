import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Reads the settings with these names. Unset names are left out. */
export async function findSettings<Values extends object>(
  sql: Sql | Tx,
  names: (keyof Values & string)[],
): Promise<Partial<Values>> {
  const rows = await sql<{ name: string; value: unknown }[]>`
    select name, value from setting where name = any(${names})`
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Partial<Values>
}

/** Runs concurrent changes one after the other, because each reads the setting first. */
export const lockSettings = (tx: Tx) => tx`lock table setting in share row exclusive mode`

export const putSetting = (tx: Tx, name: string, value: unknown, now: Date) => tx`
  insert into setting (name, value, updated_at) values (${name}, ${tx.json(value)}, ${now})
  on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`

export const dropSetting = (tx: Tx, name: string) => tx`
  delete from setting where name = ${name}`

type PastSetting = { name: string; since: Date; value: unknown }

export const selectHistory = (sql: Sql | Tx) => sql<PastSetting[]>`
  select name, since, value from setting_history order by since`
