import { keptSince } from '#contract/core/retention.ts'
import { takeOldSessions } from '#server/accounts/sessions/sessions.ts'
import type { Context } from '#server/context.ts'
import { deleteOldPastSessions, deletePastSessionsOf, insertPastSessions } from './session-sql.ts'

const AT_ONCE = 200

/**
 * Deletes old sessions, nightly. Those around a payment move to `past_session` in the same transaction, because a
 * dispute of the payment may arrive long after them.
 */
export async function forgetSessions({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const before = keptSince('session', now())
  for (let count = AT_ONCE; count === AT_ONCE;)
    count = await sql.begin(async (tx) => {
      const sessions = await takeOldSessions(tx, before, AT_ONCE)
      await insertPastSessions(tx, sessions)
      return sessions.length
    })
  await deleteOldPastSessions(sql, keptSince('paidSession', now()))
}

/** Runs after an account is deleted. */
export const erasePastSessions = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  deletePastSessionsOf(sql, userId)
