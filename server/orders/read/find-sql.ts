import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { EventRow } from './to-order.ts'

export type ImageShape = { key: string; width: number; height: number; color: string }

export async function selectImage(sql: Sql | Tx, id: string): Promise<ImageShape> {
  const [row] = await sql<[ImageShape]>`
    select key, width, height, color from image where id = ${id}`
  return row
}

export const selectEvents = (sql: Sql | Tx, orderId: string) => sql<EventRow[]>`
  select number, status, message, created_at from order_event where order_id = ${orderId} order by number`

/** True if the order has codes. Only the code modules write them. */
export async function hasCode(sql: Sql | Tx, orderId: string): Promise<boolean> {
  const rows = await sql`select from delivered_code where order_id = ${orderId} limit 1`
  return rows.length > 0
}
