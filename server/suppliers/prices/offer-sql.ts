import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type ProductRow = {
  source: SupplierName
  game: string
  region: string
  productId: string
  cost: string
  currency: string
  isAvailable: boolean
}

export const selectProducts = (
  sql: Sql | Tx,
  { sources, productIds }: { sources: SupplierName[]; productIds: string[] },
) => sql<ProductRow[]>`
  select supplier as source, game, region, product_id, cost, currency, is_available from supplier_product
  where supplier = any(${sources}) and product_id = any(${productIds}) and cost >= 0`

export type MoneyRow = {
  supplier: SupplierName
  amount: string | null
  currency: string | null
  isShort: boolean
}

/** The balance at each supplier as last read, and if it has refused an order for lack of money since. */
export const selectMoney = (sql: Sql | Tx, sources: SupplierName[]) => sql<MoneyRow[]>`
  select supplier, amount, currency, short_since is not null as is_short
  from supplier_balance where supplier = any(${sources})`
