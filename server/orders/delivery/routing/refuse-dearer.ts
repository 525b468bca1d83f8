import { convert, formatExactly } from '#contract/core/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { priceFor } from '#contract/catalogue/pricing.ts'
import { isOnSale } from '#server/catalogue/games/see.ts'
import { lastRateOf } from '#server/catalogue/exchange-rate/rates.ts'
import type { Caller, Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Price increase up to which a customer who corrects a player keeps their price. Costs and rates move all the time. */
const TOLERANCE_PERCENT = 2

/**
 * Refuses a correction if the pack is much dearer now or not for sale. Otherwise customers could wait and choose
 * whichever is worth more, the pack or the refund.
 */
export async function refuseDearer(
  ctx: Pick<Context, 'catalog' | 'rates'>,
  { gameId, itemId, itemPrice, currency }: Order,
  { role }: Pick<Caller, 'role'>,
): Promise<void> {
  const { gameBySlug, itemBySlug } = await ctx.catalog()
  const [game, item] = [gameBySlug.get(gameId.gameSlug), itemBySlug.get(itemId.itemSlug)]
  if (!game || !item || !isOnSale({ game, item }))
    throw new Refusal('NOT_AVAILABLE', {
      message: 'This pack isn’t on sale right now. Take the refund, or try again later',
    })
  const rate = lastRateOf(await ctx.rates(), currency)
  const price = convert(priceFor(item, role), currency, rate)
  if (price * 100 <= itemPrice * (100 + TOLERANCE_PERCENT)) return
  const [now, then] = [formatExactly(price, currency), formatExactly(itemPrice, currency)]
  throw new Refusal('PRICE_CHANGED', {
    message: `This pack now costs ${now}, but you ordered it for ${then}. Take the refund and order it again`,
  })
}
