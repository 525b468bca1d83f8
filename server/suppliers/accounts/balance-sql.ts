import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type BalanceRow = {
  supplier: SupplierName
  lowBelow: string | null
  amount: string | null
  currency: string | null
  readAt: Date | null
  shortSince: Date | null
}

export const selectBalances = (sql: Sql | Tx) => sql<BalanceRow[]>`
  select supplier, low_below, amount, currency, read_at, short_since from supplier_balance`

/** Creates the balance row if there is none, and locks it. */
export async function lockBalance(tx: Tx, supplier: SupplierName): Promise<BalanceRow> {
  await tx`insert into supplier_balance (supplier) values (${supplier}) on conflict do nothing`
  const [row] = await tx<[BalanceRow]>`
    select supplier, low_below, amount, currency, read_at, short_since
    from supplier_balance where supplier = ${supplier} for update`
  return row
}

export async function updateBalance(tx: Tx, { supplier, ...rest }: BalanceRow): Promise<void> {
  await tx`update supplier_balance set ${tx.set(rest)} where supplier = ${supplier}`
}
