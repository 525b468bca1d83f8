import { deleteOldRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { deleteOldAnswers } from '#server/platform/idempotency/idempotency.ts'
import { deleteOldInvitations } from '#server/accounts/invitations/invitations.ts'
import { deleteOldUndos } from '#server/accounts/users/address-undo.ts'
import { deleteOldChallenges, deleteOldSessions } from './sql.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Runs every night. Deletes codes, sessions, rate-limit counts and idempotent answers that have expired. */
export async function cleanUp({ sql, now }: Context): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await deleteOldChallenges(sql, daysAgo(2))
  await deleteOldSessions(sql, daysAgo(30))
  await deleteOldInvitations(sql, now())
  await deleteOldUndos(sql, daysAgo(30))
  await deleteOldRateLimits(sql, now())
  await deleteOldAnswers(sql, daysAgo(2))
}
