import type { Game, Item } from '#contract/catalogue/catalog.ts'
import type { Picture } from '#contract/catalogue/gallery.ts'
import { convert, formatMoney, type ForeignCurrency } from '#contract/core/money.ts'
import type { Rates } from '#contract/catalogue/rate.ts'
import type { Tag } from '#contract/catalogue/tags.ts'
import type { Prices } from '#web/features/currency/price.tsx'
import { readableOn } from '#web/ui/text/readable.ts'

/** Reduced types for pages. Fewer fields make pages load faster. */
export type ShownPicture = Pick<Picture, 'image' | 'width' | 'height' | 'color'>
type ShownTag = { name: string; color: string; background: string }
export type GameCard = {
  slug: string
  name: string
  from: string
  isAvailable: boolean
  picture: ShownPicture | null
  tag: ShownTag | null
  lowest: Prices | null
}
export type ShownPack = {
  slug: string
  name: string
  isAvailable: boolean
  picture: ShownPicture | null
  tag: ShownTag | null
  price: Prices
  listPrice: Prices | null
  saving: Prices | null
  stock: number | null
}

/** Uses the same conversion as orders, so that customers pay the price they saw. */
export const toPrices = (paise: number, rates: Rates): Prices => [
  formatMoney(paise, 'INR'),
  ...Object.entries(rates).map(([code, rate]) => {
    const currency = code as ForeignCurrency
    return formatMoney(convert(paise, currency, rate!), currency)
  }),
]

export const toPicture = (picture: ShownPicture | null): ShownPicture | null => {
  if (!picture) return null
  const { image, width, height, color } = picture
  return { image, width, height, color }
}

const toTag = (tag: Tag | null): ShownTag | null =>
  tag && {
    name: tag.tagName,
    color: readableOn(tag.tagBackground, tag.tagColor),
    background: tag.tagBackground,
  }

export function toCard(game: Game, rates: Rates): GameCard {
  const prices = game.itemId.filter((item) => item.itemAvailablity).map((item) => item.sellingPrice)
  return {
    slug: game.gameSlug,
    name: game.gameName,
    from: game.gameFrom,
    isAvailable: game.gameAvailablity,
    picture: toPicture(game.gameImageId),
    tag: toTag(game.tagId),
    lowest: prices.length > 0 ? toPrices(Math.min(...prices), rates) : null,
  }
}

/** All packs of a sold-out game are unavailable. */
export function toPack(item: Item, game: Game, rates: Rates): ShownPack {
  const { sellingPrice, dummyPrice, quantity, isShowQuantity } = item
  const isListed = dummyPrice !== null && dummyPrice > sellingPrice
  const isAvailable = item.itemAvailablity && game.gameAvailablity
  return {
    slug: item.itemSlug,
    name: item.itemName,
    isAvailable,
    picture: toPicture(item.itemImageId),
    tag: toTag(item.tagId),
    price: toPrices(sellingPrice, rates),
    listPrice: isListed ? toPrices(dummyPrice, rates) : null,
    saving: isListed ? toPrices(dummyPrice - sellingPrice, rates) : null,
    stock: isAvailable && isShowQuantity ? quantity : null,
  }
}
