import { z } from 'zod'
import { ApiOrder, DispatchReference, Reference } from './api-order.ts'
import { ApiProduct } from './api-product.ts'
import { endpoint, Id, IdempotencyKey, NoInput } from '#contract/core/endpoint.ts'
import { required, text } from '#contract/core/fields.ts'
import { OtherBalances } from '#contract/core/balances.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency, SignedForeign, SignedRupees } from '#contract/core/money.ts'
import { OrderStatus } from '#contract/orders/order-status.ts'
import { CursorPaging } from '#contract/core/paging.ts'
import { IN_AN_ID } from '#contract/orders/players.ts'
import { TransferKind } from '#contract/money/wallet.ts'

// Calls of resellers' API clients, with the header X-API-Key. A test key sees only test data, a live key only live
// data.

export * from './api-order.ts'
export * from './api-product.ts'
export * from './reseller-errors.ts'

const API_PAGE_MAX = 100
const VIA_MAX = 8

/** Page size. Lists continue after a cursor, so new entries neither repeat nor hide others. */
const limit = z
  .codec(z.string().regex(/^\d{1,3}$/), z.int().min(1).max(API_PAGE_MAX), {
    decode: Number,
    encode: String,
  })
  .default(25)

export const getApiBalance = endpoint({
  method: 'GET',
  path: '/reseller/balance',
  access: 'api-key',
  scope: 'read',
  message: '',
  input: NoInput,
  output: z.object({
    INR: SignedRupees,
    USD: SignedForeign,
    others: OtherBalances,
    isTest: z.boolean(),
  }),
})

/**
 * Lists all products at the reseller's price. Has an ETag: a client that sends it back learns when nothing has changed.
 */
export const listApiProducts = endpoint({
  method: 'GET',
  path: '/reseller/products',
  access: 'api-key',
  scope: 'read',
  keep: true,
  cacheSeconds: 10,
  message: '',
  input: z.strictObject({
    currency: Currency.default('INR'),
    game: z.string().max(200).exactOptional(), // the game's slug
  }),
  output: z.object({ products: z.array(ApiProduct) }),
})

const chosen = {
  productId: Id,
  playerId: required('Player ID is required.')
    .max(64, 'A player ID can have at most 64 characters')
    .regex(IN_AN_ID, 'This player ID has characters that aren’t allowed'),
  zoneId: text(64).default(''),
}

/** Tells whether the game knows a player, and by which name. It stores nothing and buys nothing. */
export const validatePlayer = endpoint({
  method: 'POST',
  path: '/reseller/validate-player',
  access: 'api-key',
  scope: 'orders',
  message: '',
  input: z.strictObject(chosen),
  output: z.object({
    isKnown: z.boolean().nullable(), // null if it can't be checked: the game then accepts any player
    name: z.string(), // empty if it is unknown
    playerId: z.string(),
    zoneId: z.string(),
  }),
})

const quote = {
  _id: z.string(),
  productId: z.string(),
  expiresAt: z.iso.datetime(),
  isTest: z.boolean(),
}

const Quote = inCurrency(({ amount }) => ({ ...quote, price: amount }))

/** Holds the current price for some minutes, for one order. Send its id with the order. */
export const createApiQuote = endpoint({
  method: 'POST',
  path: '/reseller/quotes',
  access: 'api-key',
  scope: 'orders',
  message: '',
  input: z.strictObject({ productId: Id, currency: Currency.default('INR') }),
  output: Quote,
})

/**
 * Places an order and pays from the wallet. The same `Idempotency-Key` or `reference` again returns the existing order.
 * `priceMax` is in the order's currency; a higher price is refused. `buyerIp` is the address of the reseller's
 * customer, for suppliers that ask for it. It defaults to the API client's own address. Shops that sell what they buy
 * here send `via`, so that no order goes in circles.
 */
export const placeApiOrder = endpoint({
  method: 'POST',
  path: '/reseller/orders',
  access: 'api-key',
  scope: 'orders',
  idempotent: true,
  message: '',
  input: z.strictObject({
    ...chosen,
    reference: Reference,
    currency: Currency.default('INR'),
    priceMax: z.number().min(0).max(10_000_000).exactOptional(),
    quoteId: Id.exactOptional(),
    buyerIp: z.union([z.ipv4(), z.ipv6()], 'Please send an IPv4 or IPv6 address').exactOptional(),
    via: z.array(DispatchReference).max(VIA_MAX).exactOptional(), // the shops that it came through, the first one first
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: ApiOrder,
})

/** Lists the newest first by default. Send the last answer's `next` as `after`; `page` counts from there. */
export const listApiOrders = endpoint({
  method: 'GET',
  path: '/reseller/orders',
  access: 'api-key',
  scope: 'read',
  message: '',
  input: z.strictObject({
    limit,
    ...CursorPaging,
    status: OrderStatus.exactOptional(),
    from: z.iso.datetime({ offset: true }).exactOptional(), // placed at this time or later
    to: z.iso.datetime({ offset: true }).exactOptional(), // placed before this time
  }),
  output: z.object({
    orders: z.array(ApiOrder),
    next: z.string().nullable(), // null at the end
  }),
})

export const findApiOrderByReference = endpoint({
  method: 'GET',
  path: '/reseller/orders/by-reference/:reference',
  access: 'api-key',
  scope: 'read',
  message: '',
  input: z.strictObject({ reference: z.string().max(200) }),
  output: ApiOrder,
})

export const findApiOrder = endpoint({
  method: 'GET',
  path: '/reseller/orders/:id',
  access: 'api-key',
  scope: 'read',
  message: '',
  input: z.strictObject({ id: Id }),
  output: ApiOrder,
})

/** Corrects the player of an order that is held for it. Possible once. */
export const correctApiOrder = endpoint({
  method: 'PUT',
  path: '/reseller/orders/:id/player',
  access: 'api-key',
  scope: 'orders',
  message: '',
  input: z.strictObject({ id: Id, playerId: chosen.playerId, zoneId: chosen.zoneId }),
  output: ApiOrder,
})

/** Refunds an order that is held for its player. */
export const refundApiOrder = endpoint({
  method: 'POST',
  path: '/reseller/orders/:id/refund',
  access: 'api-key',
  scope: 'orders',
  message: '',
  input: z.strictObject({ id: Id }),
  output: ApiOrder,
})

/**
 * Shows the codes of a delivered order. Webhooks and other answers never contain them, because each view is recorded.
 */
export const showApiOrderCode = endpoint({
  method: 'POST',
  path: '/reseller/orders/:id/code',
  access: 'api-key',
  scope: 'orders',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.object({ codes: z.array(z.string()) }),
})

const line = {
  sequence: z.int(), // from 1, without gaps
  createdAt: z.iso.datetime(),
  kind: TransferKind,
  orderId: z.string().nullable(),
  reference: z.string().nullable(), // the reseller's own, of the order
  utr: z.string(), // the shop's or the bank's
}

const sequence = z.codec(z.string().regex(/^\d{1,15}$/), z.int().min(0), {
  decode: Number,
  encode: String,
})

/** Lists all movements of a wallet, the oldest first. Each balance is the sum of the amounts so far. */
export const getApiStatement = endpoint({
  method: 'GET',
  path: '/reseller/statement',
  access: 'api-key',
  scope: 'read',
  message: '',
  input: z.strictObject({
    currency: Currency.default('INR'),
    limit,
    after: sequence.exactOptional(), // lists the lines after this sequence
  }),
  output: inCurrency(({ signed }) => ({
    next: z.int().nullable(),
    isTest: z.boolean(),
    lines: z.array(z.object({ ...line, amount: signed, balance: signed })),
  })),
})
