import { eraseBuyer } from '#server/accounting/documents/erase-buyer.ts'
import { eraseBulks } from '#server/resellers/bulk/bulk.ts'
import { eraseCodes } from '#server/orders/codes/codes.ts'
import { eraseTraces } from './erase-traces.ts'
import { eraseAddresses } from '#server/orders/place/buyer-address.ts'
import { erasePayers } from '#server/money/payments/forget-payers.ts'
import { eraseRefusals } from '#server/orders/risk/risk.ts'
import { eraseGifts } from '#server/orders/gifts/gifts.ts'
import { erasePayLinks } from '#server/orders/pay-links/pay-links.ts'
import { erasePlayers } from '#server/orders/players/players.ts'
import { forgetApiClients } from '#server/resellers/api/test-mode/test-data.ts'
import { eraseRecoveries } from '#server/accounts/recovery/erase-recoveries.ts'
import { eraseFactors } from '#server/accounts/second-factor/second-factor.ts'
import { eraseIssues } from '#server/backoffice/support/support.ts'
import { forgetEventsOf } from '#server/resellers/webhooks/forget-events.ts'
import { erasePastSessions } from '#server/backoffice/evidence/past-sessions.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'

/** Erases what every module keeps of a deleted account. Each step may be done again after a crash. */
export async function eraseAccount(
  ctx: Pick<Context, 'sql' | 'keys' | 'now'>,
  account: JobPayload<'account-deleted'>,
): Promise<void> {
  await eraseIssues(ctx, account)
  await erasePlayers(ctx, account)
  await erasePayLinks(ctx, account)
  await eraseGifts(ctx, account)
  await eraseFactors(ctx, account)
  await eraseRecoveries(ctx, account)
  await forgetEventsOf(ctx, account)
  await eraseBulks(ctx, account)
  await forgetApiClients(ctx, account)
  await eraseCodes(ctx, account)
  await eraseAddresses(ctx, account)
  await erasePayers(ctx, account)
  await eraseRefusals(ctx, account)
  await erasePastSessions(ctx, account)
  await eraseBuyer(ctx, account)
  await eraseTraces(ctx, account)
}
