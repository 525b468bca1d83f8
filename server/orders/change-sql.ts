import type { OrderStatus } from '#contract/orders.ts'
import type { Sql, Tx } from '#server/db/db.ts'
import { selectOrder, type OrderRow } from './list-sql.ts'
import type { EventRow } from './to-order.ts'

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
}>

export const updateOrder = (tx: Tx, id: string, change: Change) => tx`
  update orders set ${tx.set(change)} where id = ${id}`

/** Its stock, the use of its coupon, its place in the count of purchases. */
export const takeBack = (tx: Tx, id: string) => tx`
  select take_back_order(orders) from orders where id = ${id}`

export const insertSale = (tx: Tx, itemId: string) => tx`
  insert into item_sale (item_id, count) values (${itemId}, 1)`

type NewEvent = EventRow & { orderId: string; userId: string | null }

export const insertEvent = (tx: Tx, event: NewEvent) => tx`
  insert into order_event ${tx.values(event)}`

export const selectEvents = (sql: Sql | Tx, orderId: string) => sql<EventRow[]>`
  select number, status, message, created_at from order_event where order_id = ${orderId} order by number`

export async function hasOpenOrder(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`
    select from orders where user_id = ${userId} and status in ('pending', 'processing') limit 1`
  return rows.length > 0
}
