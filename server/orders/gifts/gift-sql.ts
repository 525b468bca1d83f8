import type { Gift } from '#contract/orders/gifts.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type GiftRow = Gift & { mailedAt: Date | null }

export async function selectGift(sql: Sql | Tx, orderId: string): Promise<GiftRow | null> {
  const [row] = await sql<GiftRow[]>`
    select email, message, mailed_at from order_gift where order_id = ${orderId}`
  return row ?? null
}

export const upsertGift = (tx: Tx, orderId: string, { email, message }: Gift) => tx`
  insert into order_gift (order_id, email, message) values (${orderId}, ${email}, ${message})
  on conflict (order_id) do update set email = excluded.email, message = excluded.message`

export const deleteGift = (tx: Tx, orderId: string) => tx`
  delete from order_gift where order_id = ${orderId}`

export const updateMailedAt = (sql: Sql, orderId: string, now: Date) => sql`
  update order_gift set mailed_at = ${now} where order_id = ${orderId}`

/**
 * True for addresses on the ban list, and of accounts that unsubscribed. An account that never subscribed has carried
 * the date since its sign-up.
 */
export async function isUnwanted(sql: Sql, email: string): Promise<boolean> {
  const rows = await sql`
    select from ban where value = risk_key('email', ${email})
    union all
    select from users
    where email = ${email} and not is_guest and deleted_at is null and news_off_at > created_at`
  return rows.length > 0
}

/** Null if the giver's account was deleted. */
export async function selectGiverName(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ fullName: string }[]>`
    select coalesce(owner.full_name, giver.full_name) as full_name
    from users giver left join users owner on owner.id = giver.claimed_by
    where giver.id = ${userId} and giver.deleted_at is null`
  return row?.fullName ?? null
}

export const deleteGiftsOf = (sql: Sql, userId: string) => sql`
  delete from order_gift using orders where orders.id = order_id and orders.user_id = ${userId}`

export const deleteOldGifts = (sql: Sql, before: Date) => sql`
  delete from order_gift where ended_at < ${before}`
