import type { Tx } from '#server/platform/db/db.ts'
import { selectSold, type SoldRow } from './sold-sql.ts'

export type { SoldRow } from './sold-sql.ts'

/** Finds paid orders by their ids. */
export async function findSold(tx: Tx, ids: string[]): Promise<Map<string, SoldRow>> {
  const rows = await selectSold(tx, ids)
  return new Map(rows.map((row) => [row.id, row]))
}
