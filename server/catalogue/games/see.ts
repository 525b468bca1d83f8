import type { Game, Item } from '#contract/catalogue/catalog.ts'
import type { Role } from '#contract/core/endpoint.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'

/** A game as the storefront shows it, without its suppliers and costs. */
export function seeGame(game: FullGame, role: Role | undefined): Game {
  const { apiName: _source, givenGameName: _name, givenRegion: _region, ...shown } = game
  return { ...shown, itemId: game.itemId.map((item) => seeItem(item, role)) }
}

type Stock = Pick<FullItem, 'quantity' | 'heldQuantity'>

/** Returns the units a paying customer could get, including those held by unpaid orders. Null means unlimited. */
export const countUnsold = ({ quantity, heldQuantity }: Stock): number | null =>
  quantity === null ? null : quantity + heldQuantity

export const isSoldOut = (item: Stock): boolean => countUnsold(item) === 0

type Offered = {
  game: Pick<FullGame, 'gameAvailablity'>
  item: Pick<FullItem, 'itemAvailablity' | 'hasSource'>
}

/** True if a pack is offered, whether or not some are left. */
export const isOnSale = ({ game, item }: Offered): boolean =>
  game.gameAvailablity && item.itemAvailablity && item.hasSource

/** Administrators buy at the customer price, so they see that price here. */
export function seeItem(item: FullItem, role: Role | undefined): Item {
  const { costPrice: _cost, serviceId: _service, heldQuantity: _held, ...more } = item
  const { resellerSellingPrice, ...rest } = more
  const {
    sources: _sources,
    hasSource: _hasSource,
    routing: _routing,
    isPriceFixed: _fixed,
    pausedFor: _paused,
    ...shown
  } = rest
  return {
    ...shown,
    itemAvailablity: item.itemAvailablity && item.hasSource && !isSoldOut(item),
    quantity: item.isShowQuantity ? countUnsold(item) : null,
    ...(role === 'reseller' && resellerSellingPrice !== null ? { resellerSellingPrice } : {}),
  }
}
