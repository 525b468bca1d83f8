import type { FullGame } from '#contract/catalogue/games.ts'
import type * as contract from '#contract/catalogue/suppliers/prices.ts'
import type { PackPreview, PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { findKnownCosts, listSupplierGames } from './known-costs.ts'
import { findLandedCost, PRICE_MAX, type LandedCost, type SupplierGame } from './landed-cost.ts'
import { priceBy } from './price-by.ts'
import { getPricedGame } from './price-rules.ts'
import { selectProductsAt } from '#server/suppliers/products/product-sql.ts'
import { keyOf, readProducts } from '#server/suppliers/products/read-products.ts'

const FRESH_MS = 10 * 60 * 1000

/**
 * Shows what a rule would do without saving it. Only the suppliers' product lists are stored, if they are stale and
 * read again.
 */
export const previewPriceRule: Handler<typeof contract.previewPriceRule> = async (
  ctx,
  { gameSlug, resellerMargin = null, ...fields },
) => {
  const game = await getPricedGame(ctx, gameSlug)
  const rule = { ...fields, resellerMargin }
  const places = listSupplierGames([game])
  const faults = await readProducts(ctx, await listStale(ctx, places))
  const known = await findKnownCosts(ctx, ctx.sql, places)
  return {
    packs: game.itemId.map((item) => toPreview(item, rule, findLandedCost(game, item, known))),
    fault: faults.size > 0 ? [...faults.values()].join('. ') : null,
  }
}

export async function listStale(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  places: SupplierGame[],
): Promise<SupplierGame[]> {
  const since = new Date(now().getTime() - FRESH_MS)
  const rows = await selectProductsAt(sql, places)
  const fresh = new Set(rows.filter(({ seenAt }) => seenAt > since).map(keyOf))
  return places.filter((supplierGame) => !fresh.has(keyOf(supplierGame)))
}

type Item = FullGame['itemId'][number]

function toPreview(item: Item, rule: PriceRule, landed: LandedCost): PackPreview {
  const { _id, itemName, isPriceFixed, sellingPrice, resellerSellingPrice } = item
  const now = { _id, itemName, isPriceFixed, sellingPrice, resellerSellingPrice }
  if (landed.is !== 'known') {
    const fault = landed.is === 'unknown' ? landed.why : 'No supplier has it in stock'
    return { ...now, ...NOTHING, fault }
  }
  const { cost } = landed
  const next = isPriceFixed
    ? { sellingPrice, resellerPrice: resellerSellingPrice }
    : priceBy(rule, cost)
  const margins = { costPrice: cost, margin: sellingPrice - cost }
  if (next.sellingPrice > PRICE_MAX)
    return { ...now, ...NOTHING, ...margins, fault: 'This is above the highest possible price' }
  return {
    ...now,
    ...margins,
    sellingPriceThen: next.sellingPrice,
    resellerSellingPriceThen: next.resellerPrice,
    marginThen: next.sellingPrice - cost,
    fault: null,
  }
}

const NOTHING = {
  costPrice: null,
  margin: null,
  sellingPriceThen: null,
  resellerSellingPriceThen: null,
  marginThen: null,
}
