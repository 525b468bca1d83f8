import type { Audience } from '#contract/backoffice/announcements.ts'
import type { TaskState } from '#contract/core/tasks.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'

export type AnnouncementRow = {
  id: string
  title: string
  message: string
  link: string
  endsAt: Date | null
  createdAt: Date
}

/** An announcement with the state of its mailing, if it is mailed. */
export type FullRow = AnnouncementRow & {
  isShown: boolean
  audience: Audience | null
  taskId: string | null
  taskState: TaskState | null
  sentCount: number
  failedCount: number
  skippedCount: number
}

const columns = (sql: Sql | Tx) => sql`
  announcement.id, announcement.title, message, link, ends_at, announcement.created_at`

const fullColumns = (sql: Sql | Tx) => sql`
  ${columns(sql)}, is_shown, audience, task_id, task.state as task_state,
  sent_count, failed_count, skipped_count`

export async function selectCurrent(sql: Sql, now: Date): Promise<AnnouncementRow | null> {
  const [row] = await sql<AnnouncementRow[]>`
    select ${columns(sql)} from announcement
    where deleted_at is null and is_shown and not is_over and (ends_at is null or ends_at > ${now})
    order by created_at desc, id desc limit 1`
  return row ?? null
}

const matches = (sql: Sql, search: string) => sql`
  deleted_at is null
  and position(lower(${search}) in lower(announcement.title || ' ' || message)) > 0`

type Listed = { page: number; limit: number; search: string; sort?: string }

export const selectAnnouncements = (sql: Sql, { page, limit, search, sort }: Listed) => sql<
  FullRow[]
>`
  select ${fullColumns(sql)} from announcement left join task on task.id = task_id
  where ${matches(sql, search)}
  order by announcement.created_at ${byDate(sql, sort)}, announcement.id ${byDate(sql, sort)}
  limit ${limit} offset ${(page - 1) * limit}`

export async function countAnnouncements(sql: Sql, { search }: Listed): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from announcement where ${matches(sql, search)}`
  return row.count
}

type NewAnnouncement = AnnouncementRow & Pick<FullRow, 'isShown' | 'audience' | 'taskId'>

export const insertAnnouncement = (tx: Tx, { audience, ...row }: NewAnnouncement) => tx`
  insert into announcement ${tx.values({ ...row, audience: audience && tx.json(audience) })}`

export async function selectAnnouncement(sql: Sql | Tx, id: string): Promise<FullRow | null> {
  const [row] = await sql<FullRow[]>`
    select ${fullColumns(sql)} from announcement left join task on task.id = task_id
    where announcement.id = ${id} and deleted_at is null`
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
