import { z } from 'zod'
import { SlugSought } from '#contract/catalogue/catalog.ts'
import { endpoint, Id, IdempotencyKey } from '#contract/core/endpoint.ts'
import { GatewayMethod, PaymentPage } from '#contract/money/gateways.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency, Rupees } from '#contract/core/money.ts'
import { priced, Order, OrderWithTimeline, PlacedOrder } from './order.ts'
import { OrderStatus, PaymentMethod, PaymentStatus } from './order-status.ts'
import { Gift } from './gifts.ts'
import { PayLinkToken } from './pay-links.ts'
import { Paging } from '#contract/core/paging.ts'
import { days } from '#contract/core/period.ts'

export * from './order.ts'
export * from './order-status.ts'

const ORDER_LIMIT = 6

/** Empty, null or left out without a coupon. */
const CouponCode = z.codec(z.string().trim().max(40).toUpperCase().nullable(), z.string(), {
  decode: (code) => code ?? '',
  encode: (code) => code,
})

/** The pack, the player and the coupon, with the same names in every call that begins an order. */
const chosen = {
  gameSlug: SlugSought,
  itemSlug: SlugSought,
  gameDetailId: Id,
  couponCode: CouponCode.default(''),
}

const quoted = <Amount extends z.ZodType>(amount: Amount) => ({
  balance: amount,
  /** Amount that the wallet lacks. */
  missing: amount,
  amountInr: Rupees,
  couponCode: z.string(), // empty without one
})

/** Current price of an order for the caller, and whether their wallet covers it. */
export const Quote = inCurrency(({ amount, signed }) => ({ ...priced(amount), ...quoted(signed) }))
export type Quote = z.output<typeof Quote>

export const getQuote = endpoint({
  method: 'GET',
  path: '/order/quote',
  access: 'signed-in',
  guests: true,
  message: '',
  input: z.strictObject({ ...chosen, currency: Currency.default('INR') }),
  output: Quote,
})

/**
 * `currency` chooses the wallet that pays. It has no default, because a forgotten one would charge the wrong wallet.
 * `totalMax` is in that currency. A higher total, after a change of prices, is refused.
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
    payLink: PayLinkToken.exactOptional(), // the link that asked for this order
    gift: Gift.exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: PlacedOrder,
})

/**
 * Answers with the payment page, and holds pack and coupon for some minutes. `totalMax` works as above. An unpaid order
 * that is continued gets this `gift`, or none.
 */
export const placeUpiOrder = endpoint({
  method: 'POST',
  path: '/order/upi',
  access: 'signed-in',
  guests: true,
  idempotent: true,
  message: '',
  input: z.strictObject({
    ...chosen,
    currency: Currency.exactOptional(), // rupees if left out
    method: GatewayMethod.exactOptional(), // any that takes the currency if left out
    totalMax: z.number().min(0).exactOptional(),
    payLink: PayLinkToken.exactOptional(),
    gift: Gift.exactOptional(),
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: PaymentPage,
})

/** Opens the payment page again, for an order that still waits for payment. */
export const payOrder = endpoint({
  method: 'POST',
  path: '/order/:id/payment',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id, method: GatewayMethod.exactOptional() }),
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
  guests: true,
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
    userId: Id.exactOptional(), // of this customer
    ...filters,
  }),
  output: listed,
})

/** Columns of the orders' export file. */
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
  guests: true,
  message: '',
  input: z.strictObject({ id: Id }),
  output: OrderWithTimeline,
})

/** Streams an order until it ends. Administrators may follow any order. */
export const followOrder = endpoint({
  method: 'GET',
  path: '/order/:id/events',
  access: 'signed-in',
  guests: true,
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
 * Sending the current status again changes nothing. A pending order becomes completed when it was paid outside the
 * shop. `reference` is then that payment's; it can be used once, and the customer can read it. The note is for
 * administrators. Recording such a payment, refunding a delivered order and refunding to the source also need the right
 * to payments. All refunds and recorded payments are confirmed with the second factor. Refunding an order paid outside
 * the shop never reaches the wallet: the booking is reversed, and a person returns the money.
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
    refundTo: z.enum(['wallet', 'source']).exactOptional(), // for payments through a gateway; the wallet by default
    note: z.string().trim().max(500).default(''),
    reference: z
      .string()
      .trim()
      .regex(
        /^$|^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/,
        'A reference can have letters, digits and . _ : / -',
      )
      .default(''),
  }),
  output: OrderWithTimeline,
})
