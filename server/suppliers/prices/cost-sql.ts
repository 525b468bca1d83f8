import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type UnitCostRow = { supplier: SupplierName; currency: string; paise: string }

export const selectUnitCosts = (sql: Sql | Tx) => sql<UnitCostRow[]>`
  select supplier, currency, paise from supplier_currency order by supplier, currency`

export async function upsertUnitCost(
  tx: Tx,
  row: UnitCostRow & { updatedAt: Date },
): Promise<void> {
  await tx`
    insert into supplier_currency ${tx.values(row)}
    on conflict (supplier, currency) do update set paise = excluded.paise, updated_at = excluded.updated_at`
}

export async function deleteUnitCost(
  tx: Tx,
  { supplier, currency }: Pick<UnitCostRow, 'supplier' | 'currency'>,
): Promise<void> {
  await tx`delete from supplier_currency where supplier = ${supplier} and currency = ${currency}`
}

/** Currencies each supplier is known to use. */
export const selectCurrencies = (sql: Sql | Tx) => sql<
  { supplier: SupplierName; currency: string }[]
>`
  select supplier, currency from supplier_currency
  union select supplier, currency from supplier_balance where currency is not null
  union select supplier, currency from supplier_product
  order by supplier, currency`
