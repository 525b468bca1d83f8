import type * as keyContract from '#contract/resellers/api-keys.ts'
import type { ApiServiceProduct } from '#contract/resellers/api-keys.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Currency, Rate } from '#contract/core/money.ts'
import { charge, priceFor } from '#contract/catalogue/pricing.ts'
import type * as contract from '#contract/resellers/reseller.ts'
import type { ApiProduct } from '#contract/resellers/reseller.ts'
import { rateFor } from '#server/catalogue/exchange-rate/rates.ts'
import { countUnsold, isOnSale, isSoldOut } from '#server/catalogue/games/see.ts'
import type { Catalog } from '#server/catalogue/games/snapshot.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type Product = { game: FullGame; item: FullItem; category: string }

const known = new WeakMap<Catalog, Map<string, Product>>()

/** Maps all packs by id, built once for each catalogue snapshot. */
function toProducts(catalog: Catalog): Map<string, Product> {
  const made = known.get(catalog)
  if (made) return made
  const categories = new Map<string, string>()
  for (const { categoryTitle, gameId } of catalog.categories)
    for (const id of gameId) if (!categories.has(id)) categories.set(id, categoryTitle)
  const products = new Map(
    catalog.games.flatMap((game) =>
      game.itemId.map((item): [string, Product] => [
        item._id,
        { game, item, category: categories.get(game._id) ?? game.gameName },
      ]),
    ),
  )
  known.set(catalog, products)
  return products
}

export async function getProduct(
  { catalog }: Pick<Context, 'catalog'>,
  productId: string,
): Promise<Product> {
  const product = toProducts(await catalog()).get(productId)
  if (!product) throw new Refusal('NO_SUCH_PRODUCT')
  return product
}

export const listApiProducts: Handler<typeof contract.listApiProducts> = async (ctx, input) => {
  const { currency, game: slug } = input
  const [catalog, rates] = await Promise.all([ctx.catalog(), ctx.rates()])
  const rate = rateFor(rates, currency)
  if (slug !== undefined && !catalog.gameBySlug.has(slug)) throw new Refusal('NO_SUCH_GAME')
  const products = [...toProducts(catalog).values()]
    .filter(({ game }) => slug === undefined || game.gameSlug === slug)
    .map((product) => toApiProduct(product, currency, rate))
  return { products }
}

export const listApiServiceProducts: Handler<typeof keyContract.listApiServiceProducts> = async (
  ctx,
  { currency },
) => {
  const [catalog, rates] = await Promise.all([ctx.catalog(), ctx.rates()])
  const rate = rateFor(rates, currency)
  const products = [...toProducts(catalog).values()].map((product): ApiServiceProduct => ({
    ...describe(product, currency, rate),
    gameImage: product.game.gameImageId?.image ?? '',
  }))
  return { products }
}

function describe({ game, item, category }: Product, currency: Currency, rate: Rate | null) {
  return {
    productId: item._id,
    productName: item.itemName,
    gameSlug: game.gameSlug,
    gameName: game.gameName,
    category,
    isAvailable: isOnSale({ game, item }) && !isSoldOut(item),
    currency,
    price: charge({ price: priceFor(item, 'reseller'), currency, rate }).amount,
  }
}

function toApiProduct(product: Product, currency: Currency, rate: Rate | null): ApiProduct {
  const { game, item } = product
  return {
    ...describe(product, currency, rate),
    stock: item.isShowQuantity ? countUnsold(item) : null,
    playerFields: [
      { name: 'playerId', label: game.inputFieldOne || 'Player ID', options: [] },
      ...(game.inputFieldTwo
        ? [
            {
              name: 'zoneId' as const,
              label: game.inputFieldTwo,
              options: game.inputFieldTwoOption,
            },
          ]
        : []),
    ],
    isPlayerChecked: game.isValidationRequired || game.playerRegions.length > 0,
    playerRegions: game.playerRegions,
    deliverySeconds: game.deliverySeconds,
  }
}
