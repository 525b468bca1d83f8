import { findGame } from '#contract/catalogue/catalog.ts'
import { getRate } from '#contract/catalogue/rate.ts'
import { call } from '#web/api/call.ts'
import type { Prices } from '#web/features/currency/price.tsx'
import { toPrices } from '#web/storefront/shown.ts'

export async function fetchResellerPrices(slug: string): Promise<ReadonlyMap<string, Prices>> {
  const [game, rates] = await Promise.all([call(findGame, { slug }), call(getRate, {})])
  return new Map(
    game.itemId.flatMap(({ itemSlug, resellerSellingPrice }) =>
      resellerSellingPrice === undefined
        ? []
        : [[itemSlug, toPrices(resellerSellingPrice, rates)] as const],
    ),
  )
}
