import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow } from '#server/platform/sealing.ts'

export type FactorRow = {
  id: string
  kind: 'app' | 'passkey'
  name: string
  createdAt: Date
  usedAt: Date
}

export const selectFactors = (sql: Sql | Tx, userId: string) => sql<FactorRow[]>`
  select id, kind, name, created_at, used_at from second_factor
  where user_id = ${userId} order by created_at, id`

type New = Omit<FactorRow, 'kind' | 'usedAt'> & { userId: string }
export type NewApp = New & { secret: Buffer; lastStep: number }
export type NewPasskey = New & {
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
}

export const insertApp = (tx: Tx, app: NewApp) => tx`
  insert into second_factor ${tx.values({ ...app, kind: 'app', usedAt: app.createdAt })}`

export const insertPasskey = (tx: Tx, passkey: NewPasskey) => tx`
  insert into second_factor ${tx.values({ ...passkey, kind: 'passkey', usedAt: passkey.createdAt })}`

/** Null if there is no such factor, or if it belongs to another person. */
export async function deleteFactor(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<FactorRow | null> {
  const [row] = await tx<FactorRow[]>`
    delete from second_factor where id = ${id} and user_id = ${userId}
    returning id, kind, name, created_at, used_at`
  return row ?? null
}

export async function deleteFactors(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx`delete from second_factor where user_id = ${userId}`
  return count
}

export const deleteFactorsSince = (tx: Tx, userId: string, since: Date) => tx`
  delete from second_factor where user_id = ${userId} and created_at >= ${since}`

export type AppRow = { id: string; secret: Buffer }

export const selectApps = (sql: Sql | Tx, userId: string) => sql<AppRow[]>`
  select id, secret from second_factor where user_id = ${userId} and kind = 'app' order by id`

/** Uses up the code of a half minute and all earlier ones. Of concurrent callers, only one gets true. */
export async function useStep(tx: Tx, id: string, step: number, now: Date): Promise<boolean> {
  const { count } = await tx`
    update second_factor set last_step = ${step}, used_at = ${now}
    where id = ${id} and last_step < ${step}`
  return count === 1
}

export type PasskeyRow = {
  id: string
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
}

export const selectPasskeys = (sql: Sql | Tx, userId: string) => sql<PasskeyRow[]>`
  select id, credential_id, public_key, sign_count, transports from second_factor
  where user_id = ${userId} and kind = 'passkey' order by created_at, id`

type Signed = { id: string; before: number; after: number }

/** False if the passkey has signed in meanwhile or was deleted. */
export async function countSignature(tx: Tx, signed: Signed, now: Date): Promise<boolean> {
  const { id, before, after } = signed
  const { count } = await tx`
    update second_factor set sign_count = ${after}, used_at = ${now}
    where id = ${id} and sign_count = ${before}`
  return count === 1
}

export async function insertCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx`
    insert into recovery_code (user_id, hash) select ${userId}, unnest(${hashes}::bytea[])`
}

export const deleteCodes = (tx: Tx, userId: string) => tx`
  delete from recovery_code where user_id = ${userId}`

/** Marks a code as used. Of concurrent callers, only one gets true. */
export async function useCode(tx: Tx, userId: string, hashes: Buffer[], now: Date) {
  const { count } = await tx`
    update recovery_code set used_at = ${now}
    where user_id = ${userId} and hash = any(${hashes}::bytea[]) and used_at is null`
  return count === 1
}

export async function countCodes(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from recovery_code where user_id = ${userId} and used_at is null`
  return row.count
}

type Purpose = 'add app' | 'add passkey' | 'ask passkey'
type Begun = { sessionId: string; purpose: Purpose; secret: Buffer; expiresAt: Date }

/** Replaces an unfinished one of the same session and purpose. */
export const upsertBegun = (sql: Sql, begun: Begun) => sql`
  insert into second_factor_challenge ${sql.values(begun)}
  on conflict (session_id, purpose)
    do update set secret = excluded.secret, expires_at = excluded.expires_at`

type ChallengeQuery = { sessionId: string; purpose: Purpose; now: Date }

export async function selectBegun(sql: Sql, { sessionId, purpose, now }: ChallengeQuery) {
  const [row] = await sql<Pick<Begun, 'secret'>[]>`
    select secret from second_factor_challenge
    where session_id = ${sessionId} and purpose = ${purpose} and expires_at > ${now}`
  return row?.secret ?? null
}

/** Deletes what it returns, so it can be read only once. */
export async function takeBegun(sql: Sql | Tx, { sessionId, purpose, now }: ChallengeQuery) {
  const [row] = await sql<Pick<Begun, 'secret'>[]>`
    delete from second_factor_challenge
    where session_id = ${sessionId} and purpose = ${purpose} and expires_at > ${now}
    returning secret`
  return row?.secret ?? null
}

export const deleteOldBegun = (sql: Sql, now: Date) => sql`
  delete from second_factor_challenge where expires_at <= ${now}`

type Secret = Omit<SealedRow, 'whose'> & { userId: string }

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<Secret[]>`
  select id, user_id, secret as sealed from second_factor
  where kind = 'app' and (${after}::uuid is null or id > ${after}) order by id limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedRow, anew: Buffer) => sql`
  update second_factor set secret = ${anew} where id = ${id} and secret = ${sealed}`
