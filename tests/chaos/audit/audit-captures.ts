import type { Tx } from '#server/platform/db/db.ts'
import { expectNone, compareRows } from './compare-rows.ts'

/** Audits captures, payouts and prizes. */
export const auditCaptures = async (tx: Tx): Promise<string[]> => [
  ...(await compareCaptures(tx)),
  ...(await checkPaid(tx)),
  ...(await compareRefunds(tx)),
  ...(await checkReturned(tx)),
  ...(await comparePrizes(tx)),
]

const perHundredth = (tx: Tx) => tx`case asked_currency when 'INR' then 1 else 100 end`

/**
 * Each capture is credited once, to the payer's wallet or to `house:unclaimed`. Only disputes move other money of
 * `house:gateway`.
 */
const compareCaptures = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'capture', {
    expected: tx`
      select concat_ws(' ', 'payment:' || capture.gateway || ':' || gateway_payment_id, 'top-up',
        case settled_as when 'unclaimed' then 'house:unclaimed' else 'wallet:' || user_id end,
        capture.currency, capture.amount * ${perHundredth(tx)}, order_id) as line
      from capture join payment on payment.id = payment_id
      where settled_as is not null and settled_as <> 'held'`,
    found: tx`
      select concat_ws(' ', key, kind, target.address, transfer.currency, amount, order_id) as line
      from transfer join account source on source.id = debit join account target on target.id = credit
      where source.address = 'house:gateway' and kind <> 'dispute'`,
  })

/**
 * An order is paid by at most one capture of exactly its price. Captures in another currency than was asked for
 * stay out of the books.
 */
const checkPaid = (tx: Tx): Promise<string[]> =>
  expectNone(
    'payment',
    tx`
      select concat_ws(' ', 'order', order_id, 'was paid', count(*), 'times, is', min(status)) as line
      from capture join payment on payment.id = payment_id join orders on orders.id = order_id
      where settled_as = 'order' group by order_id
      having count(*) > 1 or bool_or(paid_at is null or capture.amount * ${perHundredth(tx)} <> orders.amount
        or capture.currency <> orders.currency)
      union all
      select concat_ws(' ', 'capture', capture.id, capture.amount, currency, 'is settled as', settled_as)
      from capture       join payment on payment.id = payment_id where (settled_as = 'held') <> (currency <> asked_currency)
      union all
      select concat_ws(' ', 'payment', reference, 'is paid without a capture') from payment
      where state = 'paid' and not exists (select from capture where payment_id = payment.id)`,
  )

/** Each payout left the wallet once. Its own state says whether the money arrived, came back or is still on its way. */
const compareRefunds = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'refund to its source', {
    expected: tx`
      select concat_ws(' ', key || payout.id, source, target, asked_currency, payout.amount * ${perHundredth(tx)}) as line
      from payout join capture on capture.id = capture_id join payment on payment.id = payment_id
      cross join lateral (values
        ('payout:', 'owner', 'house:payouts', true),
        ('payout-done:', 'house:payouts', 'house:gateway', payout.state = 'done'),
        ('payout-back:', 'house:payouts', 'owner', payout.state = 'failed')
      ) side (key, source, target, is_so)
      where is_so`,
    found: tx`
      select concat_ws(' ', key,
        case when source.address in (owner, 'house:unclaimed') then 'owner' else source.address end,
        case when target.address in (owner, 'house:unclaimed') then 'owner' else target.address end,
        transfer.currency, transfer.amount) as line
      from transfer join account source on source.id = debit join account target on target.id = credit
      left join lateral (
        select 'wallet:' || user_id as owner from payout where payout.id::text = split_part(key, ':', 2)) asked on true
      where 'house:payouts' in (source.address, target.address)
        or (target.address = 'house:gateway' and kind <> 'dispute')
        or key ~ '^payout'`,
  })

const checkReturned = (tx: Tx): Promise<string[]> =>
  expectNone(
    'more sent back than came',
    tx`
      select concat_ws(' ', capture.id, capture.amount, sum(payout.amount)) as line
      from capture join payout on capture_id = capture.id and payout.state <> 'failed'
      group by capture.id having sum(payout.amount) > capture.amount`,
  )

/** Each paid winner received the prize once, less what was reclaimed. Nobody else received one. */
const comparePrizes = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'prize', {
    expected: tx`
      select concat_ws(' ', 'prize:' || period || ':' || rank, 'wallet:' || user_id, 'INR', prize) as line
      from winner where paid_at is not null and prize > 0
      union all
      select concat_ws(' ', 'reclaim:' || period || ':' || rank, 'wallet:' || user_id, 'INR', reclaimed)
      from winner where paid_at is not null and reclaimed > 0`,
    found: tx`
      select concat_ws(' ', key, target.address, transfer.currency, amount) as line
      from transfer join account source on source.id = debit join account target on target.id = credit
      where (source.address = 'house:prizes' or kind = 'prize') and target.address <> 'house:prizes'
      union all
      select concat_ws(' ', won, address, currency, sum(amount))
      from (
        select regexp_replace(key, ':[0-9]+$', '') as won, source.address, transfer.currency, amount
        from transfer join account source on source.id = debit join account target on target.id = credit
        where target.address = 'house:prizes'
      ) reclaimed
      group by won, address, currency`,
  })
