import type { Tx } from '#server/platform/db/db.ts'
import { compareRows } from './compare-rows.ts'

/** Compares each stored count with a count of the rows. Days and months are in the shop's time zone. */
export const auditCounts = async (tx: Tx): Promise<string[]> => [
  ...(await compareTakings(tx)),
  ...(await compareOrders(tx)),
  ...(await comparePayments(tx)),
  ...(await compareLines(tx)),
  ...(await compareSpend(tx)),
  ...(await compareUsers(tx)),
]

const compareTakings = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'takings of', {
    expected: tx`
      select concat_ws(' ', (paid_at at time zone 'Asia/Kolkata')::date, sum(amount_inr),
        coalesce(sum(amount_inr - cost_inr) filter (where cost_inr is not null), 0), count(*),
        count(*) - count(cost_inr)) as line
      from orders where paid_at is not null and refunded_at is null
      group by (paid_at at time zone 'Asia/Kolkata')::date`,
    found: tx`
      select concat_ws(' ', day, sum(revenue), sum(profit), sum(orders), sum(uncosted)) as line from takings
      group by day having (sum(revenue), sum(profit), sum(orders), sum(uncosted)) <> (0, 0, 0, 0)`,
  })

const compareOrders = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'count of orders', {
    expected: tx`
      select concat_ws(' ', day, status, payment_method, is_paid, count(*)) as line
      from (select *, (created_at at time zone 'Asia/Kolkata')::date as day, paid_at is not null as is_paid
        from orders) dated
      group by day, status, payment_method, is_paid`,
    found: tx`
      select concat_ws(' ', day, status, payment_method, is_paid, sum(count)) as line from order_count
      group by day, status, payment_method, is_paid having sum(count) <> 0`,
  })

const comparePayments = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'count of payments', {
    expected: tx`
      select concat_ws(' ', day, gateway, purpose, state, count(*)) as line
      from (select *, (created_at at time zone 'Asia/Kolkata')::date as day from payment) dated
      group by day, gateway, purpose, state`,
    found: tx`
      select concat_ws(' ', day, gateway, purpose, state, sum(count)) as line from payment_count
      group by day, gateway, purpose, state having sum(count) <> 0`,
  })

/** Wallet lines are counted up to the last seal. */
const compareLines = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'count of lines', {
    expected: tx`
      select concat_ws(' ', (created_at at time zone 'Asia/Kolkata')::date, currency, count(*)) as line from posting
      where transfer <= (select max(last) from seal) group by (created_at at time zone 'Asia/Kolkata')::date, currency`,
    found: tx`select concat_ws(' ', day, currency, count) as line from posting_count where count <> 0`,
  })

/**
 * The monthly spend of a customer is their delivered orders less refunds. A closed month stays as it was: later refunds
 * are stored beside its spend. If a refund came within a minute of the closing, either order is accepted.
 */
const compareSpend = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'spend of', {
    expected: tx`
      select concat_ws(' ', month, user_id, sum(amount_inr) filter (where counts),
        coalesce(sum(amount_inr) filter (where counts and is_refunded), 0)) as line
      from (${delivered(tx)}) counted
      group by month, user_id having not bool_or(is_doubtful) and sum(amount_inr) filter (where counts) > 0`,
    found: tx`
      select concat_ws(' ', period, spend.user_id, amount, refunded) as line from spend
      where not exists (
        select from (${delivered(tx)}) counted
        where month = period and counted.user_id = spend.user_id and is_doubtful)`,
  })

/** An order refunded before its delivery ended with the refund. */
const delivered = (tx: Tx) => tx`
  select month, user_id, amount_inr, status = 'refunded' as is_refunded,
    status = 'completed' or refunded_at > closed_at as counts,
    coalesce(abs(extract(epoch from refunded_at - closed_at)) < 60, false) as is_doubtful
  from (select *, to_char(ended_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month from orders
    where amount_inr > 0 and (status = 'completed' or refunded_at > ended_at)) ended
  left join closed_month on period = month`

const compareUsers = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'count of accounts', {
    expected: tx`select count(*)::text as line from users where deleted_at is null`,
    found: tx`select coalesce(sum(count), 0)::text as line from user_count`,
  })
