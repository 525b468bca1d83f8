import type { ProviderName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type UnitCostRow = { source: ProviderName; currency: string; paise: string }

export const selectUnitCosts = (sql: Sql | Tx) => sql<UnitCostRow[]>`
  select source, currency, paise from source_currency order by source, currency`

export async function upsertUnitCost(
  tx: Tx,
  row: UnitCostRow & { updatedAt: Date },
): Promise<void> {
  await tx`
    insert into source_currency ${tx.values(row)}
    on conflict (source, currency) do update set paise = excluded.paise, updated_at = excluded.updated_at`
}

export async function deleteUnitCost(
  tx: Tx,
  { source, currency }: Pick<UnitCostRow, 'source' | 'currency'>,
): Promise<void> {
  await tx`delete from source_currency where source = ${source} and currency = ${currency}`
}

/** Currencies each supplier is known to use. */
export const selectCurrencies = (sql: Sql | Tx) => sql<
  { source: ProviderName; currency: string }[]
>`
  select source, currency from source_currency
  union select source, currency from source_balance where currency is not null
  union select source, currency from source_product
  order by source, currency`
