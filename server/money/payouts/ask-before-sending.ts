import type { Tx } from '#server/platform/db/db.ts'
import { markAllSent } from './refund-sql.ts'

const FIRST_ASK_MS = 20_000

/**
 * Refunds that were about to be sent when the backup was made, which is an older shop's: their gateways are asked first, as
 * when a node has died in between. Answers how many there are.
 */
export async function askBeforeSending(tx: Tx, now: Date): Promise<number> {
  const { count } = await markAllSent(tx, now, new Date(now.getTime() + FIRST_ASK_MS))
  return count
}
