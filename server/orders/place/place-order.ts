import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { formatExactly, toMajor } from '#contract/core/money.ts'
import type { Gift } from '#contract/orders/gifts.ts'
import { PlacedOrder } from '#contract/orders/orders.ts'
import type { Caller, Context } from '#server/context.ts'
import { isProven, proofOf } from '#server/platform/http/limits/admit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Request } from '#server/platform/idempotency/idempotency.ts'
import { arrivals } from '#server/platform/jobs/jobs.ts'
import { requireAge } from '#server/accounts/consent/age.ts'
import { logMoved, tooLittleMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { makeInvoice } from './invoice.ts'
import { readPayLink } from '#server/orders/pay-links/pay-links.ts'
import { refuseUnfit } from '#server/orders/players/check-fit.ts'
import { refuseRisky } from '#server/orders/risk/risk.ts'
import { isPlaced, placeOverHolds } from './place-over-holds.ts'
import { makeOffer, type QuoteInput, type Offer } from './quote.ts'
import {
  selectPlayerHere,
  type Buyer,
  type NewOrder,
  type Outcome,
  type NewApiOrder,
  type UnpaidMax,
} from './sql-place.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'placeInBatch'>

export type OrderRequest = QuoteInput & {
  gameDetailId: string | null // null for an API client's order
  totalMax?: number
  payLink?: string // the link's token
  gift?: Gift
  caller: Caller
  buyer: Buyer
  request: Request | null
  expiresAt: Date | null // end of the time to pay through a gateway; null pays from the wallet
  apiOrder?: ApiOrderRequest
}

/** An API client's own data for its order. The price of its quote stays valid. */
export type ApiOrderRequest = Omit<NewApiOrder, 'quoteId'> & {
  id: string // ID of the order
  quote: (Pick<Offer, 'price' | 'rate' | 'charge'> & { id: string }) | null
}

/**
 * Places an order and returns its answer. A known key returns its first answer, as it was stored. The offer is built
 * from cached data, which may be a moment old: then it is built again, once. For an API client's order whose reference
 * is known, the answer is `{ orderId }`.
 */
export async function placeOrder(ctx: Context, input: OrderRequest): Promise<unknown> {
  const first = await tryToPlace(ctx, input)
  const { code } = first.outcome
  if (!code || code === 'KNOWN_ORDER') return first.answer
  if (code !== 'STALE' && code !== 'COUPON_STALE' && code !== 'COUPON_NOT_USABLE')
    throw toRefusal(ctx, first)
  if (code === 'STALE') ctx.changes.tell()
  const second = await tryToPlace(ctx, input)
  if (!second.outcome.code || second.outcome.code === 'KNOWN_ORDER') return second.answer
  throw toRefusal(ctx, second)
}

type Try = { outcome: Outcome; offer: Offer; input: OrderRequest; answer: unknown }

async function tryToPlace(ctx: Context, input: OrderRequest): Promise<Try> {
  const { caller, currency, totalMax = Infinity, expiresAt } = input
  const offer = { ...(await makeOffer(ctx, input, caller)), ...input.apiOrder?.quote }
  if (expiresAt && offer.charge.amount === 0) throw new Refusal('NOTHING_TO_PAY')
  if (input.gift && offer.charge.amount === 0) throw new Refusal('GIFT_NEEDS_PAYMENT')
  if (toMajor(offer.charge.amount, currency) > totalMax) throw priceChanged(offer, input)
  await refuseUnfitPlayer(ctx, offer, input)
  const { order, answer } = toOrder(ctx, offer, input)
  await requireAge(ctx, caller)
  if (!order.apiOrder) await refuseRisky(ctx, caller, toSubject(order))
  const outcome = await place(ctx, order)
  if (!isPlaced(order, outcome)) return { outcome, offer, input, answer: outcome.answer }
  arrivals.emit('job')
  const { id: orderId, invoice: reference, amount } = order
  const line = { from: walletOf(caller.id), to: 'house:sales', currency, amount } as const
  if (!expiresAt) logMoved(ctx, { kind: 'order', orderId, lines: [line], reference })
  else ctx.log.info({ orderId, ...line, reference }, 'order placed, not paid yet')
  return { outcome, offer, input, answer: outcome.answer ?? answer }
}

async function place(ctx: Deps, order: NewOrder): Promise<Outcome> {
  const outcome = await ctx.placeInBatch(order)
  const isTaken = outcome.code === 'OUT_OF_STOCK' || outcome.code === 'COUPON_NOT_USABLE'
  return isTaken ? placeOverHolds(ctx, order, outcome) : outcome
}

/**
 * Checks the saved player again, because the game's list of countries may be newer than the player. Most games have no
 * list, so there is no query.
 */
async function refuseUnfitPlayer(
  { sql }: Pick<Context, 'sql'>,
  { game }: Offer,
  input: OrderRequest,
): Promise<void> {
  if (game.playerRegions.length === 0 || !input.gameDetailId) return
  const wanted = { id: input.gameDetailId, userId: input.caller.id, gameId: game._id }
  const player = await selectPlayerHere(sql, wanted)
  if (player?.isForGame) refuseUnfit(game, player.regions)
}

function toOrder(ctx: Pick<Context, 'keys' | 'now' | 'config'>, offer: Offer, input: OrderRequest) {
  const { now, config } = ctx
  const { game, item, price, coupon, rate, charge } = offer
  const { caller, buyer, currency, request, gameDetailId, expiresAt, payLink, gift, apiOrder } =
    input
  const createdAt = now()
  const [id, invoice] = [apiOrder?.id ?? randomUUIDv7(), makeInvoice(createdAt)]
  const placed: PlacedOrder = {
    _id: id,
    invoiceId: invoice,
    status: 'processing',
    createdAt: createdAt.toISOString(),
    currency,
    ...charge,
  }
  const answer = expiresAt ? { orderId: id } : z.encode(PlacedOrder, placed)
  const order: NewOrder = {
    id,
    invoice,
    userId: caller.id,
    role: caller.role,
    buyer,
    request: request && { ...request, answer: apiOrder ? null : answer },
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
    expiresAt,
    unpaidMax: config.limits.unpaidOrders,
    isProven: isProven(ctx, caller),
    payLink: payLink === undefined ? null : readPayLink(ctx, payLink),
    gift: gift ?? null,
    apiOrder: apiOrder ? { ...apiOrder, quoteId: apiOrder.quote?.id ?? null } : null,
  }
  return { order, answer }
}

const toSubject = ({ buyer, ...order }: NewOrder) => ({
  ...order,
  ...buyer,
  paymentMethod: order.expiresAt ? ('upi' as const) : ('wallet' as const),
  at: order.createdAt,
})

function toRefusal(
  { config }: Pick<Context, 'config'>,
  { outcome: { code, detail, answer }, offer, input }: Try,
): Refusal {
  if (code === 'KNOWN_ORDER') throw new Error('A known order is not a refusal')
  if (code === 'REFERENCE_USED')
    return new Refusal(code, { field: 'reference', details: answer as { orderId: string } })
  if (code === 'BALANCE_TOO_LOW') return tooLittleMoney(detail!, input.currency)
  if (code === 'TOO_MANY_OPEN_ORDERS') return tooManyUnpaid(config.limits.unpaidOrders, detail!)
  if (code === 'PASSWORD_NEEDED') return new Refusal(proofOf(input.caller))
  if (code === 'STALE')
    return input.apiOrder
      ? new Refusal('BUSY', { retryAfterSeconds: 1 })
      : priceChanged(offer, input)
  return new Refusal(code === 'COUPON_STALE' ? 'COUPON_NOT_USABLE' : code!)
}

function tooManyUnpaid({ proven }: UnpaidMax, max: number): Refusal {
  const orders = max === 1 ? 'an unpaid order' : `${max} unpaid orders`
  const way =
    max === 1 ? 'Pay for it, or wait until it expires' : 'Pay for one, or wait until one expires'
  const more = max < proven ? `. Verify your email or phone to have up to ${proven} at once` : ''
  const message = `You already have ${orders}. ${way}${more}`
  return new Refusal('TOO_MANY_OPEN_ORDERS', { message })
}

function priceChanged({ charge }: Offer, { currency, apiOrder }: OrderRequest): Refusal {
  const total = formatExactly(charge.amount, currency)
  const message = `The price has changed: the new total is ${total}. Please check it`
  if (!apiOrder) return new Refusal('PRICE_CHANGED', { message })
  const details = { price: toMajor(charge.amount, currency), currency }
  return new Refusal('PRICE_ABOVE_MAX', { message: `The price is ${total}`, details })
}
