import { keptSince } from '#contract/core/retention.ts'
import { findDevice } from '#server/accounts/sessions/known-devices.ts'
import type { Context, Visit } from '#server/context.ts'
import {
  eraseBuyerAddresses,
  eraseOldBuyerAddresses,
  eraseOldBuyers,
} from '#server/orders/end/change-sql.ts'

import type { Buyer } from './sql-place.ts'

const AT_ONCE = 1_000

/** Reads where a customer's order comes from. Without an address nothing is stored, because the address leads to the rest. */
export const readBuyer = async (
  ctx: Pick<Context, 'keys' | 'now'>,
  visit: Pick<Visit, 'ip' | 'address' | 'readCookie'>,
): Promise<Buyer> =>
  visit.ip === null
    ? { address: null, network: null, device: null }
    : { address: visit.ip, network: visit.address, device: await findDevice(ctx, visit) }

/** Erases where orders came from that ended long enough ago. */
export async function forgetBuyers({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  for (const [rule, erase] of [
    ['buyer', eraseOldBuyers],
    ['paidAddress', eraseOldBuyerAddresses],
  ] as const) {
    const endedBefore = keptSince(rule, now())
    for (let count = AT_ONCE; count === AT_ONCE;) count = await erase(sql, endedBefore, AT_ONCE)
  }
}

export const eraseAddresses = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  eraseBuyerAddresses(sql, userId)
