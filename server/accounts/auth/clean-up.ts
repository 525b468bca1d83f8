import { keptSince } from '#contract/core/retention.ts'
import { deleteOldRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { deleteOldAnswers } from '#server/platform/idempotency/idempotency.ts'
import { deleteOldInvitations } from '#server/accounts/invitations/invitations.ts'
import { deleteOldUndos } from '#server/accounts/users/address-undo.ts'
import { deleteOldChallenges } from './sql.ts'

/** Runs every night. Deletes codes, rate-limit counts and idempotent answers that have expired. */
export async function cleanUp({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await deleteOldChallenges(sql, keptSince('code', now()))
  await deleteOldInvitations(sql, now())
  await deleteOldUndos(sql, keptSince('address', now()))
  await deleteOldRateLimits(sql, now())
  await deleteOldAnswers(sql, keptSince('answer', now()))
}
