import { randomUUIDv7 } from 'node:crypto'
import type { Currency } from '#contract/core/money.ts'
import type * as contract from '#contract/resellers/reseller.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ApiOrderRequest } from '#server/orders/place/place-order.ts'
import { makeOffer } from '#server/orders/place/quote.ts'
import { getProduct, type Product } from './products.ts'
import { insertQuote, selectQuote, type QuoteRow } from './sql.ts'

const MINUTE_MS = 60 * 1000

export const createApiQuote: Handler<typeof contract.createApiQuote> = async (
  ctx,
  { productId, currency },
  caller,
) => {
  const { game, item } = await getProduct(ctx, productId)
  const chosen = { gameSlug: game.gameSlug, itemSlug: item.itemSlug, couponCode: '', currency }
  const { charge, price, rate } = await makeOffer(ctx, chosen, caller)
  const createdAt = ctx.now()
  const quote = {
    id: randomUUIDv7(),
    itemId: productId,
    currency,
    amount: charge.amount,
    priceInr: price,
    rate,
    expiresAt: new Date(createdAt.getTime() + ctx.config.quoteMinutes * MINUTE_MS),
    usedBy: null,
  }
  const { isTest } = caller.key
  await insertQuote(ctx.sql, { ...quote, userId: caller.id, isTest, createdAt })
  return {
    _id: quote.id,
    productId,
    currency,
    price: quote.amount,
    expiresAt: quote.expiresAt.toISOString(),
    isTest,
  }
}

type QuoteQuery = { quoteId: string; product: Product; currency: Currency }

/** Returns a quote as it was promised. Placing the order checks whether it has expired or been used. */
export async function getQuoted(
  { sql }: Pick<Context, 'sql'>,
  { quoteId, product, currency }: QuoteQuery,
  { id: userId, key: { isTest } }: ApiCaller,
): Promise<QuoteRow> {
  const quote = await selectQuote(sql, { id: quoteId, userId, isTest })
  if (!quote) throw new Refusal('NO_SUCH_QUOTE', { field: 'quoteId' })
  if (quote.itemId !== product.item._id || quote.currency !== currency)
    throw new Refusal('QUOTE_OTHER', { field: 'quoteId' })
  return quote
}

/** Converts a quote into the price that replaces today's. */
export const toPromised = ({
  id,
  amount,
  priceInr,
  rate,
}: QuoteRow): NonNullable<ApiOrderRequest['quote']> => ({
  id,
  price: priceInr,
  rate,
  charge: { itemPrice: amount, discount: 0, amount, amountInr: priceInr },
})
