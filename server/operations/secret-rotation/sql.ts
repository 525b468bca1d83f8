import type { Sql } from '#server/platform/db/db.ts'
import { LISTENER } from '#server/platform/db/listen.ts'
import type { SealedRow } from '#server/platform/sealing.ts'

export type KeptRow = { purpose: string; fingerprint: string; sealed: Buffer }

export const selectKept = (sql: Sql) => sql<KeptRow[]>`
  select purpose, fingerprint, sealed from lasting_key order by created_at, purpose, fingerprint`

/** Stores a key once, even if two nodes start with it at the same time. */
export const insertKept = (sql: Sql, kept: KeptRow & { createdAt: Date }) => sql`
  insert into lasting_key ${sql.values(kept)} on conflict (purpose, fingerprint) do nothing`

type Sealed = Omit<SealedRow, 'whose'>

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<Sealed[]>`
  select purpose || ' ' || fingerprint as id, sealed from lasting_key
  where purpose || ' ' || fingerprint > ${after ?? ''}
  order by purpose || ' ' || fingerprint limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: Sealed, anew: Buffer) => sql`
  update lasting_key set sealed = ${anew}
  where purpose || ' ' || fingerprint = ${id} and sealed = ${sealed}`

/** Deletes all other kept keys, which ends whatever was made with them. */
export async function deleteKeptBut(sql: Sql, fingerprints: string[]): Promise<number> {
  const { count } = await sql`delete from lasting_key where fingerprint <> all(${fingerprints})`
  return count
}

/** Counts the nodes on this database that do not know a key. Their connections are named after their keys. */
export async function countNodesWithout(sql: Sql, fingerprint: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${LISTENER})
      and strpos(application_name, ${fingerprint}) = 0`
  return row.count
}
