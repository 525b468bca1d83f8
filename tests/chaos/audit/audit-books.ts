import type { Sql } from '#server/platform/db/db.ts'
import { auditCaptures } from './audit-captures.ts'
import { auditCharges } from './audit-charges.ts'
import { auditCounts } from './audit-counts.ts'
import { auditLedger } from './audit-ledger.ts'

/**
 * What is wrong with a shop's money, in words; nothing when all is right. Written from what is promised and not from what the shop
 * does: it shares no sum with the product, nor with the verifier. It looks at one moment of the database, and has all of the books
 * in memory, which does for a proof.
 */
export const auditBooks = (sql: Sql): Promise<string[]> =>
  sql.begin(async (tx) => {
    await tx.unsafe('set transaction isolation level repeatable read, read only')
    const parts = [auditLedger, auditCharges, auditCaptures, auditCounts]
    const faults: string[] = []
    for (const audit of parts) faults.push(...(await audit(tx)))
    return faults
  })
