import type { Game, Item } from '#contract/catalog.ts'
import type { Role } from '#contract/endpoint.ts'
import type { FullGame, FullItem } from '#contract/games.ts'

/** A game as the storefront shows it: neither where its packs come from nor what they cost the shop. */
export function seeGame(game: FullGame, role: Role | undefined): Game {
  const { apiName: _source, givenGameName: _name, givenRegion: _region, ...shown } = game
  return { ...shown, itemId: game.itemId.map((item) => seeItem(item, role)) }
}

/** Administrators buy at the price of everybody, and so see that one here. */
export function seeItem(item: FullItem, role: Role | undefined): Item {
  const { costPrice: _cost, serviceId: _service, resellerSellingPrice, ...rest } = item
  const {
    sources: _sources,
    routing: _routing,
    isPriceFixed: _fixed,
    pausedFor: _paused,
    ...shown
  } = rest
  return {
    ...shown,
    itemAvailablity: item.itemAvailablity && item.quantity !== 0,
    quantity: item.isShowQuantity ? item.quantity : null,
    ...(role === 'reseller' && resellerSellingPrice !== null ? { resellerSellingPrice } : {}),
  }
}
