import type { Currency } from '#contract/core/money.ts'
import { toMajor, formatExactly } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keepFirst } from '#server/platform/idempotency/idempotency.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { tooLittleMoney } from '#server/money/ledger/ledger.ts'
import { makeInvoice } from '#server/orders/place/invoice.ts'
import { makeOffer, type Offer } from '#server/orders/place/quote.ts'
import { recordWebhookEvent } from '#server/resellers/webhooks/events.ts'
import type { Placement } from '#server/resellers/api/place-api-order.ts'
import {
  selectIdByReference,
  selectOrderBody,
  selectQuote,
  updateQuoteUsed,
} from '#server/resellers/api/sql.ts'
import { stepsOf } from './test-outcomes.ts'
import * as rows from './test-sql.ts'
import { openTestWallet } from './test-wallet.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'config' | 'catalog' | 'rates'>

/**
 * Mirrors the SQL function `place_orders` for test orders: the same checks in the same order. It writes only test rows.
 * It checks the stock and takes nothing from it.
 */
export async function placeTestOrder(ctx: Deps, placement: Placement): Promise<unknown> {
  const { sent, caller, product, apiOrder, request } = placement
  const { gameSlug, itemSlug } = product.item
  const { currency } = sent
  const chosen = { gameSlug, itemSlug, couponCode: '', currency }
  const offer = { ...(await makeOffer(ctx, chosen, caller)), ...apiOrder.quote }
  if (toMajor(offer.charge.amount, currency) > (sent.priceMax ?? Infinity))
    throw tooDear(offer, currency)
  const rates = await ctx.rates()
  const ready = { now: ctx.now, rates: async () => rates } // the transaction waits for no other connection
  return ctx.sql.begin((tx) =>
    keepFirst(tx, {
      request,
      now: ctx.now(),
      makeAnswer: () => write(ready, tx, placement, offer),
    }),
  )
}

function tooDear({ charge }: Offer, currency: Currency): Refusal {
  const details = { price: toMajor(charge.amount, currency), currency }
  const message = `The price is ${formatExactly(charge.amount, currency)}`
  return new Refusal('PRICE_ABOVE_MAX', { message, details })
}

async function write(
  ctx: Pick<Context, 'now' | 'rates'>,
  tx: Tx,
  { sent, caller, product, apiOrder }: Placement,
  { charge: { amount } }: Offer,
): Promise<unknown> {
  const { id, reference, requestHash, apiKeyId, player, quote } = apiOrder
  const own = { userId: caller.id, isTest: true } as const
  const { currency } = sent
  await rows.lockTestWallet(tx, caller.id)
  const namesake = await selectIdByReference(tx, { ...own, reference })
  if (namesake) return answerKnown(namesake, requestHash)
  const now = ctx.now()
  if (quote) await useQuote(tx, { quoteId: quote.id, orderId: id, now, ...own })
  await openTestWallet(ctx, tx, caller.id)
  const missing = amount - (await rows.selectTestBalance(tx, { userId: caller.id, currency }))
  if (missing > 0) throw tooLittleMoney(missing, currency)
  const invoice = makeInvoice(now)
  await rows.insertTestOrder(tx, {
    id,
    invoice,
    userId: caller.id,
    reference,
    requestHash,
    apiKeyId,
    status: 'processing',
    itemId: product.item._id,
    itemName: product.item.itemName,
    gameName: product.game.gameName,
    playerId: player.playerId,
    zoneId: player.zoneId,
    playerName: player.name,
    currency,
    amount,
    createdAt: now,
  })
  const line = {
    userId: caller.id,
    currency,
    kind: 'order',
    utr: invoice,
    orderId: id,
    now,
  } as const
  if (amount > 0) await rows.insertLine(tx, { ...line, amount: -amount })
  for (const { to, afterSeconds } of stepsOf(player.playerId))
    await enqueue(
      tx,
      'move-test-order',
      { orderId: id, to },
      { runAt: new Date(now.getTime() + afterSeconds * 1000) },
    )
  return tellTestOrder(tx, { ...own, id, version: 1, type: 'order.processing', now })
}

function answerKnown(known: { id: string; requestHash: Buffer }, requestHash: Buffer) {
  if (known.requestHash.equals(requestHash)) return { orderId: known.id }
  throw new Refusal('REFERENCE_USED', { field: 'reference', details: { orderId: known.id } })
}

type Use = { quoteId: string; orderId: string; userId: string; isTest: true; now: Date }

async function useQuote(tx: Tx, { quoteId, orderId, now, ...own }: Use): Promise<void> {
  const quote = await selectQuote(tx, { ...own, id: quoteId })
  if (!quote) throw new Refusal('NO_SUCH_QUOTE')
  if (quote.usedBy) throw new Refusal('QUOTE_USED')
  if (quote.expiresAt <= now) throw new Refusal('QUOTE_EXPIRED')
  await updateQuoteUsed(tx, quoteId, orderId)
}

type TestEvent = Omit<Parameters<typeof recordWebhookEvent>[1], 'data' | 'subjectId'> & {
  id: string
}

/** Records the API event with the order as API clients read it now, and returns that body. */
export async function tellTestOrder(tx: Tx, { id, ...event }: TestEvent): Promise<unknown> {
  const body = await selectOrderBody(tx, { userId: event.userId, isTest: true, id })
  await recordWebhookEvent(tx, { ...event, subjectId: id, data: body as object })
  return body
}
