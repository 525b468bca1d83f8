import { keptSince } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { deleteEndpointsOf } from './endpoint-sql.ts'
import { deleteEventsOf, deleteOldEvents } from './event-sql.ts'

const AT_ONCE = 2_000

/** Deletes old events with their deliveries, nightly. */
export async function forgetEvents({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const before = keptSince('event', now())
  for (let count = AT_ONCE; count === AT_ONCE;) count = await deleteOldEvents(sql, before, AT_ONCE)
}

export const forgetEventsOf = (
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> =>
  sql.begin(async (tx) => {
    await deleteEndpointsOf(tx, userId)
    await deleteEventsOf(tx, userId)
  })
