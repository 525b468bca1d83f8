import type { Caller } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewSession = {
  id: string
  userId: string
  refreshHash: Buffer
  userAgent: string
  address: string
  expiresAt: Date
  provenAt: Date | null
}

export const insertSession = (tx: Tx, session: NewSession, now: Date) => tx`
  insert into session ${tx.values({ ...session, createdAt: now, refreshedAt: now })}`

/** A session is valid until it ends or expires, or its owner is blocked, deleted or signed out everywhere. */
const isAlive = (sql: Sql | Tx, now: Date) => sql`
  session.ended_at is null and session.expires_at > ${now}
  and users.deleted_at is null and not users.is_blocked
  and session.created_at >= users.signed_out_before`

export type Claims = { sessionId: string; userId: string }

export type SessionState = Omit<Caller, 'id' | 'sessionId'> & { seenAt: Date }

/** Reads the role and rights behind each session; null if invalid. */
export async function selectSessionStates(
  sql: Sql,
  claims: Claims[],
  now: Date,
): Promise<(SessionState | null)[]> {
  const rows = await sql<(SessionState & { id: string; userId: string })[]>`
    select session.id, session.user_id, users.role, users.is_guest, session.proven_at, session.confirmed_at,
      session.refreshed_at as seen_at,
      case when users.role = 'staff' then users.rights else '{}' end as rights,
      exists (select from second_factor where second_factor.user_id = users.id) as has_factor
    from session join users on users.id = session.user_id
    where session.id = any(${claims.map(({ sessionId }) => sessionId)}) and ${isAlive(sql, now)}`
  const alive = new Map(rows.map(({ id, ...row }) => [id, row]))
  return claims.map((claim) => {
    const session = alive.get(claim.sessionId)
    if (!session) return null
    const { userId, ...state } = session
    return userId === claim.userId ? state : null
  })
}

/** Records that a session is in use. Skips a row that is locked or up to date, so that no request waits for this. */
export const touchSession = (
  sql: Sql,
  id: string,
  { now, before }: { now: Date; before: Date },
) => sql`
  update session set refreshed_at = ${now}
  where id = (
    select id from session where id = ${id} and refreshed_at < ${before} for update skip locked
  )`

/** Records that the session has shown a second factor. */
export const confirmSession = (tx: Tx, id: string, now: Date) => tx`
  update session set confirmed_at = ${now} where id = ${id} and ended_at is null`

/** Records that the owner gave a password or a code. False if the session has ended meanwhile. */
export async function proveSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    update session set proven_at = ${now} where id = ${id} and ended_at is null`
  return count === 1
}

/** A session ends after this long even if it is used daily. Then the password or a code is needed again. */
const SESSION_DAYS_MAX = 90

type Rotation = { id: string; oldHash: Buffer; newHash: Buffer; expiresAt: Date; now: Date }

/** Replaces the refresh token if it is the newest one of a valid session. Of two concurrent calls, one succeeds. */
export async function rotateSession(
  sql: Sql,
  { id, oldHash, newHash, expiresAt, now }: Rotation,
): Promise<{ userId: string } | null> {
  const [row] = await sql<{ userId: string }[]>`
    update session
    set refresh_hash = ${newHash}, refreshed_at = ${now},
      expires_at = least(${expiresAt}::timestamptz, session.created_at + ${SESSION_DAYS_MAX} * interval '1 day')
    from users
    where session.id = ${id} and session.refresh_hash = ${oldHash}
      and users.id = session.user_id and ${isAlive(sql, now)}
    returning session.user_id`
  return row ?? null
}

export const endSession = (sql: Sql | Tx, id: string, reason: string, now: Date) => sql`
  update session set ended_at = ${now}, end_reason = ${reason} where id = ${id} and ended_at is null`

export const endSessions = (tx: Tx, reason: string, now: Date) => tx`
  update session set ended_at = ${now}, end_reason = ${reason} where ended_at is null and expires_at > ${now}`

export const endOtherSessions = (tx: Tx, userId: string, keptId: string, now: Date) => tx`
  update session set ended_at = ${now}, end_reason = 'password changed'
  where user_id = ${userId} and id <> ${keptId} and ended_at is null`

export const deleteSessions = (tx: Tx, userId: string) => tx`
  delete from session where user_id = ${userId}`

export type OldSession = Pick<NewSession, 'id' | 'userId' | 'userAgent' | 'address'> & {
  createdAt: Date
  refreshedAt: Date
}

/** Deletes some sessions that expired before a moment, and returns them. */
export const takeOldSessions = (tx: Tx, before: Date, max: number) => tx<OldSession[]>`
  delete from session where id = any(array(
    select id from session where expires_at < ${before} order by expires_at limit ${max}))
  returning id, user_id, user_agent, address, created_at, refreshed_at`
