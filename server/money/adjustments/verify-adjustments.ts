import type { Sql, Tx } from '#server/platform/db/db.ts'
import { countMoved, selectFirstFault } from './verify-sql.ts'

/**
 * Compares adjustments with the ledger in both directions. Returns the count of those that moved money, and the first
 * fault or null.
 */
export async function verifyAdjustments(
  sql: Sql | Tx,
): Promise<{ count: number; fault: string | null }> {
  return { count: await countMoved(sql), fault: await selectFirstFault(sql) }
}
