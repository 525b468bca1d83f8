import type { Sql, Tx } from '#server/platform/db/db.ts'

export type SessionRow = {
  id: string
  userAgent: string
  address: string
  createdAt: Date
  refreshedAt: Date
}

/** Lists the sessions in which the person is signed in now. A blocked person cannot call this. */
export const selectLivingSessions = (sql: Sql, userId: string, now: Date) => sql<SessionRow[]>`
  select id, user_agent, address, created_at, refreshed_at from session
  where user_id = ${userId} and ended_at is null and expires_at > ${now}
    and created_at >= (select signed_out_before from users where id = user_id)
  order by refreshed_at desc, id`

export type PastSessionRow = SessionRow & { endedAt: Date | null; endReason: string | null }

/** Includes sessions that have ended, expired or been closed by a block. */
export const selectSessions = (sql: Sql | Tx, userId: string, now: Date, max: number) => sql<
  PastSessionRow[]
>`
  select session.id, user_agent, address, session.created_at, refreshed_at,
    case
      when ended_at is not null then ended_at
      when session.created_at < signed_out_before then signed_out_before
      when expires_at <= ${now} then expires_at
    end as ended_at,
    case
      when ended_at is not null then end_reason
      when session.created_at < signed_out_before then 'account blocked'
      when expires_at <= ${now} then 'not used for long'
    end as end_reason
  from session join users on users.id = user_id
  where user_id = ${userId} order by session.created_at desc limit ${max}`

export async function isSessionOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx`select from session where id = ${id} and user_id = ${userId}`
  return rows.length > 0
}

type End = { userId: string; reason: string; now: Date }

export const endOneOf = (tx: Tx, id: string, { userId, reason, now }: End) => tx`
  update session set ended_at = ${now}, end_reason = ${reason}
  where id = ${id} and user_id = ${userId} and ended_at is null`

/** Ends all sessions except `keptId`, if given. Returns how many ended. */
export async function endAllOf(tx: Tx, keptId: string | null, { userId, reason, now }: End) {
  const { count } = await tx`
    update session set ended_at = ${now}, end_reason = ${reason}
    where user_id = ${userId} and ended_at is null and expires_at > ${now}
      ${keptId === null ? tx`` : tx`and id <> ${keptId}`}`
  return count
}
