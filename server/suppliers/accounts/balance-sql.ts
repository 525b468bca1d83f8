import type { ProviderName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type BalanceRow = {
  source: ProviderName
  lowBelow: string | null
  amount: string | null
  currency: string | null
  readAt: Date | null
  shortSince: Date | null
}

export const selectBalances = (sql: Sql | Tx) => sql<BalanceRow[]>`
  select source, low_below, amount, currency, read_at, short_since from source_balance`

/** Creates the balance row if there is none, and locks it. */
export async function lockBalance(tx: Tx, source: ProviderName): Promise<BalanceRow> {
  await tx`insert into source_balance (source) values (${source}) on conflict do nothing`
  const [row] = await tx<[BalanceRow]>`
    select source, low_below, amount, currency, read_at, short_since
    from source_balance where source = ${source} for update`
  return row
}

export async function updateBalance(tx: Tx, { source, ...rest }: BalanceRow): Promise<void> {
  await tx`update source_balance set ${tx.set(rest)} where source = ${source}`
}
