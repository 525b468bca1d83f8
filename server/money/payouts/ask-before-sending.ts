import type { Tx } from '#server/platform/db/db.ts'
import { markAllSent } from './payout-sql.ts'

const FIRST_ASK_MS = 20_000

/**
 * Marks the unsent payouts of a restored backup as sent. The shop may have sent them after the backup was made, so
 * their gateways are asked first. Returns how many there are.
 */
export async function askBeforeSending(tx: Tx, now: Date): Promise<number> {
  const { count } = await markAllSent(tx, now, new Date(now.getTime() + FIRST_ASK_MS))
  return count
}
