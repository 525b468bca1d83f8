import { COUNT_MAX } from '#contract/backoffice/live-updates.ts'
import type * as contract from '#contract/backoffice/live-updates.ts'
import { hasRight } from '#contract/accounts/rights.ts'
import { countWaiting } from '#server/orders/waiting/count-waiting.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { countUnresolved } from '#server/backoffice/support/support.ts'

export const countOffice: Handler<typeof contract.countOffice> = async (ctx, _input, caller) => {
  const [waiting, issues] = await Promise.all([
    hasRight(caller, 'orders') ? countWaiting(ctx, COUNT_MAX) : null,
    hasRight(caller, 'support') ? countUnresolved(ctx, COUNT_MAX) : null,
  ])
  return { waiting, issues }
}
