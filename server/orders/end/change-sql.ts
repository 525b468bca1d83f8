import type { OrderStatus } from '#contract/orders/orders.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { selectOrder, type OrderRow } from '#server/orders/read/list-sql.ts'
import type { EventRow } from '#server/orders/read/to-order.ts'

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  await tx`select from orders where id = ${id} for no key update`
  return selectOrder(tx, id)
}

type Change = Partial<{
  status: OrderStatus
  version: number
  endedAt: Date
  refundedAt: Date
  paidAt: Date
  paymentReference: string
  heldFor: OrderRow['heldFor']
  heldAt: Date | null
  playerId: string
  zoneId: string
  playerName: string
  correctedAt: Date
  claimedBy: string | null
  claimedAt: Date | null
  proofImageId: string
}>

export const updateOrder = (tx: Tx, id: string, change: Change) => tx`
  update orders set ${tx.set(change)} where id = ${id}`

/** Increments an order's version for a change outside its row, such as a timeline event. */
export async function updateVersion(tx: Tx, id: string) {
  const [row] = await tx<[Pick<OrderRow, 'version' | 'status'>]>`
    update orders set version = version + 1 where id = ${id} returning version, status`
  return row
}

/** True if the order comes from a restored backup, and may have been paid and delivered since. */
export async function isLookedAtFirst(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select from orders where id = ${id} and look_first`
  return rows.length > 0
}

/** Closes the review of an order that ends while it is held. A review that somebody has decided stays as it is. */
export const closeReview = (tx: Tx, orderId: string, now: Date) => tx`
  update risk_review set decision = 'ended', decided_at = ${now}
  where order_id = ${orderId} and decided_at is null`

/** Gives back the order's stock and coupon use, and takes it out of the purchase count. */
export const takeBack = (tx: Tx, id: string) => tx`
  select take_back_order(orders) from orders where id = ${id}`

/** Counts the sale of an unpaid order once it is paid. If it held the last unit, its pack is sold out from now on. */
export async function insertSale(tx: Tx, itemId: string): Promise<void> {
  await tx`insert into item_sale (item_id, count) values (${itemId}, 1)`
  await tx`select pg_notify('content', '') from item where id = ${itemId} and quantity = 0`
}

type NewEvent = EventRow & { orderId: string; userId: string | null }

export const insertEvent = (tx: Tx, event: NewEvent) => tx`
  insert into order_event ${tx.values(event)}`

type Replacement = { orderId: string; beginning: string; words: string }

export const updateMessages = (tx: Tx, { orderId, beginning, words }: Replacement) => tx`
  update order_event set message = ${words}
  where order_id = ${orderId} and starts_with(message, ${beginning})`

/** True if a dispatch of the order may have reached the player. Only delivery code writes dispatches. */
export async function mayBeDelivered(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx`
    select from dispatch
    where order_id = ${orderId} and (state in ('sent', 'delivered') or (state = 'ready' and is_again)) limit 1`
  return rows.length > 0
}

export const eraseBuyerAddresses = (sql: Sql, userId: string) => sql`
  update orders set buyer_address = null, buyer_network = null, buyer_device = null
  where user_id = ${userId} and num_nonnulls(buyer_address, buyer_network, buyer_device) > 0`

/**
 * Erases where orders came from. An order that a gateway took money for keeps its address, for evidence in a dispute.
 * Orders of API clients have no network, and are paid from the wallet. Returns the number of orders.
 */
export async function eraseOldBuyers(sql: Sql, endedBefore: Date, max: number): Promise<number> {
  const { count } = await sql`
    update orders set buyer_network = null, buyer_device = null, buyer_address = case when exists (
      select from payment join capture on payment_id = payment.id where order_id = orders.id) then buyer_address end
    where id = any(array(
      select id from orders
      where buyer_address is not null and (buyer_network is not null or payment_method = 'wallet')
        and ended_at < ${endedBefore}
      order by ended_at limit ${max}))`
  return count
}

/** Returns the number of erased addresses. */
export async function eraseOldBuyerAddresses(sql: Sql, endedBefore: Date, max: number) {
  const { count } = await sql`
    update orders set buyer_address = null where id = any(array(
      select id from orders where buyer_address is not null and ended_at < ${endedBefore}
      order by ended_at limit ${max}))`
  return count
}

export async function hasOpenOrder(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`
    select from orders where user_id = ${userId} and status in ('pending', 'processing') limit 1`
  return rows.length > 0
}
