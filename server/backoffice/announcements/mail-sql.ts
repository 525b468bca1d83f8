import type { Sql, Tx } from '#server/platform/db/db.ts'

// Mails in progress. A row is deleted once its mail is done, and counted in the same statement.

export type Counts = { sentCount: number; failedCount: number; skippedCount: number }
export type Mailed = Counts & { mailedTo: string | null }

/**
 * Locks the position of the mailing against concurrent steps. Returns null if the announcement was deleted or has
 * ended.
 */
export async function lockMailed(tx: Tx, id: string, now: Date): Promise<Mailed | null> {
  const [row] = await tx<Mailed[]>`
    select mailed_to, sent_count, failed_count, skipped_count from announcement
    where id = ${id} and deleted_at is null and (ends_at is null or ends_at > ${now})
    for no key update`
  return row ?? null
}

export const updateMailed = (tx: Tx, id: string, userId: string) => tx`
  update announcement set mailed_to = ${userId} where id = ${id}`

export const insertMails = (tx: Tx, id: string, userIds: string[]) => tx`
  insert into announcement_mail (announcement_id, user_id)
  select ${id}, user_id from unnest(${userIds}::uuid[]) as taken (user_id)`

/** Counts mails in progress, and failures that are not yet collected. */
export async function countOpenMails(tx: Tx, id: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*) from announcement_mail where announcement_id = ${id}`
  return row.count
}

type Recipient = { id: string; userId: string }
export type Mail = { attempts: number; sendingSince: Date | null }

/** Returns null if the mail is already done. */
export async function lockMail(tx: Tx, { id, userId }: Recipient): Promise<Mail | null> {
  const [row] = await tx<Mail[]>`
    select attempts, sending_since from announcement_mail
    where announcement_id = ${id} and user_id = ${userId} and failure is null for update`
  return row ?? null
}

export const beginMail = (tx: Tx, { id, userId }: Recipient, now: Date) => tx`
  update announcement_mail set sending_since = ${now}, attempts = attempts + 1
  where announcement_id = ${id} and user_id = ${userId}`

/** Frees a mail that was certainly not sent, so that it can be retried. */
export const releaseMail = (sql: Sql, { id, userId }: Recipient) => sql`
  update announcement_mail set sending_since = null
  where announcement_id = ${id} and user_id = ${userId} and failure is null`

/** Deletes the row and counts the mail. Repeated calls count once. */
export const endMail = (sql: Sql | Tx, { id, userId }: Recipient, as: 'sent' | 'skipped') => sql`
  with gone as (
    delete from announcement_mail
    where announcement_id = ${id} and user_id = ${userId} and failure is null returning user_id
  )
  update announcement set ${
    as === 'sent' ? sql`sent_count = sent_count + 1` : sql`skipped_count = skipped_count + 1`
  } from gone where id = ${id}`

export const failMail = (sql: Sql | Tx, { id, userId }: Recipient, failure: string) => sql`
  update announcement_mail set failure = ${failure}
  where announcement_id = ${id} and user_id = ${userId} and failure is null`

/** A failed mail as staff read it. Colleagues' email addresses are left out. */
export type Failed = { email: string | null; isAtWork: boolean; failure: string }

/** Collects the failures since the last call, and adds them to the count. */
export const takeFailed = (tx: Tx, id: string) => tx<Failed[]>`
  with gone as (
    delete from announcement_mail
    where announcement_id = ${id} and failure is not null returning user_id, failure
  ),
  counted as (
    update announcement set failed_count = failed_count + (select count(*) from gone)
    where id = ${id}
  )
  select case when role not in ('staff', 'admin') then email end as email, role in ('staff', 'admin') as is_at_work,
    failure
  from gone join users on users.id = user_id order by email`

/** Lists mails in progress that have no job. This happens when a stopped mailing continues. */
export async function selectStrayMails(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    select user_id from announcement_mail
    where announcement_id = ${id} and failure is null
      and not exists (select from job where key = 'news ' || announcement_id || ' ' || user_id)`
  return rows.map(({ userId }) => userId)
}
