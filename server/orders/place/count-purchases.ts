import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { countPurchases as count } from './sql-place.ts'

/**
 * Updates the purchase counts and stock that the catalogue shows. Runs now and then rather than for each order, because
 * it invalidates the cached catalogue.
 */
export const countPurchases = (ctx: Pick<Context, 'sql' | 'changes'>): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    if (await count(tx)) await tellChange(ctx, tx)
  })
