import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Gives all guests with this email to the account that proved it, and ends their sessions. Returns their ids. */
export async function claimGuests(
  tx: Tx,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update users set claimed_by = ${accountId}, signed_out_before = ${now}, updated_at = ${now}
    where email = ${email} and is_guest and claimed_by is null and not is_blocked
    returning id`
  return rows.map(({ id }) => id)
}

const DAYS_NEAR = 90 // a phone company may give an unused number to somebody else

/**
 * Gives an account the guests who gave its verified phone, and ends their sessions. Only those who bought near the time
 * when the account proved the phone: at others the number may have been somebody else's. Returns their ids.
 */
export async function claimPhoneGuests(
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<string[]> {
  const [proof] = await tx<{ phone: string; provenAt: Date }[]>`
    select phone, phone_proven_at as proven_at from users where id = ${accountId} and is_phone_verified`
  if (!proof) return []
  const { phone, provenAt } = proof
  const rows = await tx<{ id: string }[]>`
    update users set claimed_by = ${accountId}, signed_out_before = ${now}, updated_at = ${now}
    where phone = ${phone} and email = '' and is_guest and claimed_by is null and not is_blocked
      and created_at > ${provenAt}::timestamptz - make_interval(days => ${DAYS_NEAR})
      and created_at < ${provenAt}::timestamptz + make_interval(days => ${DAYS_NEAR})
    returning id`
  return rows.map(({ id }) => id)
}

/** Id of the newest guest with this email, unless all are claimed or blocked. */
export async function selectGuest(sql: Sql | Tx, email: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from users
    where email = ${email} and is_guest and claimed_by is null and not is_blocked
    order by created_at desc, id desc limit 1`
  return row?.id ?? null
}

export const selectClaimed = (sql: Sql | Tx, accountId: string) => sql<{ id: string }[]>`
  select id from users where claimed_by = ${accountId} order by id`

export async function isClaimed(sql: Sql | Tx, guestId: string): Promise<boolean> {
  const rows = await sql`select from users where id = ${guestId} and claimed_by is not null`
  return rows.length > 0
}

export async function isClaimedBy(
  sql: Sql | Tx,
  { guestId, accountId }: { guestId: string; accountId: string },
): Promise<boolean> {
  const rows = await sql`
    select from users where id = ${guestId} and claimed_by = ${accountId}`
  return rows.length > 0
}
