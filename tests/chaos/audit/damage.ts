/** Rohan's processing order, paid in rupees from the wallet with a coupon. */
const ORDER = `(select id from orders where status = 'processing' and coupon_id is not null and currency = 'INR'
  and payment_method = 'wallet')`
/** Changes to the tables of `openBooks` in audit-books.test.ts, and what the audit must say of each. */
export const DAMAGE: [tables: string[], text: string, found: RegExp][] = [
  [
    ['posting'],
    `update posting set amount = amount + 1, balance = balance + 1 where sequence = 1`,
    /transfer \d+ has/,
  ],
  [
    ['posting'],
    `update posting set balance = balance + 5 where sequence = 2`,
    /where lines sum to/,
  ],
  [['posting'], `delete from posting where sequence = 1`, /it should be line 1/],
  [['transfer'], `update transfer set amount = amount + 1 where kind = 'gift'`, /they sum to/],
  [['transfer'], `update transfer set reference = 'X1' where kind = 'gift'`, /its hash is wrong/],
  [
    ['posting'],
    `update posting set created_at = created_at + interval '1 microsecond' where transfer = 1`,
    /a moment finer than a millisecond: line of transfer 1/,
  ],
  [['seal'], `update seal set count = count + 1 where number = 1`, /seal 1/],
  [
    ['transfer', 'posting'],
    `delete from transfer where key = 'order:' || ${ORDER} and line = 2`,
    /money of order: .* house:coupons .* is missing/,
  ],
  [
    ['transfer'],
    `insert into transfer select number + 1000, 'order:x', line, kind, debit, credit, currency, amount, reference, order_id, created_at, hash from transfer where kind = 'order' limit 1`,
    /money of order: .* is too much/,
  ],
  [
    ['transfer'],
    `update transfer set key = 'none' || number where kind = 'refund' and line = 1`,
    /money of order: /,
  ],
  [
    ['orders'],
    `update orders set amount = amount - 1, amount_inr = amount_inr - 1, discount_inr = discount_inr + 1 where id = ${ORDER}`,
    /money of order: /,
  ],
  [['orders'], `update orders set amount = amount - 1 where currency = 'USD'`, /price of order: /],
  [
    ['orders'],
    `update orders set status = 'refunded', refunded_at = now(), ended_at = now() where id = ${ORDER}`,
    /money of order: .* house:sales wallet:.* is missing/,
  ],
  [
    ['transfer'],
    `update transfer set credit = (select id from account where user_id = (
        select user_id from orders where orders.id = order_id) and currency = 'INR')
      where kind = 'refund' and credit = (select id from account where address = 'house:adjustments' and currency = 'INR')`,
    /money of order: .* house:sales house:adjustments .* is missing/,
  ],
  [
    ['order_event', 'dispatch'],
    `with gone as (update order_event set user_id = null returning order_id)
    insert into dispatch (id, order_id, leg, attempt, supplier, game, region, product_id, player_id, zone_id, reference, state, created_at,
      first_sent_at, sent_at, ended_at)
    select gen_random_uuid(), id, 1, 1, 'unipin', '', '', '1', '1', '', 'P', 'delivered', now(), now(), now(), now()
    from orders where status = 'failed'`,
    /was delivered and given back, and nobody did it/,
  ],
  [['coupon'], `update coupon set use_count = use_count - 1`, /uses of coupon/],
  [['coupon'], `update coupon set use_max_each = 1`, /uses of coupon by one customer/],
  [['coupon'], `update coupon set is_first_order_only = true`, /uses of coupon by one customer/],
  [['item'], `update item set purchase_count = purchase_count + 1`, /purchases of pack/],
  [
    ['idempotency'],
    `insert into idempotency select user_id, 'x', 'y', '', null, now() from account where user_id is not null limit 1`,
    /key without an answer/,
  ],
  [
    ['capture'],
    `update capture set settled_as = null, settled_at = null where settled_as = 'top-up'`,
    /capture: payment:razorpay.* is too much/,
  ],
  [
    ['transfer'],
    `update transfer set key = key || 'x' where kind = 'top-up'`,
    /capture: payment:razorpay.* is missing/,
  ],
  [
    ['capture'],
    `update capture set amount = amount - 100 where settled_as = 'order'`,
    /payment: order .* was paid 1 times/,
  ],
  [
    ['payout'],
    `update payout set state = 'failed'`,
    /refund to its source: payout-back:.* is missing/,
  ],
  [['payout'], `update payout set amount = 1000000`, /more sent back than came/],
  [['winner'], `update winner set paid_at = null`, /prize: .* is too much/],
  [['winner'], `update winner set prize = prize + 1`, /prize: .* is missing/],
  [['winner'], `update winner set reclaimed = prize`, /prize: reclaim:.* is missing/],
  [['takings'], `update takings set revenue = revenue + 1`, /takings of/],
  [
    ['order_count'],
    `update order_count set count = count + 1 where status = 'pending'`,
    /count of orders/,
  ],
  [['payment_count'], `update payment_count set count = count + 1`, /count of payments/],
  [['posting_count'], `update posting_count set count = count + 1`, /count of lines/],
  [['spend'], `update spend set amount = amount + 1`, /spend of/],
  [
    ['adjustment'],
    `update adjustment set amount = amount + 1 where amount > 0`,
    /adjustment: .* is missing/,
  ],
  [
    ['adjustment'],
    `update adjustment set state = 'declined' where amount < 0`,
    /adjustment: .* is too much/,
  ],
  [['adjustment'], `update adjustment set decided_by = user_id`, /approval: .* done/],
  [['dispute'], `update dispute set fees = fees + 1`, /dispute: .* dispute-fees .* is missing/],
  [
    ['dispute'],
    `update dispute set from_wallet = from_shop, from_shop = from_wallet where state = 'lost'`,
    /dispute: .* owner .* is too much/,
  ],
  [
    ['dispute'],
    `update dispute set held = held - 1 where held > 0`,
    /hold: .* needs response \d+99/,
  ],
  [
    ['transfer'],
    `update transfer set kind = 'gift' where kind = 'adjustment' and amount = 2000`,
    /adjustment: .* is missing/,
  ],
  [['spend'], `update spend set refunded = refunded + 1`, /spend of/],
  [
    ['document', 'document_buyer'],
    `delete from document where kind = 'credit note'`,
    /document: .* is missing/,
  ],
  [
    ['document'],
    `update document set transfer = -transfer where position = 1`,
    /document: .* is missing/,
  ],
  [['document'], `update document set position = 99 where position = 1`, /is out of turn/],
  [['document'], `update document set year = '00-01' where position = 1`, /has another position/],
  [
    ['document'],
    `update document set dated_at = dated_at - interval '2 years' where position = 1`,
    /is of another year/,
  ],
  [
    ['document'],
    `update document set dated_at = dated_at + interval '1 ms' where position = 2`,
    /has a wrong hash/,
  ],
  [
    ['document'],
    `update document set content = content || '{"base": 1}' where position = 1`,
    /sums of document/,
  ],
  [
    ['document'],
    `update document set content = content || '{"lines": []}' where position = 1`,
    /sums of document/,
  ],
  [
    ['document'],
    `update document set content = content || '{"seller": {}}' where kind = 'credit note'`,
    /credit note: CN/,
  ],
  [
    ['document'],
    `update document set movement_id = gen_random_uuid() where kind = 'receipt' and position = 1`,
    /document of payment: .* is missing/,
  ],
  [
    ['document'],
    `update document set content = content || '{"seller": {}}' where kind = 'refund voucher'`,
    /credit note: FV/,
  ],
  [['user_count'], `insert into user_count values (1)`, /count of accounts/],
]
