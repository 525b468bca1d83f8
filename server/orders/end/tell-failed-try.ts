import type { Context } from '#server/context.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { updateVersion } from './change-sql.ts'
import { subjectOf } from '#server/orders/read/follow-order.ts'
import { getLockedOrder } from './end-order.ts'

/**
 * Sends a pending order again to everyone who follows it. Its last payment try has failed, was abandoned, or was
 * followed by a new one.
 */
export const tellFailedTry = (
  { sql }: Pick<Context, 'sql'>,
  { orderId }: JobPayload<'tell-failed-try'>,
): Promise<void> =>
  sql.begin(async (tx) => {
    const { status } = await getLockedOrder(tx, orderId)
    if (status !== 'pending') return
    await updateVersion(tx, orderId)
    await tellFollowers(tx, subjectOf(orderId))
  })
