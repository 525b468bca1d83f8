import type { Sql } from '#server/platform/db/db.ts'
import { selectCosts, selectSuppliers, type CostRow } from './costs-sql.ts'

export type SupplierCost = CostRow & { supplier: string }

/** Costs of what suppliers delivered in a period. */
export async function sumCosts(
  sql: Sql,
  period: { start: Date; end: Date },
): Promise<SupplierCost[]> {
  const found: SupplierCost[] = []
  for (const { supplier } of await selectSuppliers(sql)) {
    const rows = await selectCosts(sql, { supplier, ...period })
    found.push(...rows.map((row) => ({ supplier, ...row })))
  }
  return found
}
