import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { countPurchases as count } from '#server/orders/place/sql-place.ts'

/** How often a pack was bought, and what is left of it, as the catalogue shows it: now and then, never for each order. */
export const countPurchases = (ctx: Context): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    if (await count(tx)) await tellChange(ctx, tx)
  })
