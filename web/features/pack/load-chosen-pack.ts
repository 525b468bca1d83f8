import { findGame, type Game, type Item } from '#contract/catalogue/catalog.ts'
import { convert, formatMoney } from '#contract/core/money.ts'
import { getRate, rateIn } from '#contract/catalogue/rate.ts'
import { call } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { readCurrency } from '#web/state/currency.ts'
import { readReturnPath } from '#web/state/return-path.ts'

/** A pack that a visitor chose before they were asked to sign in. */
export type ChosenPack = { game: Game; item: Item; price: string }

/** Returns null without a chosen pack or if loading fails, because signing in works without it. */
export async function loadChosenPack(): Promise<ChosenPack | null> {
  const { pathname, searchParams } = new URL(readReturnPath() ?? '', window.location.origin)
  const [slug, itemSlug] = [searchParams.get('gameSlug'), searchParams.get('itemSlug')]
  if (!pathname.startsWith(paths.purchase) || !slug || !itemSlug) return null
  try {
    const [game, rates] = await Promise.all([call(findGame, { slug }), call(getRate, {})])
    const item = game.itemId.find((one) => one.itemSlug === itemSlug)
    if (!item) return null
    const currency = readCurrency()
    const price = convert(item.sellingPrice, currency, rateIn(rates, currency))
    return { game, item, price: formatMoney(price, currency) }
  } catch {
    return null
  }
}
