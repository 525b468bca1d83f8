import type { Currency } from '#contract/core/money.ts'
import type { PaymentMethod } from '#contract/orders/orders.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

/** The facts of a paid order that its documents show. */
export type SoldRow = {
  id: string
  invoice: string
  userId: string
  gameId: string
  gameName: string
  itemName: string
  playerId: string
  zoneId: string
  playerName: string
  currency: Currency
  amount: number
  priceInr: number
  discountInr: number
  amountInr: number
  couponCode: string | null
  paymentMethod: PaymentMethod
  gateway: GatewayName | null // that took the money
  method: GatewayMethod | null // null in payments of earlier versions
  fullName: string
  email: string | null
}

/** The gateway that took the money of an order, and the method of this payment, or else of the last one. */
export const payingOf = (sql: Sql | Tx) => sql`(
  select capture.gateway from payment join capture on capture.payment_id = payment.id
  where payment.order_id = orders.id and capture.settled_as = 'order' limit 1) as gateway, (
  select payment.method from payment
    left join capture on capture.payment_id = payment.id and capture.settled_as = 'order'
  where payment.order_id = orders.id order by capture.id is null, payment.created_at desc limit 1) as method`

export const selectSold = (tx: Tx, ids: string[]) => tx<SoldRow[]>`
  select orders.id, invoice, user_id, game_id, game_name, item_name, player_id, zone_id, player_name, currency, amount,
    price_inr, discount_inr, amount_inr, coupon_code, payment_method, ${payingOf(tx)}, users.full_name, users.email
  from orders join users on users.id = orders.user_id
  where orders.id = any(${ids}::uuid[])`
