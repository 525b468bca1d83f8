import type { Context } from '#server/context.ts'
import { eraseBuyerAddresses, eraseOldBuyerAddresses } from '#server/orders/end/change-sql.ts'

const KEPT_DAYS = 7 // after an order's end: a supplier may still ask about it
const DAY = 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

/** Erases the network addresses of buyers whose orders ended some days ago. */
export async function forgetAddresses({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const endedBefore = new Date(now().getTime() - KEPT_DAYS * DAY)
  for (let count = AT_ONCE; count === AT_ONCE;)
    count = await eraseOldBuyerAddresses(sql, endedBefore, AT_ONCE)
}

export const eraseAddresses = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  eraseBuyerAddresses(sql, userId)
