import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { editOrder } from '#contract/orders/orders.ts'
import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { move, seal } from '#tests/support/money/ledger.ts'
import {
  makeBuyer,
  openUpiPackShop,
  order,
  placeByUpi,
  untilOrder,
} from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { decideRefunds, refund, topUp, untilRefund } from '#tests/support/money/refunds.ts'
import { buy, close } from '#tests/support/money/spending.ts'
import { auditBooks } from './audit-books.ts'

/** A stopped shop that has made every kind of money movement once. */
async function openBooks(t: TestContext): Promise<Sql> {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  const rohan = await makeBuyer(shop, game, { INR: 1_000_00, USD: 100_0000 })
  const { couponCode } = await makeCoupon(admin)
  const bought = [
    await order(rohan, { item }),
    await order(rohan, { item, couponCode }),
    await order(rohan, { item, currency: 'USD', couponCode }),
    await order(rohan, { item, couponCode }),
  ]
  const ids = bought.map(({ data }) => data._id)
  const end = (id: string, status: 'completed' | 'failed') =>
    admin.call(editOrder, { id, status, note: '', reference: '' })
  assert.equal((await end(ids[0]!, 'completed')).status, 200)
  assert.equal((await end(ids[3]!, 'failed')).status, 200)
  const paid = await placeByUpi(asha, { item, couponCode })
  await payAt(shop, paid.url)
  await untilOrder(asha, paid.id, 'processing')
  await placeByUpi(asha, { item })
  for (const status of ['completed', 'refunded'] as const) {
    const outside = await placeByUpi(rohan, { item, couponCode })
    const paid = { id: outside.id, note: 'Cash', reference: `CASH-${status}` }
    assert.equal((await admin.call(editOrder, { ...paid, status: 'completed' })).status, 200)
    assert.equal((await admin.call(editOrder, { ...paid, status })).status, 200)
  }
  const { id } = await topUp({ shop, admin, customer: asha })
  await decideRefunds(shop, 'done')
  const { data } = await refund(admin, id, 200)
  await untilRefund(shop, data.reference, 'done')
  await closeMonth(shop.sql, asha.id)
  await shop.stop()
  await seal(shop.sql)
  return shop.sql
}

async function closeMonth(sql: Sql, userId: string): Promise<void> {
  const period = periodAfter(periodOf(new Date()), -1)
  await sql`
    insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
    values (${period}, 10000, 0, 0, 0, now())`
  const orderId = await buy(sql, { userId, amount: 5_00, at: periodStart(period) })
  const line = {
    from: 'house:adjustments',
    to: 'house:sales',
    currency: 'INR',
    amount: 5_00,
  } as const
  await move(sql, { key: `order:${orderId}`, kind: 'order', orderId, lines: [line] })
  await close(sql)
}

const UNDO = 'undo'

/**
 * Changes the tables as an attacker with full rights could, returns what the audit finds, and rolls the change back.
 */
async function auditAfter(sql: Sql, tables: string[], text: string): Promise<string> {
  let found: string[] = []
  await sql
    .begin(async (tx) => {
      for (const table of tables) await tx.unsafe(`alter table ${table} disable trigger all`)
      const touched = await touch(tx, text)
      assert.ok(touched > 0, `nothing was done by: ${text}`)
      const inside = { begin: (work: (one: Tx) => Promise<unknown>) => work(withoutSetting(tx)) }
      found = await auditBooks(inside as unknown as Sql)
      throw new Error(UNDO)
    })
    .catch((error: Error) => {
      if (error.message !== UNDO) throw error
    })
  return found.join('\n')
}

async function touch(tx: Tx, text: string): Promise<number> {
  const strings = Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray
  return (await tx(strings)).count
}

/** The audit sets its isolation level, which is refused here: the transaction has already run statements. */
const withoutSetting = (tx: Tx): Tx =>
  Object.assign((...args: Parameters<Tx>) => tx(...args), tx, { unsafe: async () => {} }) as Tx

/** Rohan's processing order, paid in rupees from the wallet with a coupon. */
const ORDER = `(select id from orders where status = 'processing' and coupon_id is not null and currency = 'INR'
  and payment_method = 'wallet')`
const DAMAGE: [tables: string[], text: string, found: RegExp][] = [
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
  [['spend'], `update spend set refunded = refunded + 1`, /spend of/],
  [['user_count'], `insert into user_count values (1)`, /count of accounts/],
]

test('the audit finds nothing in an honest ledger, and every forced change', async (t) => {
  const sql = await openBooks(t)
  assert.deepEqual(await auditBooks(sql), [])
  for (const [tables, text, found] of DAMAGE)
    assert.match(await auditAfter(sql, tables, text), found, text)
  assert.deepEqual(await auditBooks(sql), [])
})
