import type { Sql, Tx } from '#server/db/db.ts'

export type AnnouncementRow = {
  id: string
  title: string
  message: string
  link: string
  endsAt: Date | null
  createdAt: Date
}

const columns = (sql: Sql | Tx) => sql`id, title, message, link, ends_at, created_at`

export async function selectCurrent(sql: Sql, now: Date): Promise<AnnouncementRow | null> {
  const [row] = await sql<AnnouncementRow[]>`
    select ${columns(sql)} from announcement
    where deleted_at is null and not is_over and (ends_at is null or ends_at > ${now})
    order by created_at desc, id desc limit 1`
  return row ?? null
}

const matches = (sql: Sql, search: string) => sql`
  deleted_at is null and position(lower(${search}) in lower(title || ' ' || message)) > 0`

type Listed = { page: number; limit: number; search: string }

export const selectAnnouncements = (sql: Sql, { page, limit, search }: Listed) => sql<
  AnnouncementRow[]
>`
  select ${columns(sql)} from announcement where ${matches(sql, search)}
  order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`

export async function countAnnouncements(sql: Sql, { search }: Listed): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from announcement where ${matches(sql, search)}`
  return row.count
}

export const insertAnnouncement = (tx: Tx, announcement: AnnouncementRow) => tx`
  insert into announcement ${tx.values(announcement)}`

/** What goes out by e-mail, and whom it went to last; while it is held nobody else sends it on. */
export async function lockMailed(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ mailedTo: string | null } | null> {
  const [row] = await tx<{ mailedTo: string | null }[]>`
    select mailed_to from announcement
    where id = ${id} and deleted_at is null and (ends_at is null or ends_at > ${now}) for update`
  return row ?? null
}

export const updateMailed = (tx: Tx, id: string, userId: string) => tx`
  update announcement set mailed_to = ${userId} where id = ${id}`

export async function selectAnnouncement(sql: Sql, id: string): Promise<AnnouncementRow | null> {
  const [row] = await sql<AnnouncementRow[]>`
    select ${columns(sql)} from announcement where id = ${id} and deleted_at is null`
  return row ?? null
}

export const endAnnouncement = (tx: Tx, id: string) => tx`
  update announcement set is_over = true where id = ${id}`

export async function deleteAnnouncement(
  tx: Tx,
  id: string,
  now: Date,
): Promise<AnnouncementRow | null> {
  const [row] = await tx<AnnouncementRow[]>`
    update announcement set deleted_at = ${now} where id = ${id} and deleted_at is null
    returning ${columns(tx)}`
  return row ?? null
}
