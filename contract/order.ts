import { z } from 'zod'
import { Picture } from './gallery.ts'
import { Currency, Dollars, Rupees, SignedDollars, SignedRupees } from './money.ts'
import { toBill, type Bill } from './pricing.ts'
import { OrderEvent, OrderStatus, PaymentMethod, PaymentStatus } from './order-status.ts'

const price = <Amount extends z.ZodType>(amount: Amount) => ({
  itemPrice: amount,
  discount: amount,
  amount,
})

export const inRupees = { currency: z.literal('INR'), ...price(Rupees) }
export const inDollars = { currency: z.literal('USD'), ...price(Dollars) }

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

/** The names of what was bought are those it had then. */
const order = {
  ...placed,
  paidAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(), // when a pending one ends by itself
  endedAt: z.iso.datetime().nullable(),
  heldFor: z.enum(['player', 'person']).nullable(), // whom a paid one waits for
  paymentMethod: PaymentMethod,
  paymentStatus: PaymentStatus,
  gameId: z.object({
    _id: z.string(),
    gameSlug: z.string(),
    gameName: z.string(),
    inputFieldOne: z.string(), // what the game calls its players' ids
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

const transaction = <Amount extends z.ZodType>(amount: Amount) => ({
  transactionId: z.object({ UTR: z.string(), price: amount, currency: Currency }).nullable(),
})

const rupeeOrder = { ...order, ...inRupees, ...transaction(SignedRupees) }
const dollarOrder = { ...order, ...inDollars, ...transaction(SignedDollars) }

export const Order = z.discriminatedUnion('currency', [z.object(rupeeOrder), z.object(dollarOrder)])
export type Order = z.output<typeof Order>

export const billOf = (order: Order): Bill =>
  toBill({ ...order, couponCode: order.couponId?.couponCode ?? '' })

/** How the last try to pay ended: it failed, its customer left the payment page, or nothing is known of it yet. */
const LastTry = z.enum(['failed', 'left', 'open'])

const told = {
  timeline: z.array(OrderEvent),
  version: z.int(),
  hasCode: z.boolean(), // a code to redeem, which is asked for by a call of its own
  isPaidOutside: z.boolean(), // in cash, for example: a refund can't go to the wallet
  lastTry: LastTry.nullable(), // to pay a pending one
  proof: Picture.omit({ _id: true, imageName: true }).nullable(), // that a person has delivered it
}

export const OrderWithTimeline = z.discriminatedUnion('currency', [
  z.object({ ...rupeeOrder, ...told }),
  z.object({ ...dollarOrder, ...told }),
])
export type OrderWithTimeline = z.output<typeof OrderWithTimeline>
