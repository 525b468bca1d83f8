import type { OldSession } from '#server/accounts/sessions/sessions.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Evidence has the sessions that were used in the days before a purchase, or begun in those after it. */
const DAYS_BEFORE = 30
const DAYS_AFTER = 1

type SessionRow = { address: string; userAgent: string; createdAt: Date; refreshedAt: Date }

type Around = { userId: string; at: Date; max: number }

export const selectSessions = (sql: Sql, { userId, at, max }: Around) => sql<SessionRow[]>`
  select address, user_agent, created_at, refreshed_at from (
    select user_id, address, user_agent, created_at, refreshed_at from session
    union all select user_id, address, user_agent, created_at, refreshed_at from past_session
  ) found
  where user_id = ${userId} and created_at <= ${at}::timestamptz + ${DAYS_AFTER} * interval '1 day'
    and refreshed_at >= ${at}::timestamptz - ${DAYS_BEFORE} * interval '1 day'
  order by created_at desc limit ${max}`

/**
 * Keeps the sessions that evidence on a payment prints. Gateways are asked about a payment for 180 days, so one that is
 * older than 200 days gets no new captures.
 */
export const insertPastSessions = (tx: Tx, sessions: OldSession[]) => tx`
  insert into past_session (id, user_id, user_agent, address, created_at, refreshed_at, paid_at)
  select old.id, "userId", "userAgent", address, "createdAt", "refreshedAt", paid_at
  from jsonb_to_recordset(${tx.json(sessions)}::jsonb) as old (id uuid, "userId" uuid, "userAgent" text,
    address text, "createdAt" timestamptz, "refreshedAt" timestamptz)
  cross join lateral (select "createdAt" - ${DAYS_AFTER} * interval '1 day' as first,
    "refreshedAt" + ${DAYS_BEFORE} * interval '1 day' as last) around
  cross join lateral (
    select max(captured_at) as paid_at from payment join capture on payment_id = payment.id
    where payment.user_id = "userId" and captured_at between first and last
      and payment.created_at between first - interval '200 days' and last + interval '1 day'
  ) paid
  where paid_at is not null`

export const deleteOldPastSessions = (sql: Sql, before: Date) => sql`
  delete from past_session where paid_at < ${before}`

export const deletePastSessionsOf = (sql: Sql, userId: string) => sql`
  delete from past_session where user_id = ${userId}`
