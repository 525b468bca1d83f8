import type { FullGame } from '#contract/catalogue/games.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import { findUnitCosts } from './costs.ts'
import {
  listCandidates,
  type findLandedCost,
  type ListedProduct,
  type SupplierGame,
} from './landed-cost.ts'
import { selectProductsAt } from '#server/suppliers/products/product-sql.ts'
import { keyOf } from '#server/suppliers/products/read-products.ts'

export type KnownCosts = Parameters<typeof findLandedCost>[2]

/** All product lists that these games' packs come from, without duplicates. */
export function listSupplierGames(games: FullGame[]): SupplierGame[] {
  const all = games.flatMap((game) => game.itemId.flatMap((item) => listCandidates(game, item)))
  const byKey = new Map(
    all.map(({ source, game, region }) => [
      keyOf({ source, game, region }),
      { source, game, region },
    ]),
  )
  return [...byKey.values()]
}

/** The suppliers' prices as last read, and the cost of their currencies. */
export async function findKnownCosts(
  ctx: Pick<Context, 'rates' | 'suppliers' | 'connectors'>,
  sql: Sql | Tx,
  places: SupplierGame[],
): Promise<KnownCosts> {
  const suppliers = await ctx.suppliers()
  const unitCosts = await findUnitCosts(ctx, sql)
  const lists = new Map<string, Map<string, ListedProduct>>()
  for (const { productId, ...row } of await selectProductsAt(sql, places))
    lists.getOrInsertComputed(keyOf(row), () => new Map()).set(productId, row)
  return {
    unitCosts,
    lists: (supplierGame) => lists.get(keyOf(supplierGame)) ?? null,
    hasAccount: (source) => suppliers.has(source),
    titleOf: (source) => titleOf(ctx, source),
  }
}
