import { toMajor } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { keepFirst, type Request } from '#server/platform/idempotency/idempotency.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { endOrder } from '#server/orders/end/end-order.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'
import { replaceGift } from '#server/orders/gifts/gifts.ts'
import { readPayLink } from '#server/orders/pay-links/pay-links.ts'
import type { OrderRequest } from './place-order.ts'
import { findTwinWithPayment, lockUnpaid } from './unpaid-sql.ts'

const LEFT_MIN_MS = 60_000 // to pay; an order with less time left is placed anew

type ResumeInput = Pick<
  OrderRequest,
  | 'itemSlug'
  | 'gameDetailId'
  | 'couponCode'
  | 'currency'
  | 'totalMax'
  | 'payLink'
  | 'gift'
  | 'caller'
> & {
  request: Request | null
}
type Resumed = { answer: unknown; isFirst: boolean }

/**
 * Finds the caller's unpaid order for the same pack, player, coupon, currency and pay link, so that a retry pays it and places no other.
 * Keeps it under the caller's key, as placing does, and gives it the caller's gift. A known key returns its first answer
 * instead. Null if there is no such order.
 */
export function resumeOrder(
  ctx: Pick<Context, 'sql' | 'now' | 'keys'>,
  { totalMax = Infinity, caller, request, ...input }: ResumeInput,
): Promise<Resumed | null> {
  const { itemSlug, gameDetailId: savedPlayer, couponCode, currency } = input
  const { sql, now } = ctx
  const endsAfter = new Date(now().getTime() + LEFT_MIN_MS)
  const payLink = input.payLink === undefined ? null : readPayLink(ctx, input.payLink)
  const sought = {
    userId: caller.id,
    itemSlug,
    savedPlayer,
    couponCode,
    currency,
    payLink,
    endsAfter,
  }
  return sql.begin(async (tx) => {
    const unpaid = await lockUnpaid(tx, sought)
    const order = unpaid.find(({ amount }) => toMajor(amount, currency) <= totalMax)
    if (!order) return null
    let isFirst = false
    const makeAnswer = async () => {
      isFirst = true
      await replaceGift(tx, order.id, input.gift)
      return { orderId: order.id }
    }
    const answer = await keepFirst(tx, { request, now: now(), makeAnswer })
    return { answer, isFirst }
  })
}

type Ctx = Pick<Context, 'now' | 'log'>

/**
 * Two orders for the same pack may be placed at the same moment. The first to get a payment stays, and this function
 * ends the other, which nobody can have paid. Returns the order that stays, or null if this order may get a payment.
 * The caller has locked this order, and writes its payment in the same transaction.
 */
export async function giveWay(ctx: Ctx, tx: Tx, order: OrderRow): Promise<string | null> {
  await lockUser(tx, order.userId) // so that two orders of one customer are decided one after the other
  const twin = await findTwinWithPayment(tx, order)
  if (!twin || order.status !== 'pending') return twin
  const reason =
    'You placed the same order a moment before, so we closed this one. Nothing was charged'
  await endOrder(ctx, tx, { orderId: order.id, end: 'cancelled', reason, isQuiet: true })
  return twin
}
