import type { Sql, Tx } from '#server/platform/db/db.ts'
import { readTaxRules } from '#server/accounting/tax-rules/tax-rules.ts'
import { countDocuments, selectFirstFault } from './verify-sql.ts'

/** Recomputes numbers, years and hashes of all documents. Returns their count, and the first fault or null. */
export async function verifyDocuments(
  sql: Sql | Tx,
): Promise<{ count: number; fault: string | null }> {
  const { yearStarts } = await readTaxRules(sql)
  return { count: await countDocuments(sql), fault: await selectFirstFault(sql, yearStarts) }
}
