import { worksHere } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/accounts/sessions.ts'
import type { PastSession, Session } from '#contract/accounts/sessions.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Caller } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseColleague, seesColleagues } from '#server/accounts/users/colleagues.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import * as rows from './other-sessions-sql.ts'

const SHOWN_MAX = 100
const BY_OWNER = 'signed out from another device'
const BY_STAFF = 'ended by the shop'

export const listOwnSessions: Handler<typeof contract.listOwnSessions> = async (
  { sql, now },
  _input,
  caller,
) => {
  const living = await rows.selectLivingSessions(sql, caller.id, now())
  return { sessions: living.map((row) => toSession(row, caller)) }
}

export const endOwnSession: Handler<typeof contract.endOwnSession> = (
  { sql, now },
  { id },
  caller,
) =>
  sql.begin(async (tx) => {
    await refuseStranger(tx, caller.id, id)
    await rows.endOneOf(tx, id, { userId: caller.id, reason: BY_OWNER, now: now() })
    return null
  })

export const endOtherSessions: Handler<typeof contract.endOtherSessions> = (
  { sql, now },
  _input,
  caller,
) =>
  sql.begin(async (tx) => {
    const end = { userId: caller.id, reason: BY_OWNER, now: now() }
    await rows.endAllOf(tx, caller.sessionId, end)
    return null
  })

export const listUserSessions: Handler<typeof contract.listUserSessions> = async (
  { sql, now },
  { id },
  caller,
) => {
  await refuseColleague(sql, id, caller)
  const found = await rows.selectSessions(sql, id, now(), SHOWN_MAX)
  return { sessions: found.map((row) => toPastSession(row, caller)) }
}

export const endUserSession: Handler<typeof contract.endUserSession> = (
  ctx,
  { id, sessionId },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    await holdUser(tx, id, caller)
    await refuseStranger(tx, id, sessionId)
    await rows.endOneOf(tx, sessionId, { userId: id, reason: BY_STAFF, now })
    return toAction('end session', id, { session: sessionId })
  })

export const endUserSessions: Handler<typeof contract.endUserSessions> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    await holdUser(tx, id, caller)
    const count = await rows.endAllOf(tx, null, { userId: id, reason: BY_STAFF, now })
    return toAction('end all sessions', id, { sessions: count })
  })

const toAction = (action: string, id: string, after: object) => ({
  action,
  subject: `user ${id}`,
  before: null,
  after,
  answer: null,
})

/** Locks the user, so that a concurrent sign-in waits and its session survives. Staff cannot sign out colleagues. */
async function holdUser(tx: Tx, id: string, caller: Caller): Promise<void> {
  const user = await lockUser(tx, id)
  if (!user) throw new Refusal('NO_SUCH_USER')
  if (!seesColleagues(caller) && worksHere(user)) throw new Refusal('COLLEAGUE')
}

async function refuseStranger(tx: Tx, userId: string, id: string): Promise<void> {
  if (!(await rows.isSessionOf(tx, userId, id))) throw new Refusal('NO_SUCH_SESSION')
}

const toSession = (
  { id, createdAt, refreshedAt, ...rest }: rows.SessionRow,
  { sessionId }: Caller,
): Session => ({
  _id: id,
  userAgent: rest.userAgent,
  address: rest.address,
  createdAt: createdAt.toISOString(),
  refreshedAt: refreshedAt.toISOString(),
  isCurrent: id === sessionId,
})

const toPastSession = (row: rows.PastSessionRow, caller: Caller): PastSession => ({
  ...toSession(row, caller),
  endedAt: row.endedAt?.toISOString() ?? null,
  endReason: row.endReason,
})
