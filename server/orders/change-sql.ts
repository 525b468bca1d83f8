import type { Sql, Tx } from '#server/db/db.ts'
import type { EventRow } from './to-order.ts'

export const selectEvents = (sql: Sql | Tx, orderId: string) => sql<EventRow[]>`
  select number, status, message, created_at from order_event where order_id = ${orderId} order by number`
