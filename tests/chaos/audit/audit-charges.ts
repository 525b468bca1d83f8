import type { Tx } from '#server/platform/db/db.ts'
import { expectNone, compareRows } from './compare-rows.ts'

/** Compares each order with its money, its delivery, its coupon and its stock. */
export const auditCharges = async (tx: Tx): Promise<string[]> => [
  ...(await compareMoney(tx)),
  ...(await checkPrices(tx)),
  ...(await checkEnds(tx)),
  ...(await compareUses(tx)),
  ...(await checkOwnUses(tx)),
  ...(await comparePurchases(tx)),
  ...(await checkAnswers(tx)),
]

/**
 * A paid order cost its price once, from the wallet and the coupon. A refunded order got exactly that back, once. An
 * order paid outside the shop uses the adjustments account instead of the wallet, both ways. No other money moved under
 * an order.
 */
const compareMoney = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'money of order', {
    expected: tx`
      with bought as (
        select *, case when payment_method = 'wallet' or exists (
            select from capture join payment on payment.id = payment_id
            where order_id = orders.id and settled_as = 'order')
          then 'wallet:' || user_id else 'house:adjustments' end as payer
        from orders
      )
      select concat_ws(' ', id, key, source, target, currency, moved) as line from bought
      cross join lateral (values
        ('order', payer, 'house:sales', amount, paid_at is not null),
        ('order', 'house:coupons', 'house:sales', item_price - amount, paid_at is not null),
        ('refund', 'house:sales', payer, amount, refunded_at is not null),
        ('refund', 'house:sales', 'house:coupons', item_price - amount, refunded_at is not null)
      ) side (key, source, target, moved, is_so)
      where is_so and moved > 0`,
    found: tx`
      select concat_ws(' ', coalesce(order_id::text, 'none'),
        case key when 'order:' || order_id then kind when 'refund:' || order_id then kind else key end,
        source.address, target.address, transfer.currency, amount) as line
      from transfer join account source on source.id = debit join account target on target.id = credit
      where (order_id is not null and source.address <> 'house:gateway')
        or key ~ '^(order|refund):[0-9a-f-]{36}$'`,
  })

/**
 * The prices of an order add up. A price in dollars is the rupees at the order's rate, half a cent rounded up, once.
 */
const checkPrices = (tx: Tx): Promise<string[]> =>
  expectNone(
    'price of order',
    tx`
      select concat_ws(' ', id, currency, price_inr, discount_inr, amount_inr, rate, item_price, amount) as line from orders
      where amount_inr <> greatest(price_inr - discount_inr, 0)
        or item_price <> case currency when 'INR' then price_inr else 100 * floor(price_inr * rate + 0.5) end
        or amount <> case currency when 'INR' then amount_inr else 100 * floor(amount_inr * rate + 0.5) end`,
  )

/**
 * An order is either delivered or refunded. Only a person may do both, and an order that has ended has one of the two.
 * If an order completed automatically, every dispatch of its last round was delivered.
 */
const checkEnds = (tx: Tx): Promise<string[]> =>
  expectNone(
    'end of order',
    tx`
      with rounds as (
        select order_id, count(*) filter (where state = 'delivered') as delivered,
          count(*) filter (where state = 'ready' or state = 'sent') as open,
          count(*) filter (where state = 'delivered' and attempt = last) as delivered_last,
          count(*) filter (where attempt = last) as in_last
        from (select *, max(attempt) over (partition by order_id) as last from dispatch) dispatches group by order_id
      ), ends as (
        select order_id, status, bool_or(user_id is not null) as by_person from order_event group by order_id, status
      )
      select concat_ws(' ', orders.id, orders.status, problem) as line
      from orders left join rounds on rounds.order_id = orders.id
      left join ends on ends.order_id = orders.id and ends.status = orders.status
      cross join lateral (values
        ('was delivered and given back, and nobody did it',
          refunded_at is not null and rounds.delivered > 0 and not by_person),
        ('was delivered in part', orders.status = 'completed' and not by_person and delivered_last <> in_last),
        ('has ended with a dispatch on its way',
          orders.status in ('completed', 'failed', 'cancelled') and rounds.open > 0 and not by_person),
        ('is paid, over, and neither delivered nor given back',
          paid_at is not null and ended_at is not null and orders.status <> 'completed' and refunded_at is null),
        ('is completed and given back', orders.status = 'completed' and refunded_at is not null),
        ('was never paid and is delivered', paid_at is null and (rounds.delivered > 0 or orders.status = 'completed'))
      ) wrong (problem, is_so)
      where is_so`,
  )

/** The use count of a coupon equals its orders that were not refunded. */
const compareUses = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'uses of coupon', {
    expected: tx`
      select concat_ws(' ', coupon.code, coupon.id, count(orders.id)) as line from coupon left join orders
        on coupon_id = coupon.id and status in ('pending', 'processing', 'completed')
      group by coupon.id`,
    found: tx`select concat_ws(' ', code, id, use_count) as line from coupon`,
  })

/** Nobody exceeds a coupon's limit per customer. Coupons edited later are skipped: their limit may have been higher. */
const checkOwnUses = (tx: Tx): Promise<string[]> =>
  expectNone(
    'uses of coupon by one customer',
    tx`
      select concat_ws(' ', coupon.code, orders.user_id, count(*)) as line from coupon join orders
        on coupon_id = coupon.id and status in ('pending', 'processing', 'completed')
      where coupon.updated_at = coupon.created_at
      group by coupon.id, orders.user_id
      having count(*) > case when is_first_order_only then 1 else use_max_each end`,
  )

/** The purchase count of a pack equals its paid orders that were not refunded. No stock is negative. */
const comparePurchases = async (tx: Tx): Promise<string[]> => [
  ...(await compareRows(tx, 'purchases of pack', {
    expected: tx`
      select concat_ws(' ', item.name, item.id, count(orders.id)) as line from item left join orders
        on item_id = item.id and paid_at is not null and refunded_at is null
      group by item.id`,
    found: tx`
      select concat_ws(' ', name, id, purchase_count + coalesce((
        select sum(count) from item_sale where item_id = item.id), 0)) as line
      from item`,
  })),
  ...(await expectNone(
    'stock of pack',
    tx`select concat_ws(' ', name, id, quantity) as line from item where quantity < 0`,
  )),
]

/** Nothing is half done: an idempotency key without an answer would be half of an effect. */
const checkAnswers = (tx: Tx): Promise<string[]> =>
  expectNone(
    'key without an answer',
    tx`select concat_ws(' ', call, key) as line from idempotency where answer is null`,
  )
