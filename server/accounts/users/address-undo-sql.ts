import type { Sql, Tx } from '#server/platform/db/db.ts'

export type AddressUndo = {
  id: string
  number: number
  userId: string
  email: string
  phone: string | null
  isPhoneVerified: boolean
  googleSubject: string | null
  expiresAt: Date
  usedAt: Date | null
}

type NewUndo = { id: string; userId: string; createdAt: Date; expiresAt: Date }

/** Saves the current email, phone and Google sign-in of an account. */
export const insertUndo = (tx: Tx, { id, userId, createdAt, expiresAt }: NewUndo) => tx`
  insert into address_undo
    (id, user_id, email, phone, is_phone_verified, google_subject, created_at, expires_at)
  select ${id}, id, email, phone, is_phone_verified, google_subject, ${createdAt}, ${expiresAt}
  from users where id = ${userId}`

export async function selectUndo(sql: Sql | Tx, id: string): Promise<AddressUndo | null> {
  const [row] = await sql<AddressUndo[]>`
    select id, number, user_id, email, phone, is_phone_verified, google_subject, expires_at, used_at
    from address_undo where id = ${id}`
  return row ?? null
}

/** Uses a link, and disables the links of later changes, which may be a thief's. False if it was used or expired. */
export async function useUndo(
  tx: Tx,
  { id, userId, number }: AddressUndo,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update address_undo set used_at = ${now}
    where id = ${id} and used_at is null and expires_at > ${now} returning id`
  if (rows.length === 0) return false
  await tx`
    update address_undo set used_at = ${now}
    where user_id = ${userId} and number > ${number} and used_at is null`
  return true
}

/** True if another account could still get this email back by an undo link. */
export async function isReserved(
  tx: Tx,
  { id, email, now }: { id: string; email: string; now: Date },
): Promise<boolean> {
  const rows = await tx`
    select from address_undo
    where email = ${email} and user_id <> ${id} and used_at is null and expires_at > ${now} limit 1`
  return rows.length > 0
}

/** True if an earlier email or phone of the account can still be restored. */
export async function hasOpenUndo(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    select from address_undo
    where user_id = ${userId} and used_at is null and expires_at > ${now} limit 1`
  return rows.length > 0
}

/** True if the owner of an earlier email can still take the account back. */
export async function isReclaimable(
  tx: Tx,
  { id, email, now }: { id: string; email: string; now: Date },
): Promise<boolean> {
  const found = await tx`
    select from address_undo
    where user_id = ${id} and email <> ${email} and used_at is null and expires_at > ${now} limit 1`
  return found.length > 0
}

export const deleteUndosOf = (tx: Tx, userId: string) => tx`
  delete from address_undo where user_id = ${userId}`

export const deleteOldUndos = (sql: Sql, before: Date) => sql`
  delete from address_undo where expires_at < ${before}`
