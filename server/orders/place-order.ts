import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { formatExactly, toMajor } from '#contract/money.ts'
import * as contract from '#contract/orders.ts'
import { PlacedOrder } from '#contract/orders.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseWhileClosed } from '#server/settings/website.ts'
import { findFirstAnswer, toRequest, type Request } from '#server/idempotency/idempotency.ts'
import { arrivals } from '#server/jobs/jobs.ts'
import { tooLittleMoney } from '#server/ledger/ledger.ts'
import { makeInvoice } from './invoice.ts'
import { makeOffer, outOfStock, type Chosen, type Offer } from './quote.ts'
import type { OrderWish, Outcome } from './sql-place.ts'

type Handle = Handlers<typeof contract>

export const placeWalletOrder: Handle['placeWalletOrder'] = async (ctx, input, caller, visit) => {
  await refuseWhileClosed(ctx, caller)
  const { idempotencyKey, ...wish } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const endpoint = contract.placeWalletOrder
  const request = toRequest({ endpoint, callerId: caller.id, key, input: wish })
  try {
    return await placeNow(ctx, { ...wish, caller, request })
  } catch (error) {
    // What was ordered may be sold out or dearer by now: who asks again still gets the first answer.
    const isRefused = error instanceof Refusal && error.code !== 'IDEMPOTENCY_KEY_REUSED'
    const first = isRefused && request && (await findFirstAnswer(ctx.sql, request))
    if (!first) throw error
    return z.decode(PlacedOrder, first.answer as never)
  }
}

export const placeUpiOrder: Handle['placeUpiOrder'] = async (ctx, _input, caller) => {
  await refuseWhileClosed(ctx, caller)
  throw new Refusal('PAYMENTS_NOT_OFFERED')
}

type Wish = Chosen & {
  gameDetailId: string
  totalMax?: number
  caller: Caller
  request: Request | null
}

/** The offer is made from memory, which may be a moment behind: then it is made anew, once. */
async function placeNow(ctx: Context, wish: Wish): Promise<PlacedOrder> {
  const first = await tryToPlace(ctx, wish)
  if (first.placed) return first.placed
  const { code } = first.outcome
  if (code !== 'STALE' && code !== 'COUPON_STALE' && code !== 'COUPON_NOT_USABLE')
    throw toRefusal(first)
  if (code === 'STALE') ctx.changes.tell()
  const second = await tryToPlace(ctx, wish)
  if (second.placed) return second.placed
  throw toRefusal(second)
}

type Try = { outcome: Outcome; offer: Offer; wish: Wish; placed: PlacedOrder | null }

async function tryToPlace(ctx: Context, wish: Wish): Promise<Try> {
  const { caller, currency, totalMax = Infinity } = wish
  const offer = await makeOffer(ctx, wish, caller)
  if (toMajor(offer.charge.amount, currency) > totalMax) throw priceChanged(offer, wish)
  const { order, placed } = toOrder(ctx, offer, wish)
  const outcome = await ctx.placeTogether(order)
  if (outcome.code) return { outcome, offer, wish, placed: null }
  if (outcome.answer)
    return { outcome, offer, wish, placed: z.decode(PlacedOrder, outcome.answer as never) }
  arrivals.emit('job')
  const { id: orderId, invoice: reference, amount } = order
  ctx.log.info(
    { orderId, from: caller.id, to: 'sales', amount, currency, reference },
    'money moved',
  )
  return { outcome, offer, wish, placed }
}

function toOrder({ now }: Context, offer: Offer, wish: Wish) {
  const { game, item, price, coupon, rate, charge } = offer
  const { caller, currency, request, gameDetailId } = wish
  const createdAt = now()
  const [id, invoice] = [randomUUIDv7(), makeInvoice(createdAt)]
  const placed: PlacedOrder = {
    _id: id,
    invoiceId: invoice,
    status: 'processing',
    createdAt: createdAt.toISOString(),
    currency,
    ...charge,
  }
  const order: OrderWish = {
    id,
    invoice,
    userId: caller.id,
    role: caller.role,
    request: request && { ...request, answer: z.encode(PlacedOrder, placed) },
    gameId: game._id,
    itemId: item._id,
    savedPlayer: gameDetailId,
    currency,
    itemPrice: charge.itemPrice,
    amount: charge.amount,
    priceInr: price,
    amountInr: charge.amountInr,
    rate,
    coupon,
    createdAt,
  }
  return { order, placed }
}

function toRefusal({ outcome: { code, detail }, offer, wish }: Try): Refusal {
  if (code === 'BALANCE_TOO_LOW') return tooLittleMoney(detail!, wish.currency)
  if (code === 'OUT_OF_STOCK') return outOfStock()
  if (code === 'STALE') return priceChanged(offer, wish)
  return new Refusal(code === 'COUPON_STALE' ? 'COUPON_NOT_USABLE' : code!)
}

function priceChanged({ charge }: Offer, { currency }: Wish): Refusal {
  const total = formatExactly(charge.amount, currency)
  const message = `The price has changed: the new total is ${total}. Please check it`
  return new Refusal('PRICE_CHANGED', { message })
}
