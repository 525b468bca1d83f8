import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Currency, Rate } from '#contract/core/money.ts'
import type * as contract from '#contract/orders/orders.ts'
import { charge, priceFor, type Charge } from '#contract/catalogue/pricing.ts'
import type { Caller, Context } from '#server/context.ts'
import { isOnSale, isSoldOut } from '#server/catalogue/games/see.ts'
import { checkCoupon, type UsableCoupon } from '#server/catalogue/coupons/check-coupon.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getSpendable } from '#server/money/ledger/ledger.ts'
import { rateFor } from '#server/catalogue/exchange-rate/rates.ts'
import { refuseUnfit } from '#server/orders/players/check-fit.ts'
import { selectPlayerHere } from './sql-place.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'config' | 'catalog' | 'rates'>

export type QuoteInput = {
  gameSlug: string
  itemSlug: string
  couponCode: string
  currency: Currency
}

/** A pack that the caller may buy now, with its price for them. */
export type Offer = {
  game: FullGame
  item: FullItem
  price: number // in paise
  coupon: UsableCoupon | null
  rate: Rate | null // null for rupees
  charge: Charge
}

/** Builds an offer from cached data. Only the coupon is looked up. */
export async function makeOffer(ctx: Deps, chosen: QuoteInput, caller: Caller): Promise<Offer> {
  const { gameBySlug, itemBySlug } = await ctx.catalog()
  const game = gameBySlug.get(chosen.gameSlug)
  if (!game) throw new Refusal('NO_SUCH_GAME')
  const item = itemBySlug.get(chosen.itemSlug)
  if (item?.gameSlug !== game.gameSlug) throw new Refusal('NO_SUCH_ITEM')
  if (!isOnSale({ game, item })) throw new Refusal('NOT_AVAILABLE')
  if (isSoldOut(item)) throw new Refusal('OUT_OF_STOCK')
  const { currency } = chosen
  const price = priceFor(item, caller.role)
  const input = { code: chosen.couponCode, caller, gameId: game._id, itemId: item._id, price }
  const coupon = chosen.couponCode ? await checkCoupon(ctx, input) : null
  const rate = rateFor(await ctx.rates(), currency)
  return {
    game,
    item,
    price,
    coupon,
    rate,
    charge: charge({ price, discount: coupon?.discount ?? 0, currency, rate }),
  }
}

export const getQuote: Handler<typeof contract.getQuote> = async (
  ctx,
  { gameDetailId, ...chosen },
  caller,
) => {
  const { game, coupon, charge } = await makeOffer(ctx, chosen, caller)
  const wanted = { id: gameDetailId, userId: caller.id, gameId: game._id }
  const [player, balances] = await Promise.all([
    selectPlayerHere(ctx.sql, wanted),
    getSpendable(ctx.sql, caller.id),
  ])
  if (!player?.isForGame) throw new Refusal('NO_SUCH_GAME_DETAIL')
  if (game.isValidationRequired && !player.isConfirmed) throw new Refusal('PLAYER_UNCONFIRMED')
  refuseUnfit(game, player.regions)
  const balance = balances[chosen.currency] ?? 0
  return {
    currency: chosen.currency,
    ...charge,
    balance,
    missing: Math.max(0, charge.amount - balance),
    couponCode: coupon?.code ?? '',
  }
}
