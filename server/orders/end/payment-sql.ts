import type { Sql, Tx } from '#server/platform/db/db.ts'

// Payments are only read here; the payments module writes them.

/** Money that arrived for an order and is not in the books yet. */
export async function selectUnsettled(sql: Sql | Tx, orderId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select capture.id from capture join payment on payment.id = payment_id
    where order_id = ${orderId} and settled_as is null order by captured_at, capture.id`
  return rows.map(({ id }) => id)
}

type Right = { orderId: string; amount: number; otherThan: string }

/** True if the order's exact price has arrived in another capture, which is not in the books yet either. */
export async function hasRightPayment(
  sql: Sql | Tx,
  { orderId, amount, otherThan }: Right,
): Promise<boolean> {
  const [row] = await sql`
    select from capture join payment on payment.id = payment_id
    where order_id = ${orderId} and settled_as is null and capture.id <> ${otherThan}
      and capture.amount = ${amount} and capture.currency = asked_currency limit 1`
  return row !== undefined
}
