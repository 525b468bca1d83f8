import { z } from 'zod'
import { Picture } from '#contract/catalogue/gallery.ts'
import { type Amounts, inCurrency } from '#contract/core/in-currency.ts'
import { Currency, Rupees } from '#contract/core/money.ts'
import { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import { toBill, type Bill } from '#contract/catalogue/pricing.ts'
import { OrderEvent, OrderStatus, PaymentMethod, PaymentStatus } from './order-status.ts'

export const priced = <Amount extends z.ZodType>(amount: Amount) => ({
  itemPrice: amount,
  discount: amount,
  amount,
})

const placed = {
  _id: z.string(),
  invoiceId: z.string(),
  status: OrderStatus,
  createdAt: z.iso.datetime(),
  amountInr: Rupees,
}

export const PlacedOrder = inCurrency(({ amount }) => ({ ...placed, ...priced(amount) }))
export type PlacedOrder = z.output<typeof PlacedOrder>

/** Names of game and pack are those at the time of purchase. */
const order = {
  ...placed,
  paidAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(), // when a pending order expires
  endedAt: z.iso.datetime().nullable(),
  heldFor: z.enum(['player', 'person']).nullable(), // who must act on a paid order
  paymentMethod: PaymentMethod,
  gateway: GatewayName.nullable(), // that took the money
  method: GatewayMethod.nullable(), // of the payment that took the money, or else of the last one
  paymentStatus: PaymentStatus,
  gameId: z.object({
    _id: z.string(),
    gameSlug: z.string(),
    gameName: z.string(),
    inputFieldOne: z.string(), // the game's label for its players' ids
    inputFieldTwo: z.string(),
  }),
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

const toOrder = ({ amount, signed }: Amounts) => ({
  ...order,
  ...priced(amount),
  transactionId: z.object({ UTR: z.string(), price: signed, currency: Currency }).nullable(),
})

export const Order = inCurrency(toOrder)
export type Order = z.output<typeof Order>

export const billOf = (order: Order): Bill =>
  toBill({ ...order, couponCode: order.couponId?.couponCode ?? '' })

/** Result of the last try to pay: it failed, the customer left the payment page, or it is not known yet. */
const LastTry = z.enum(['failed', 'left', 'open'])

const visible = {
  timeline: z.array(OrderEvent),
  version: z.int(),
  hasCode: z.boolean(), // has a code to redeem, shown by another call
  isPaidOutside: z.boolean(), // in cash, for example: a refund can't go to the wallet
  lastTry: LastTry.nullable(), // last try to pay a pending order
  isMoneyInWallet: z.boolean(), // a payment that came late or with another amount went to the wallet
  /** The friend who gets a mail. Null once it is forgotten, as the retention table says. */
  gift: z.object({ email: z.string(), message: z.string() }).nullable(),
  proof: Picture.omit({ _id: true, imageName: true }).nullable(), // picture that proves a delivery by hand
}

export const OrderWithTimeline = inCurrency((amounts) => ({ ...toOrder(amounts), ...visible }))
export type OrderWithTimeline = z.output<typeof OrderWithTimeline>
