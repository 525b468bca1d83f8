import type * as contract from '#contract/orders/orders.ts'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasPaidWallet, listPaymentsOfOrder } from '#server/money/payments/captures.ts'
import { isOwner } from '#server/accounts/guests/guests.ts'
import { hideContact, type Reader } from '#server/accounts/users/colleagues.ts'
import { findGift } from '#server/orders/gifts/gifts.ts'
import { hasCode, selectEvents, selectImage } from './find-sql.ts'
import { selectOrder, selectOrdersById } from './list-sql.ts'
import { isPaidOutside } from './paid-outside.ts'
import { toOrder, toOrderWithTimeline } from './to-order.ts'

export const findOrder: Handler<typeof contract.findOrder> = ({ sql }, { id }, caller) =>
  getOrder(sql, { id, userId: caller.id })

export const findOrderAsAdmin: Handler<typeof contract.findOrderAsAdmin> = (
  { sql },
  { id },
  reader,
) => getOrder(sql, { id, reader })

/** An order of the customer's own, or any order as staff read it. */
type OrderQuery = { id: string } & ({ userId: string } | { reader: Reader })

export async function getOrder(sql: Sql | Tx, sought: OrderQuery): Promise<OrderWithTimeline> {
  const { id } = sought
  const found = await selectOrder(sql, id)
  if (!found) throw new Refusal('NO_SUCH_ORDER')
  if ('userId' in sought) await refuseStranger(sql, sought.userId, found)
  const order = 'reader' in sought ? hideContact(found, sought.reader) : found
  const events = await selectEvents(sql, id)
  const proof = order.proofImageId ? await selectImage(sql, order.proofImageId) : null
  const isUpi = order.paymentMethod === 'upi'
  const isUnpaid = order.paidAt === null
  return toOrderWithTimeline(order, {
    events,
    proof,
    hasCode: order.status === 'completed' && (await hasCode(sql, id)),
    isPaidOutside: isUpi && !isUnpaid && (await isPaidOutside(sql, id)),
    lastTry: order.status === 'pending' ? await findLastTry(sql, id) : null,
    isMoneyInWallet: isUpi && isUnpaid && (await hasPaidWallet(sql, id)),
    gift: await findGift(sql, id),
  })
}

/** Reports another customer's order as missing: a 403 would reveal that it exists. */
export async function refuseStranger(
  sql: Sql | Tx,
  callerId: string,
  order: { userId: string },
): Promise<void> {
  if (!(await isOwner(sql, { callerId, ownerId: order.userId }))) throw new Refusal('NO_SUCH_ORDER')
}

async function findLastTry(sql: Sql | Tx, orderId: string): Promise<OrderWithTimeline['lastTry']> {
  const last = (await listPaymentsOfOrder(sql, orderId)).at(-1)
  if (!last) return null
  if (last.state === 'failed' || last.tryFailedAt) return 'failed'
  return last.state === 'open' && last.returnedAt ? 'left' : 'open'
}

/** Returns the orders in the order of `ids`. */
export async function getOrders(sql: Sql | Tx, ids: string[], reader: Reader): Promise<Order[]> {
  const rows = await selectOrdersById(sql, ids)
  const found = new Map(rows.map((row) => [row.id, toOrder(hideContact(row, reader))]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
