import { forgetDocumentBuyers } from '#server/accounting/documents/forget-document-buyers.ts'
import { cleanUp } from '#server/accounts/auth/clean-up.ts'
import { forgetBulks } from '#server/resellers/bulk/bulk.ts'
import { forgetGatewayEvents } from '#server/money/gateway-events/forget-gateway-events.ts'
import { forgetBuyers } from '#server/orders/place/buyer-address.ts'
import { forgetGifts } from '#server/orders/gifts/gifts.ts'
import { forgetPayLinks } from '#server/orders/pay-links/pay-links.ts'
import { forgetRefusals } from '#server/orders/risk/risk.ts'
import { forgetChecks } from '#server/resellers/api/test-mode/test-data.ts'
import { forgetBegun } from '#server/accounts/second-factor/second-factor.ts'
import { forgetEvents } from '#server/resellers/webhooks/forget-events.ts'
import { forgetGuests } from '#server/operations/erasure/forget-guests.ts'
import { forgetPayers } from '#server/money/payments/forget-payers.ts'
import { forgetSessions } from '#server/backoffice/evidence/past-sessions.ts'
import type { Context } from './context.ts'

/** Deletes what every area has kept for long enough. */
export async function cleanUpNightly(ctx: Pick<Context, 'sql' | 'keys' | 'now'>): Promise<void> {
  await forgetGuests(ctx)
  await forgetSessions(ctx)
  await cleanUp(ctx)
  await forgetBegun(ctx)
  await forgetGatewayEvents(ctx)
  await forgetEvents(ctx)
  await forgetBulks(ctx)
  await forgetChecks(ctx)
  await forgetBuyers(ctx)
  await forgetPayers(ctx)
  await forgetRefusals(ctx)
  await forgetPayLinks(ctx)
  await forgetGifts(ctx)
  await forgetDocumentBuyers(ctx)
}
