import { z } from 'zod'
import { SlugSought } from './catalog.ts'
import { endpoint, Id, IdempotencyKey } from './endpoint.ts'
import { Picture } from './gallery.ts'
import { PaymentPage } from './gateways.ts'
import { Currency, Dollars, Rupees, SignedDollars, SignedRupees } from './money.ts'
import { OrderEvent, OrderStatus, PaymentMethod, PaymentStatus } from './order-status.ts'
import { Paging } from './paging.ts'
import { days } from './period.ts'

export * from './order-status.ts'

const ORDER_LIMIT = 6

/** What is bought, for whom, with what: the same words wherever an order begins. */
const chosen = {
  gameSlug: SlugSought,
  itemSlug: SlugSought,
  gameDetailId: Id,
  couponCode: z.string().trim().max(40).toUpperCase().default(''),
}

const price = <Amount extends z.ZodType>(amount: Amount) => ({
  itemPrice: amount,
  discount: amount,
  amount,
})

const inRupees = { currency: z.literal('INR'), ...price(Rupees) }
const inDollars = { currency: z.literal('USD'), ...price(Dollars) }

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

const placed = {
  _id: z.string(),
  invoiceId: z.string(),
  status: OrderStatus,
  createdAt: z.iso.datetime(),
  amountInr: Rupees,
}

export const PlacedOrder = z.discriminatedUnion('currency', [
  z.object({ ...placed, ...inRupees }),
  z.object({ ...placed, ...inDollars }),
])
export type PlacedOrder = z.output<typeof PlacedOrder>

/** `totalMax`, in the currency of the order: a total above it, because prices have changed, is refused. */
export const placeWalletOrder = endpoint({
  method: 'POST',
  path: '/order/wallet',
  access: 'signed-in',
  idempotent: true,
  message: 'Payment successful',
  input: z.strictObject({
    ...chosen,
    currency: Currency.default('INR'),
    totalMax: z.number().min(0).exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for who cannot send the header
  }),
  output: PlacedOrder,
})

/**
 * Answers where the customer pays, while pack and coupon are kept for them for some minutes. Gateways charge rupees, so there
 * is no currency to choose. `totalMax` as above.
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

/** The names of what was bought are those it had then. */
const order = {
  ...placed,
  paidAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(), // when a pending one ends by itself
  endedAt: z.iso.datetime().nullable(),
  heldFor: z.enum(['player', 'person']).nullable(), // whom a paid one waits for
  paymentMethod: PaymentMethod,
  paymentStatus: PaymentStatus,
  gameId: z.object({ _id: z.string(), gameSlug: z.string(), gameName: z.string() }),
  itemId: z.object({ _id: z.string(), itemSlug: z.string(), itemName: z.string() }),
  gameDetailId: z.object({
    _id: z.string(),
    playerId: z.string(),
    zoneId: z.string(),
    userName: z.string(),
  }),
  userId: z.object({
    _id: z.string(),
    fullName: z.string(),
    email: z.string().nullable(), // null when the account was deleted
    phone: z.string().nullable(),
  }),
  couponId: z.object({ _id: z.string(), couponCode: z.string() }).nullable(),
}

const transaction = <Amount extends z.ZodType>(amount: Amount) => ({
  transactionId: z.object({ UTR: z.string(), price: amount, currency: Currency }).nullable(),
})

const rupeeOrder = { ...order, ...inRupees, ...transaction(SignedRupees) }
const dollarOrder = { ...order, ...inDollars, ...transaction(SignedDollars) }

export const Order = z.discriminatedUnion('currency', [z.object(rupeeOrder), z.object(dollarOrder)])
export type Order = z.output<typeof Order>

const told = {
  timeline: z.array(OrderEvent),
  version: z.int(),
  proof: Picture.omit({ _id: true, imageName: true }).nullable(), // that a person has delivered it
}

export const OrderWithTimeline = z.discriminatedUnion('currency', [
  z.object({ ...rupeeOrder, ...told }),
  z.object({ ...dollarOrder, ...told }),
])
export type OrderWithTimeline = z.output<typeof OrderWithTimeline>

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
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['invoiceId', 'email']).default('invoiceId'),
    ...filters,
  }),
  output: listed,
})

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
  message: '',
  input: z.strictObject({ id: Id }),
  output: OrderWithTimeline,
})

/**
 * The same status again changes nothing. A pending order becomes completed when it was paid outside of the shop: `reference`
 * is that payment's, and the customer's to read; the note is the administrators' own.
 */
export const editOrder = endpoint({
  method: 'PUT',
  path: '/order/:id',
  access: 'admin',
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
