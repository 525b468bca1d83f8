import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { editOrder } from '#contract/orders/orders.ts'
import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { adjustBalance } from '#contract/money/adjustments.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { move, QUIET, seal } from '#tests/support/money/ledger.ts'
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
import { DAMAGE } from './damage.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

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
  const { reference } = await payAt(shop, paid.url)
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
  const adjusted = { userId: rohan.id, reason: 'Twice', note: 'Ticket 7' }
  for (const amount of [50_00, -20_00]) await admin.call(adjustBalance, { ...adjusted, amount })
  const lost = await topUp({ shop, admin, customer: asha })
  const dispute = { gateway: 'razorpay', state: 'lost', reference: lost.reference } as const
  await untilDispute(shop, await tellBank(shop, { ...dispute, taken: 300 }), 'lost')
  const open = { ...dispute, reference, state: 'open' } as const
  await untilDispute(shop, await tellBank(shop, open), 'needs response')
  await closeMonth(shop.sql, asha.id)
  await shop.stop()
  await seal(shop.sql)
  await issueDocuments({ sql: shop.sql, ...QUIET, ...CONNECTED })
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

test('the audit finds nothing in an honest ledger, and every forced change', async (t) => {
  const sql = await openBooks(t)
  assert.deepEqual(await auditBooks(sql), [])
  for (const [tables, text, found] of DAMAGE)
    assert.match(await auditAfter(sql, tables, text), found, text)
  assert.deepEqual(await auditBooks(sql), [])
})
