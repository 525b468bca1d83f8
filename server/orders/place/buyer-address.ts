import { findDevice } from '#server/accounts/sessions/known-devices.ts'
import type { Context, Visit } from '#server/context.ts'
import { eraseBuyerAddresses, eraseOldBuyerAddresses } from '#server/orders/end/change-sql.ts'

import type { Buyer } from './sql-place.ts'

const KEPT_DAYS = 7 // after an order's end: a supplier may still ask about it
const DAY = 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

/** Reads where a customer's order comes from. */
export const readBuyer = async (
  ctx: Pick<Context, 'keys' | 'now'>,
  visit: Pick<Visit, 'ip' | 'address' | 'readCookie'>,
): Promise<Buyer> => ({
  address: visit.ip,
  network: visit.ip === null ? null : visit.address,
  device: await findDevice(ctx, visit),
})

/** Erases addresses and devices of buyers whose orders ended some days ago. */
export async function forgetAddresses({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const endedBefore = new Date(now().getTime() - KEPT_DAYS * DAY)
  for (let count = AT_ONCE; count === AT_ONCE;)
    count = await eraseOldBuyerAddresses(sql, endedBefore, AT_ONCE)
}

export const eraseAddresses = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  eraseBuyerAddresses(sql, userId)
