import type { Sql } from '#server/platform/db/db.ts'
import { auditCaptures } from './audit-captures.ts'
import { auditCharges } from './audit-charges.ts'
import { auditCorrections } from './audit-corrections.ts'
import { auditCounts } from './audit-counts.ts'
import { auditDocuments } from './audit-documents.ts'
import { auditLedger } from './audit-ledger.ts'

/**
 * Lists the faults in a shop's money; an empty list means the books are right. It is written from the promises, not
 * from the product: it shares no calculation with the shop or the verifier. It reads one snapshot and holds all books
 * in memory, which is fine for a test.
 */
export const auditBooks = (sql: Sql): Promise<string[]> =>
  sql.begin(async (tx) => {
    await tx.unsafe('set transaction isolation level repeatable read, read only')
    const parts = [
      auditLedger,
      auditCharges,
      auditCaptures,
      auditCorrections,
      auditCounts,
      auditDocuments,
    ]
    const faults: string[] = []
    for (const audit of parts) faults.push(...(await audit(tx)))
    return faults
  })
