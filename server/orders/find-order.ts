import type * as contract from '#contract/orders.ts'
import type { Order, OrderWithTimeline } from '#contract/orders.ts'
import type { Sql, Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hasCode, selectEvents } from './change-sql.ts'
import { selectImage, selectOrder, selectOrdersById } from './list-sql.ts'
import { isPaidOutside } from './outside-payment.ts'
import { toOrder, toOrderWithTimeline } from './to-order.ts'

type Handle = Handlers<typeof contract>

export const findOrder: Handle['findOrder'] = ({ sql }, { id }, caller) =>
  getOrder(sql, { id, userId: caller.id })

export const findOrderAsAdmin: Handle['findOrderAsAdmin'] = ({ sql }, { id }) =>
  getOrder(sql, { id })

type Sought = { id: string; userId?: string }

/** Somebody else's order is not there: 403 would tell that it is. */
export async function getOrder(sql: Sql | Tx, { id, userId }: Sought): Promise<OrderWithTimeline> {
  const order = await selectOrder(sql, id)
  if (!order || (userId && order.userId !== userId)) throw new Refusal('NO_SUCH_ORDER')
  const events = await selectEvents(sql, id)
  const proof = order.proofImageId ? await selectImage(sql, order.proofImageId) : null
  const canShowCode = order.status === 'completed' && (await hasCode(sql, id))
  const isUpi = order.paymentMethod === 'upi' && order.paidAt !== null
  const isOutside = isUpi && (await isPaidOutside(sql, id))
  const beside = { events, proof, hasCode: canShowCode, isPaidOutside: isOutside }
  return toOrderWithTimeline(order, beside)
}

/** In the order of the ids. */
export async function getOrders(sql: Sql | Tx, ids: string[]): Promise<Order[]> {
  const found = new Map((await selectOrdersById(sql, ids)).map((row) => [row.id, toOrder(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
