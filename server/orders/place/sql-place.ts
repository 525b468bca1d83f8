import type { Role } from '#contract/core/endpoint.ts'
import type { Currency, Rate } from '#contract/core/money.ts'
import type { Gift } from '#contract/orders/gifts.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Where an order comes from. Erased some days after its end. */
export type Buyer = {
  address: string | null
  network: string | null // null for API clients, as is the device
  device: string | null
}

/** A fully computed order. Prices are in the units of the table. */
export type NewOrder = {
  id: string
  invoice: string
  userId: string
  role: Role // role that the price was computed for
  buyer: Buyer
  request: { key: string; requestHash: Buffer; answer: unknown } | null
  gameId: string
  itemId: string
  savedPlayer: string | null // null for an API client's order, which names its player itself
  currency: Currency
  itemPrice: number
  amount: number
  priceInr: number
  amountInr: number
  rate: Rate | null
  coupon: { id: string; code: string; discount: number; updatedAt: Date } | null
  createdAt: Date
  expiresAt: Date | null // end of the time to pay through a gateway; null pays from the wallet
  unpaidMax?: UnpaidMax
  payLink?: string | null // link by which somebody asked for the payment
  gift?: Gift | null
  isProven?: boolean // the session may spend more than the customer's spending lock
  apiOrder?: NewApiOrder | null
}

/** Unpaid orders that a customer may have at once, with and without a verified email or phone. */
export type UnpaidMax = { proven: number; unproven: number }

/** An API client's order. `place_orders` stores its first answer. */
export type NewApiOrder = {
  apiKeyId: string
  reference: string // chosen by the reseller; stands for one order forever
  requestHash: Buffer // identifies a repeated request
  player: { playerId: string; zoneId: string; name: string; isConfirmed: boolean }
  quoteId: string | null
  via: string[] // dispatches of the shops that it came through
}

/** Reasons why an order was not placed. Stale means computed from data that has changed since. */
export const PLACING_REFUSALS = [
  'NOT_SIGNED_IN',
  'IDEMPOTENCY_KEY_REUSED',
  'NO_SUCH_ITEM',
  'NOT_AVAILABLE',
  'NO_SUCH_GAME_DETAIL',
  'PLAYER_UNCONFIRMED',
  'PRICE_CHANGED',
  'STALE',
  'COUPON_STALE',
  'COUPON_NOT_USABLE',
  'OUT_OF_STOCK',
  'BALANCE_TOO_LOW',
  'PASSWORD_NEEDED',
  'TOO_MANY_OPEN_ORDERS',
  'PAY_LINK_WRONG',
  'PAY_LINK_OVER',
  'PAY_LINK_OTHER',
  'PAY_LINK_USED',
  'KNOWN_ORDER', // not a refusal: the answer has the ID of the existing order
  'REFERENCE_USED',
  'NO_SUCH_QUOTE',
  'QUOTE_USED',
  'QUOTE_EXPIRED',
  'QUOTE_OTHER',
  'QUOTE_BELOW_COST',
] as const

/** For an unpaid order whose pack or coupon other unpaid orders hold. A paid order would get it. */
type HeldRefusal = 'STOCK_HELD' | 'COUPON_HELD'

export type Outcome = {
  code: (typeof PLACING_REFUSALS)[number] | HeldRefusal | null // null if the order is placed, now or by an earlier request
  detail: number | null // missing money, or allowed number of unpaid orders
  answer: unknown // the first answer if the key is known; always set for an API client's order
}

/** Places all orders that can be placed, in one transaction. The outcomes are in the order of `orders`. */
export const placeOrders = (sql: Sql | Tx, orders: NewOrder[]) => sql<Outcome[]>`
  select code, detail, answer from place_orders(${sql.json(orders.map(toRow))}) order by place`

const toBytes = (hash: Buffer) => `\\x${hash.toString('hex')}`

const toRow = (
  { request, coupon, apiOrder, unpaidMax, buyer, ...order }: NewOrder,
  index: number,
) => ({
  place: index + 1,
  id: order.id,
  invoice: order.invoice,
  user_id: order.userId,
  role: order.role,
  buyer_address: buyer.address,
  buyer_network: buyer.network,
  buyer_device: buyer.device,
  is_proven: order.isProven,
  pay_link: order.payLink,
  gift_email: order.gift?.email,
  gift_message: order.gift?.message,
  key: request?.key,
  request_hash: request ? toBytes(request.requestHash) : apiOrder && toBytes(apiOrder.requestHash),
  answer: request?.answer,
  game_id: order.gameId,
  item_id: order.itemId,
  saved_player: order.savedPlayer,
  currency: order.currency,
  item_price: order.itemPrice,
  amount: order.amount,
  price_inr: order.priceInr,
  discount_inr: coupon?.discount ?? 0,
  amount_inr: order.amountInr,
  rate: order.rate,
  coupon_id: coupon?.id,
  coupon_code: coupon?.code,
  coupon_updated_at: coupon?.updatedAt,
  created_at: order.createdAt,
  expires_at: order.expiresAt,
  unpaid_max: unpaidMax?.proven,
  unproven_unpaid_max: unpaidMax?.unproven,
  ...(apiOrder && {
    player_id: apiOrder.player.playerId,
    zone_id: apiOrder.player.zoneId,
    player_name: apiOrder.player.name,
    is_confirmed: apiOrder.player.isConfirmed,
    reference: apiOrder.reference,
    api_key: apiOrder.apiKeyId,
    quote: apiOrder.quoteId,
    via: apiOrder.via,
  }),
})

type PlayerHere = { isForGame: boolean; isConfirmed: boolean; regions: string[] }

export async function selectPlayerHere(
  sql: Sql,
  { id, userId, gameId }: { id: string; userId: string; gameId: string },
): Promise<PlayerHere | null> {
  const [row] = await sql<PlayerHere[]>`
    select game_id = ${gameId} as is_for_game, confirmed_at is not null as is_confirmed, regions
    from player where id = ${id} and user_id = ${userId}`
  return row ?? null
}

export async function countPurchases(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ hasCounted: boolean }]>`select count_purchases() as has_counted`
  return row.hasCounted
}
