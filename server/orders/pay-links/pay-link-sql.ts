import type { Sql, Tx } from '#server/platform/db/db.ts'

export type PayLinkRow = {
  id: string
  userId: string
  itemId: string
  playerId: string | null
  zoneId: string
  name: string
  message: string
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
  gameSlug: string
  gameName: string
  itemSlug: string
  itemName: string
  fullName: string
  isPaid: boolean | null // by the order that has the link now; null without one
}

const select = (sql: Sql | Tx) => sql`
  select pay_link.*, game.slug as game_slug, game.name as game_name, item.slug as item_slug, item.name as item_name,
    users.full_name,
    (select paid_at is not null from orders
      where pay_link = pay_link.id and status in ('pending', 'processing', 'completed')) as is_paid
  from pay_link
  join item on item.id = pay_link.item_id
  join game on game.id = item.game_id
  join users on users.id = pay_link.user_id`

type NewPayLink = Pick<
  PayLinkRow,
  | 'id'
  | 'userId'
  | 'itemId'
  | 'playerId'
  | 'zoneId'
  | 'name'
  | 'message'
  | 'createdAt'
  | 'expiresAt'
>

export const insertPayLink = (tx: Tx, link: NewPayLink) => tx`
  insert into pay_link ${tx.values(link)}`

export async function selectPayLink(sql: Sql | Tx, id: string): Promise<PayLinkRow | null> {
  const [row] = await sql<PayLinkRow[]>`${select(sql)} where pay_link.id = ${id}`
  return row ?? null
}

export const selectPayLinksOf = (sql: Sql, userId: string, max: number) => sql<PayLinkRow[]>`
  ${select(sql)} where pay_link.user_id = ${userId}
  order by pay_link.created_at desc, pay_link.id desc limit ${max}`

export async function countOpen(tx: Tx, userId: string, now: Date): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*) from pay_link where user_id = ${userId} and ended_at is null and expires_at > ${now}`
  return row.count
}

export async function endPayLink(
  sql: Sql,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    update pay_link set ended_at = coalesce(ended_at, ${now}) where id = ${id} and user_id = ${userId}`
  return count === 1
}

export const deletePayLinksOf = (sql: Sql, userId: string) => sql`
  delete from pay_link where user_id = ${userId}`

export const deleteOldPayLinks = (sql: Sql, before: Date) => sql`
  delete from pay_link where expires_at < ${before}`
