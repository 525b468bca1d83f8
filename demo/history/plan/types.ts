import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Charge } from '#contract/catalogue/pricing.ts'
import type { Buyer } from './buyers.ts'

/** A pack of the shop, with the product that its own supplier delivers. Prices in paise. */
export type Pack = {
  id: string
  slug: string
  gameId: string
  gameSlug: string
  source: string
  sourceGame: string
  sourceRegion: string
  serviceId: string
  hasOthers: boolean // other suppliers have it, too
  price: number
  resellerPrice: number
}

export type Coupon = { id: string; code: string; discount: number; updatedAt: Date }

export type Rate = { at: number; usd: number }

/** Someone wants a pack. Times are milliseconds everywhere in the history. */
export type Choice = {
  buyer: Buyer
  pack: Pack
  at: number
  method: 'wallet' | 'upi'
  /** Set where the story needs it; otherwise it is drawn. */
  outcome?: Outcome
}

export type Outcome =
  | 'delivered'
  | 'delivered by hand'
  | 'held' // a person looked at it, and it was delivered
  | 'refused' // by the supplier
  | 'refunded' // by a person, after the delivery
  | 'unpaid'

/** An entry of the timeline. */
export type Step = { at: number; status: OrderStatus; words: string; isByPerson: boolean }

export type GatewayPayment = {
  id: string
  reference: string
  gatewayId: string
  captureId: string
  gatewayPaymentId: string
  bankReference: string
  createdAt: number
  capturedAt: number | null // null if nobody paid
}

export type Order = Omit<Choice, 'outcome'> & {
  id: string
  invoice: string
  coupon: Coupon | null
  rate: number | null
  priceInr: number
  charge: Charge
  outcome: Outcome
  expiresAt: number | null
  paidAt: number | null
  deliveredAt: number | null
  /** When the order ended without a delivery, or the money was given back. */
  undoneAt: number | null
  payment: GatewayPayment | null
  steps: Step[]
}

/** Money into a wallet: by UPI, or dollars that the shop credits by hand. */
export type TopUp = {
  buyer: Buyer
  amount: number
  at: number
  reference: string
  payment: GatewayPayment | null
}
