import type { Sql, Tx } from '#server/platform/db/db.ts'

export type AlertRow = {
  id: string
  key: string
  words: string
  path: string
  since: Date
  endsByHand: boolean
}

const columns = (sql: Sql | Tx) => sql`id, key, words, path, since, ends_by_hand`

/** Returns false when an alert with this key is already open. That alert takes over the new words. */
export async function upsertAlert(tx: Tx, alert: AlertRow): Promise<boolean> {
  const [row] = await tx<[{ isNew: boolean }]>`
    insert into alert ${tx.values(alert)}
    on conflict (key) where ended_at is null do update set words = excluded.words, path = excluded.path
    returning id = ${alert.id} as is_new`
  return row.isNew
}

export const endAlerts = (sql: Sql | Tx, keys: string[], now: Date) => sql`
  update alert set ended_at = ${now} where key = any(${keys}) and ended_at is null`

export const selectOpenAlerts = (sql: Sql, max: number) => sql<AlertRow[]>`
  select ${columns(sql)} from alert where ended_at is null
  order by since desc, id desc limit ${max}`

export async function selectAlert(sql: Sql, id: string): Promise<AlertRow | null> {
  const [row] = await sql<AlertRow[]>`
    select ${columns(sql)} from alert where id = ${id}`
  return row ?? null
}

/** Returns null when the alert has ended. */
export async function lockOpenAlert(tx: Tx, id: string): Promise<AlertRow | null> {
  const [row] = await tx<AlertRow[]>`
    select ${columns(tx)} from alert where id = ${id} and ended_at is null for no key update`
  return row ?? null
}

export const selectOpenKeys = (sql: Sql, start: string) => sql<{ key: string }[]>`
  select key from alert where ended_at is null and starts_with(key, ${start})`

type Admin = { id: string; email: string; fullName: string }

/** Administrators who can sign in. Each of them gets every alert by email. */
export const selectAdmins = (sql: Sql | Tx) => sql<Admin[]>`
  select id, email, full_name from users
  where role = 'admin' and deleted_at is null and not is_blocked order by id`
