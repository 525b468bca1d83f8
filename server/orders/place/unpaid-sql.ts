import type { Currency } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { OrderRow } from '#server/orders/read/list-sql.ts'

type UnpaidQuery = {
  userId: string
  itemSlug: string
  savedPlayer: string | null
  couponCode: string // empty without one
  currency: Currency
  payLink: string | null
  endsAfter: Date
}

/** Locks a customer's unpaid orders for one pack, player, coupon, currency and pay link. Oldest first. */
export const lockUnpaid = (tx: Tx, sought: UnpaidQuery) => {
  const { userId, itemSlug, savedPlayer, couponCode, currency, payLink, endsAfter } = sought
  return tx<Pick<OrderRow, 'id' | 'amount'>[]>`
    select orders.id, orders.amount from orders join item on item.id = orders.item_id
    where orders.user_id = ${userId} and orders.status = 'pending'
      and item.slug = ${itemSlug} and item.deleted_at is null
      and saved_player = ${savedPlayer} and coalesce(coupon_code, '') = ${couponCode}
      and orders.currency = ${currency} and pay_link is not distinct from ${payLink} and expires_at > ${endsAfter}
    order by orders.created_at, orders.id
    for no key update of orders`
}

/**
 * Finds another order of the customer for the same pack and player that has a payment. It must have the same price and
 * have been placed within a minute before or after, for the same pay link and as the same gift.
 * For an unpaid order only an unpaid twin counts: a customer who has paid for the first may buy a second.
 */
export async function findTwinWithPayment(tx: Tx, order: OrderRow): Promise<string | null> {
  const [twin] = await tx<{ id: string }[]>`
    select id from orders
    where user_id = ${order.userId} and item_id = ${order.itemId} and id <> ${order.id}
      and (status = 'pending' or ${order.status !== 'pending'})
      and pay_link is not distinct from (select pay_link from orders own where own.id = ${order.id})
      and (select row(email, message) from order_gift where order_id = orders.id)
        is not distinct from (select row(email, message) from order_gift where order_id = ${order.id})
      and saved_player = ${order.savedPlayer} and currency = ${order.currency} and amount = ${order.amount}
      and coupon_code is not distinct from ${order.couponCode}
      and expires_at between ${order.expiresAt}::timestamptz - interval '1 minute'
        and ${order.expiresAt}::timestamptz + interval '1 minute'
      and exists (select from payment where order_id = orders.id)
    order by created_at
    limit 1`
  return twin?.id ?? null
}
