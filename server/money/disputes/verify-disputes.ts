import type { Sql, Tx } from '#server/platform/db/db.ts'
import { countDisputes, selectFirstFault } from './verify-sql.ts'

/** Compares what each dispute has moved with the ledger. Returns their count, and the first fault or null. */
export async function verifyDisputes(
  sql: Sql | Tx,
): Promise<{ count: number; fault: string | null }> {
  return { count: await countDisputes(sql), fault: await selectFirstFault(sql) }
}
