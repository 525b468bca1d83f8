import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { NewOrder } from './sql-place.ts'

/** An order that needs what unpaid orders hold, and which of those it may end. */
export type Claim = {
  order: Pick<NewOrder, 'userId' | 'itemId' | 'coupon'>
  heldBefore: Date // orders placed later are not ended
}

/** Leaves out orders whose money has arrived, and orders from a restored backup, which may be delivered already. */
const isUnpaid = (sql: Sql | Tx) => sql`
  held.status = 'pending' and not held.look_first and not exists (
    select from payment join capture on payment_id = payment.id
    where payment.order_id = held.id and settled_as is null)`

/**
 * Finds the unpaid orders that hold what an order needs: the last unit of its pack, the last use of its coupon, or the
 * last use that its own customer has. Returns at most one order for each. The customer's own come first, then orders
 * that hold both pack and coupon, so that fewer end. Then the oldest come first.
 */
export async function selectHolds(sql: Sql, { order, heldBefore }: Claim): Promise<string[]> {
  const { userId, itemId, coupon } = order
  const couponId = coupon?.id ?? null
  const mayGo = sql`${isUnpaid(sql)} and held.created_at < ${heldBefore}`
  const first = sql`
    order by held.user_id = ${userId} desc, (held.item_id = ${itemId} and held.coupon_id = ${couponId}) is true desc,
      held.created_at, held.id
    limit 1`
  const rows = await sql<{ id: string }[]>`
    (select held.id from orders held join item on item.id = held.item_id
      where held.item_id = ${itemId} and held.takes_stock and item.quantity = 0 and ${mayGo} ${first})
    union
    (select held.id from orders held join coupon on coupon.id = held.coupon_id
      where held.coupon_id = ${couponId} and coupon.use_count >= coupon.use_max and ${mayGo} ${first})
    union
    (select held.id from orders held join coupon wanted on wanted.id = ${couponId}
      where held.user_id = ${userId} and held.coupon_id = wanted.id and wanted.use_max_each <= (
          select count(*) from orders used
          where used.user_id = ${userId} and used.coupon_id = wanted.id
            and used.status in ('pending', 'processing', 'completed'))
        and ${mayGo} ${first})
    union
    (select held.id from orders held
      join coupon wanted on wanted.id = ${couponId} and wanted.is_first_order_only
      join coupon on coupon.id = held.coupon_id and coupon.is_first_order_only
      where held.user_id = ${userId} and ${mayGo} ${first})`
  return rows.map(({ id }) => id)
}

/** Locks orders and returns those that are still unpaid. Orders are locked before everything else. */
export async function lockHolds(tx: Tx, ids: string[]) {
  await tx`select from orders where id = any(${ids}) order by id for no key update`
  return tx<{ id: string; userId: string }[]>`
    select held.id, held.user_id from orders held
    where held.id = any(${ids}) and ${isUnpaid(tx)} order by held.id`
}

/** Locks every row that placing the order and ending the others will write, in the usual lock order. */
export async function lockForBoth(
  tx: Tx,
  { userId, itemId, coupon }: Claim['order'],
  heldIds: string[],
): Promise<void> {
  await tx`select from users where id = ${userId} for no key update`
  await tx`select from account where user_id = ${userId} order by id for no key update`
  await tx`
    select from coupon
    where id = ${coupon?.id ?? null} or id = any(array(select coupon_id from orders where id = any(${heldIds})))
    order by id for no key update`
  await tx`
    select from item
    where (id = ${itemId} or id = any(array(select item_id from orders where id = any(${heldIds}))))
      and quantity is not null
    order by id for no key update`
}
