import { eraseBulks } from '#server/bulk/bulks.ts'
import { eraseCodes } from '#server/deliveries/codes.ts'
import { eraseTraces } from '#server/erasure/erase-traces.ts'
import { eraseAddresses } from '#server/orders/buyer-address.ts'
import { erasePlayers } from '#server/players/players.ts'
import { forgetPrograms } from '#server/reseller/test-data.ts'
import { eraseFactors } from '#server/second-factor/second-factor.ts'
import { eraseIssues } from '#server/support/support.ts'
import { forgetEventsOf } from '#server/webhooks/forget-events.ts'
import type { Context } from './context.ts'
import type { JobPayload } from './jobs/payloads.ts'

/** Erases what every module keeps of a deleted account. Each step may be done again after a crash. */
export async function eraseAccount(
  ctx: Context,
  account: JobPayload<'account-deleted'>,
): Promise<void> {
  await eraseIssues(ctx, account)
  await erasePlayers(ctx, account)
  await eraseFactors(ctx, account)
  await forgetEventsOf(ctx, account)
  await eraseBulks(ctx, account)
  await forgetPrograms(ctx, account)
  await eraseCodes(ctx, account)
  await eraseAddresses(ctx, account)
  await eraseTraces(ctx, account)
}
