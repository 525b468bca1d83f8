import type { ApiScope } from '#contract/core/endpoint.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow } from '#server/platform/sealing.ts'

export type KeyRow = {
  id: string
  userId: string
  isTest: boolean
  scopes: ApiScope[]
  allowedNetworks: string[]
}

/**
 * Returns the keys in the order of the hashes, null unless the owner is an active reseller. Writes `last_used_at` at
 * most once a minute.
 */
export async function selectKeys(sql: Sql, hashes: Buffer[]): Promise<(KeyRow | null)[]> {
  const rows = await sql<(KeyRow & { hash: Buffer; isStale: boolean })[]>`
    select api_key.id, user_id, is_test, scopes, allowed_networks, hash,
      last_used_at is null or last_used_at < now() - interval '1 minute' as is_stale
    from api_key join users on users.id = user_id
    where hash = any(${hashes}::bytea[]) and ended_at is null
      and role = 'reseller' and not is_blocked and deleted_at is null`
  const stale = rows.flatMap(({ id, isStale }) => (isStale ? [id] : []))
  if (stale.length > 0)
    await sql`update api_key set last_used_at = now() where id = any(${stale}::uuid[])`
  const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]))
  return hashes.map((hash) => found.get(hash.toString('hex')) ?? null)
}

export type OwnKeyRow = KeyRow & {
  name: string
  isMain: boolean
  sealed: Buffer | null
  hint: string
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = (sql: Sql | Tx) => sql`
  id, user_id, name, is_main, is_test, scopes, allowed_networks, sealed, hint, created_at, last_used_at`

export const selectOwnKeys = (sql: Sql | Tx, userId: string) => sql<OwnKeyRow[]>`
  select ${columns(sql)} from api_key where user_id = ${userId} and ended_at is null order by created_at, id`

/** Locks the key until the transaction ends, so that a concurrent change sees this one. */
export async function lockOwnKey(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<OwnKeyRow | null> {
  const [row] = await tx<OwnKeyRow[]>`
    select ${columns(tx)} from api_key
    where id = ${id} and user_id = ${userId} and ended_at is null for no key update`
  return row ?? null
}

export type KeyText = { hash: Buffer; sealed: Buffer | null; hint: string; createdAt: Date }
type Named = { name: string; scopes: ApiScope[]; allowedNetworks: string[] }

export type NewKey = Named &
  KeyText & { id: string; userId: string; isMain: boolean; isTest: boolean }

export const insertKey = (tx: Tx, key: NewKey) => tx`insert into api_key ${tx.values(key)}`

export async function updateKey(
  tx: Tx,
  id: string,
  change: Partial<Named & KeyText & { endedAt: Date }>,
): Promise<OwnKeyRow> {
  const [row] = await tx<[OwnKeyRow]>`
    update api_key set ${tx.set(change)} where id = ${id} returning ${columns(tx)}`
  return row
}

export const deleteKeysOf = (sql: Sql | Tx, userId: string) => sql`
  delete from api_key where user_id = ${userId}`

type SealedKey = Omit<SealedRow, 'whose'> & { userId: string }

/** Includes ended keys, because they stay in the table. */
export const listSealed = (sql: Sql, after: string | null, count: number) => sql<SealedKey[]>`
  select id, user_id, sealed from api_key
  where sealed is not null and (${after}::uuid is null or id > ${after}) order by id limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedRow, anew: Buffer) => sql`
  update api_key set sealed = ${anew} where id = ${id} and sealed = ${sealed}`
