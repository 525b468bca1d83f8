import type { Game, Item } from '#contract/catalogue/catalog.ts'
import type { Role } from '#contract/core/endpoint.ts'
import { convert, type Currency, type Rate } from '#contract/core/money.ts'
import { charge, priceFor } from '#contract/catalogue/pricing.ts'
import { ApiError } from '#web/api/call.ts'

/** A pack that can be bought. */
export type Chosen = { game: Game; item: Item }

/** The reason why a pack cannot be bought. `game` offers other packs, if there are any. */
export type NotForSale = { title: string; words: string; game: Game | null }

/**
 * Finds the pack named in an address, or the reason why it cannot be bought. `refusal` is newer than the cached game.
 */
export function choose(
  game: Game | ApiError,
  itemSlug: string,
  refusal?: ApiError,
): Chosen | NotForSale {
  if (game instanceof ApiError)
    return { title: 'Game not found', words: 'This game is no longer available.', game: null }
  const item = game.itemId.find((one) => one.itemSlug === itemSlug)
  if (!game.gameAvailablity)
    return { title: 'Sold Out', words: `${game.gameName} is sold out at the moment.`, game: null }
  if (!item)
    return {
      title: 'Pack not found',
      words: `This pack of ${game.gameName} is no longer available.`,
      game,
    }
  if (refusal?.code === 'OUT_OF_STOCK')
    return { title: 'Out of stock', words: `${item.itemName} just sold out.`, game }
  if (!item.itemAvailablity || refusal?.code === 'NOT_AVAILABLE')
    return { title: 'Not Available', words: `${item.itemName} can’t be bought right now.`, game }
  return { game, item }
}

export type Buyer = { role: Role; currency: Currency; rate: Rate | null }

/** The pack's price for this buyer in minor units, before the server quotes it. */
export const priceOf = (item: Item, { role, currency, rate }: Buyer): number =>
  charge({ price: priceFor(item, role), currency, rate }).itemPrice

/** The list price to strike out, or null if it is not higher than the price. */
export function listPriceOf({ dummyPrice }: Item, price: number, { currency, rate }: Buyer) {
  const listPrice = dummyPrice === null ? 0 : convert(dummyPrice, currency, rate)
  return listPrice > price ? listPrice : null
}
