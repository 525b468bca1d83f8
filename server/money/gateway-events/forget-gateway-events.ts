import { keptSince } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import { deleteOldGatewayEvents, emptyBodies } from './gateway-event-sql.ts'

const AT_ONCE = 500

/** Deletes old gateway events every night. The ledger keeps what came of them. */
export async function forgetGatewayEvents({
  sql,
  now,
}: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await deleteOldGatewayEvents(sql, keptSince('report', now()))
  await forgetBodies({ sql })
}

/** Empties the bodies of stored gateway events. They name customers, and nothing reads them again. */
export async function forgetBodies({ sql }: Pick<Context, 'sql'>): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE;) count = await emptyBodies(sql, AT_ONCE)
}
