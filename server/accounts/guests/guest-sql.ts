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
