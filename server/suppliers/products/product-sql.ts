import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type SupplierGameRow = { source: SupplierName; game: string; region: string }

export type ProductRow = {
  productId: string
  name: string
  cost: string
  currency: string
  isAvailable: boolean
}

/** Keeps rows that were read later than these. */
export const upsertProducts = (
  tx: Tx,
  { source, game, region }: SupplierGameRow,
  products: ProductRow[],
  seenAt: Date,
) => tx`
  insert into supplier_product
    (supplier, game, region, product_id, name, cost, currency, is_available, seen_at)
  select ${source}, ${game}, ${region}, product_id, name, cost, currency, is_available, ${seenAt}
  from unnest(
    ${products.map(({ productId }) => productId)}::text[],
    ${products.map(({ name }) => name)}::text[],
    ${products.map(({ cost }) => cost)}::numeric[],
    ${products.map(({ currency }) => currency)}::text[],
    ${products.map(({ isAvailable }) => isAvailable)}::boolean[]
  ) as listed (product_id, name, cost, currency, is_available)
  on conflict (supplier, game, region, product_id) do update set
    name = excluded.name, cost = excluded.cost, currency = excluded.currency,
    is_available = excluded.is_available, seen_at = excluded.seen_at
  where supplier_product.seen_at <= excluded.seen_at`

/** Marks products as unavailable that were missing from the list read at `readAt`. Those in `kept` are left alone. */
export const closeProducts = (
  tx: Tx,
  { source, game, region }: SupplierGameRow,
  kept: string[],
  readAt: Date,
) => tx`
  update supplier_product set is_available = false
  where supplier = ${source} and game = ${game} and region = ${region}
    and seen_at < ${readAt} and is_available and not product_id = any(${kept})`

const among = (sql: Sql | Tx, places: SupplierGameRow[]) => sql`
  (supplier, game, region) in (
    select * from unnest(
      ${places.map(({ source }) => source)}::text[],
      ${places.map(({ game }) => game)}::text[],
      ${places.map(({ region }) => region)}::text[]
    ))`

export const selectProductsAt = (sql: Sql | Tx, places: SupplierGameRow[]) => sql<
  (SupplierGameRow & ProductRow & { seenAt: Date })[]
>`
  select supplier as source, game, region, product_id, name, cost, currency, is_available, seen_at
  from supplier_product where ${among(sql, places)}`

/** Deletes stale products of lists that no pack uses. */
export const deleteProductsElsewhere = (sql: Sql, places: SupplierGameRow[], before: Date) => sql`
  delete from supplier_product where seen_at < ${before} and not ${among(sql, places)}`
