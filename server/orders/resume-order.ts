import { toMajor } from '#contract/money.ts'
import type { Context } from '#server/context.ts'
import { forgetAnswer, keepFirst, type Request } from '#server/idempotency/idempotency.ts'
import { listPaymentsOfOrder } from '#server/payments/captures.ts'
import { lockUser } from '#server/users/users.ts'
import { endOrder, getLockedOrder } from './end-order.ts'
import type { Wish } from './place-order.ts'
import { hasTwin, lockUnpaid } from './unpaid-sql.ts'

const LEFT_MIN_MS = 60_000 // to pay; one that ends sooner is placed anew

type Asked = Pick<Wish, 'itemSlug' | 'gameDetailId' | 'couponCode' | 'totalMax' | 'caller'> & {
  request: Request | null
}
type Resumed = { answer: unknown; isFirst: boolean }

/**
 * The caller's unpaid order for the same pack, player and coupon, so that a retry pays that one and places no other. It is kept
 * under the caller's key, as a placed one would be; a key that is known has its first answer instead. Null where there is none.
 */
export function resumeOrder(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { itemSlug, gameDetailId, couponCode, totalMax = Infinity, caller, request }: Asked,
): Promise<Resumed | null> {
  const endsAfter = new Date(now().getTime() + LEFT_MIN_MS)
  const sought = { userId: caller.id, itemSlug, savedPlayer: gameDetailId, couponCode, endsAfter }
  return sql.begin(async (tx) => {
    const unpaid = await lockUnpaid(tx, sought)
    const order = unpaid.find(({ amount }) => toMajor(amount, 'INR') <= totalMax)
    if (!order) return null
    let isFirst = false
    const makeAnswer = async () => {
      isFirst = true
      return { orderId: order.id }
    }
    const answer = await keepFirst(tx, { request, now: now(), makeAnswer })
    return { answer, isFirst }
  })
}

type Placed = { orderId: string; request: Request | null; answer: unknown }

/**
 * Ends an order that was placed while another one of its customer for the same was being placed. It has no payment yet, so
 * nobody can have paid it. True if it gave way: the other one is to be resumed.
 */
export const giveWay = (
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  { orderId, request, answer }: Placed,
): Promise<boolean> =>
  ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    if (order.status !== 'pending') return false
    await lockUser(tx, order.userId) // two that give way do it one after the other, so one stays
    if ((await listPaymentsOfOrder(tx, orderId)).length > 0) return false
    if (!(await hasTwin(tx, order))) return false
    const reason =
      'You ordered the same a moment before. This order was closed, and nothing was charged'
    await endOrder(ctx, tx, { orderId, end: 'cancelled', reason, isQuiet: true })
    if (request) await forgetAnswer(tx, request, answer)
    return true
  })
