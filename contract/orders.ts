import { z } from 'zod'
import { SlugSought } from './catalog.ts'
import { endpoint, Id, IdempotencyKey } from './endpoint.ts'
import { PaymentPage } from './gateways.ts'
import { Currency, Rupees, SignedDollars, SignedRupees } from './money.ts'
import { inDollars, inRupees, Order, OrderWithTimeline, PlacedOrder } from './order.ts'
import { OrderStatus, PaymentMethod, PaymentStatus } from './order-status.ts'
import { Paging } from './paging.ts'
import { days } from './period.ts'

export * from './order.ts'
export * from './order-status.ts'

const ORDER_LIMIT = 6

/** Without a coupon it is empty, null or left out. */
const CouponCode = z.codec(z.string().trim().max(40).toUpperCase().nullable(), z.string(), {
  decode: (code) => code ?? '',
  encode: (code) => code,
})

/** What is bought, for whom, with what: the same words wherever an order begins. */
const chosen = {
  gameSlug: SlugSought,
  itemSlug: SlugSought,
  gameDetailId: Id,
  couponCode: CouponCode.default(''),
}

const quoted = <Amount extends z.ZodType>(amount: Amount) => ({
  balance: amount,
  /** What the wallet lacks for it. */
  missing: amount,
  amountInr: Rupees,
  couponCode: z.string(), // empty without one
})

/** What an order would cost its caller now, and whether their wallet has it. */
export const Quote = z.discriminatedUnion('currency', [
  z.object({ ...inRupees, ...quoted(SignedRupees) }),
  z.object({ ...inDollars, ...quoted(SignedDollars) }),
])
export type Quote = z.output<typeof Quote>

export const getQuote = endpoint({
  method: 'GET',
  path: '/order/quote',
  access: 'signed-in',
  message: '',
  input: z.strictObject({ ...chosen, currency: Currency.default('INR') }),
  output: Quote,
})

/**
 * `currency` says which wallet pays. It has no default: a forgotten one would charge the wrong wallet. `totalMax`, in that
 * currency: a total above it, because prices have changed, is refused.
 */
export const placeWalletOrder = endpoint({
  method: 'POST',
  path: '/order/wallet',
  access: 'signed-in',
  idempotent: true,
  message: 'Payment successful',
  input: z.strictObject({
    ...chosen,
    currency: z.enum(Currency.options, 'Please choose a currency'),
    totalMax: z.number().min(0).exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for who cannot send the header
  }),
  output: PlacedOrder,
})

/**
 * Answers where the customer pays, while pack and coupon are kept for them for some minutes. Gateways charge rupees, so there
 * is no currency to choose, and one that is sent is refused. `totalMax` as above.
 */
export const placeUpiOrder = endpoint({
  method: 'POST',
  path: '/order/upi',
  access: 'signed-in',
  idempotent: true,
  message: '',
  input: z.strictObject({
    ...chosen,
    totalMax: z.number().min(0).exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for who cannot send the header
  }),
  output: PaymentPage,
})

/** The page of an order that still waits for its payment, once more. */
export const payOrder = endpoint({
  method: 'POST',
  path: '/order/:id/payment',
  access: 'signed-in',
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: PaymentPage,
})

const filters = {
  status: OrderStatus.exactOptional(),
  paymentStatus: PaymentStatus.exactOptional(),
  paymentMethod: PaymentMethod.exactOptional(),
  ...days,
  sort: z.enum(['createdAt', '-createdAt', 'amount', '-amount']).default('-createdAt'),
}

const listed = z.object({ orders: z.array(Order), totalOrders: z.int() })

export const listOrders = endpoint({
  method: 'GET',
  path: '/order',
  access: 'signed-in',
  message: '',
  input: Paging.extend({
    limit: Paging.shape.limit.removeDefault().default(ORDER_LIMIT),
    ...filters,
  }),
  output: listed,
})

export const listAllOrders = endpoint({
  method: 'GET',
  path: '/order/all',
  access: 'admin',
  right: 'orders',
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['invoiceId', 'email', 'any']).default('invoiceId'),
    userId: Id.exactOptional(), // whose
    ...filters,
  }),
  output: listed,
})

/** The columns of a file of orders. */
export const ORDER_COLUMNS = [
  'invoiceId',
  'createdAt',
  'status',
  'paymentStatus',
  'paymentMethod',
  'currency',
  'itemPrice',
  'discount',
  'amount',
  'amountInr',
  'couponCode',
  'UTR',
  'gameName',
  'itemName',
  'playerId',
  'zoneId',
  'userName',
  'fullName',
  'email',
  'phone',
  'paidAt',
  'endedAt',
  '_id',
] as const

export const findOrder = endpoint({
  method: 'GET',
  path: '/order/:id',
  access: 'signed-in',
  message: '',
  input: z.strictObject({ id: Id }),
  output: OrderWithTimeline,
})

/** Ends with the order. Administrators may follow anybody's. */
export const followOrder = endpoint({
  method: 'GET',
  path: '/order/:id/events',
  access: 'signed-in',
  message: '',
  input: z.strictObject({ id: Id }),
  output: OrderWithTimeline,
  stream: true,
})

export const findOrderAsAdmin = endpoint({
  method: 'GET',
  path: '/order/admin/:id',
  access: 'admin',
  right: 'orders',
  message: '',
  input: z.strictObject({ id: Id }),
  output: OrderWithTimeline,
})

/**
 * The same status again changes nothing. A pending order becomes completed when it was paid outside the shop: `reference` is
 * that payment's, can be used once, and is the customer's to read. The note is for administrators. Recording such a payment
 * and refunding a delivered order take the right to payments too, and so does a refund to the source. Whatever gives money back
 * or records a payment is confirmed with the second factor. A refund of an order paid outside the shop never reaches the wallet:
 * the booking is reversed, and a person has to return the money.
 */
export const editOrder = endpoint({
  method: 'PUT',
  path: '/order/:id',
  access: 'admin',
  right: 'orders',
  message: 'Order updated',
  input: z.strictObject({
    id: Id,
    status: OrderStatus,
    refundTo: z.enum(['wallet', 'source']).exactOptional(), // of what was paid through a gateway; the wallet unless told
    note: z.string().trim().max(500).default(''),
    reference: z
      .string()
      .trim()
      .regex(
        /^$|^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/,
        'A reference has letters, digits and . _ : / -',
      )
      .default(''),
  }),
  output: OrderWithTimeline,
})
