import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  atNode,
  findTraces,
  forAnother,
  makeBuyer,
  openUpiPackShop,
  order,
  orderByUpi,
  placeByUpi,
  sumOfHouse,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import { tally } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

test('simultaneous wallet and UPI orders sell exactly the last packs and coupon uses', async (t) => {
  const { shop, admin, game, item } = await openUpiPackShop(t, {
    env: { LIMIT_COUPON_TRIES_PER_HOUR: '1000' },
  })
  const node = await shop.openNode()
  const last = await makeItem(admin, game, { quantity: 1 })
  await makeCoupon(admin, { couponCode: 'TWO', discount: 10_00, maxNumberOfUsage: 2 })
  const buyers = await Promise.all(
    Array.from({ length: 6 }, () => makeBuyer(shop, game, { INR: 1_000_00 })),
  )
  const there = buyers.map((buyer) => atNode(node, buyer))
  const others = await Promise.all(there.map((buyer) => forAnother(buyer, game)))
  const packs = await Promise.all([
    ...buyers.map((buyer) => orderByUpi(buyer, { item: last })),
    ...others.map((buyer) => orderByUpi(buyer, { item: last })),
  ])
  assert.deepEqual(tally(packs), { 200: 1, 409: 11 })
  const uses = await Promise.all([
    ...buyers.map((buyer) => orderByUpi(buyer, { item, couponCode: 'TWO' })),
    ...there.map((buyer) => order(buyer, { item, couponCode: 'TWO' })),
  ])
  const [row] = await shop.sql`
    select (select quantity from item where id = ${last._id}) as stock,
      count(*) filter (where status <> 'cancelled') as live, count(*) filter (where status = 'pending') as unpaid
    from orders where coupon_code = 'TWO'`
  assert.deepEqual({ ...row }, { stock: 0, live: 2, unpaid: 0 }) // the paid orders took both
  assert.equal((await findTraces(shop)).uses, 2)
  const paid = uses.slice(buyers.length)
  assert.deepEqual(tally(paid), { 200: 2, 409: 4 })
})

test('customers who pay get every unit that unpaid orders had reserved, one each', async (t) => {
  const { shop, admin, game } = await openUpiPackShop(t)
  const node = await shop.openNode()
  const item = await makeItem(admin, game, { quantity: 12 })
  const holders = await Promise.all(Array.from({ length: 6 }, () => makeBuyer(shop, game)))
  for (const holder of holders)
    await Promise.all([
      placeByUpi(holder, { item }),
      placeByUpi(await forAnother(holder, game), { item }),
    ])
  const payers = await Promise.all(
    Array.from({ length: 16 }, () => makeBuyer(shop, game, { INR: 100_00 })),
  )
  const answers = await Promise.all(
    payers.map((payer, index) => order(index % 2 ? payer : atNode(node, payer), { item })),
  )
  assert.deepEqual(tally(answers), { 200: 12, 409: 4 })
  const [row] = await shop.sql`
    select (select quantity from item where id = ${item._id}) as stock,
      (select count(*) from orders where status = 'pending') as unpaid,
      (select deadlocks from pg_stat_database where datname = current_database())::int as deadlocks`
  assert.deepEqual({ ...row }, { stock: 0, unpaid: 0, deadlocks: 0 })
})

const ROUNDS = 20
const UNPAID_MAX = 2 // at once, for an account that has verified nothing

const countUnpaid = async ({ sql }: TestShop): Promise<number> =>
  (await sql`select from orders where status = 'pending'`).length

/** Pays and ends each of `ROUNDS` orders at the same moment. Either may come slightly earlier. */
async function race(
  { shop, admin, game, asha }: PackShop,
  beginEnd: (id: string) => Promise<unknown>,
): Promise<PackShop> {
  const item = await makeItem(admin, game, { quantity: ROUNDS })
  for (let turn = 0; turn < ROUNDS; turn++) {
    await until('another order may be placed', async () => (await countUnpaid(shop)) < UNPAID_MAX)
    const buyer = await forAnother(asha, game, String(300000000 + turn))
    const { id, url } = await placeByUpi(buyer, { item })
    if (turn % 4 < 2) await payAt(shop, url, { outcome: 'pending' }) // so that its page stays open
    if (turn % 2 === 0) await beginEnd(id)
    await payAt(shop, url).catch(() => {}) // its page may be closed by now
    if (turn % 2 === 1) {
      await until('it is heard of', () => isHeardOf(shop, id))
      await beginEnd(id)
    }
  }
  await until('all is settled', async () => {
    const [row] = await shop.sql<[{ settled: number; open: number }]>`
      select (select count(*) from capture where settled_as is not null) as settled,
        (select count(*) from orders where status = 'pending') as open`
    return row.open === 0 && row.settled === (await readBooks(shop)).captured.length
  })
  return { shop, admin, game, item, asha }
}

async function check({ shop, item, asha }: PackShop): Promise<void> {
  const [row] = await shop.sql<[Record<string, number>]>`
    select (select count(*) from capture) as captures,
      (select sum(amount)::bigint from capture) as captured,
      (select count(*) from orders where status = 'processing') as kept,
      (select count(*) from orders where status <> 'processing') as ended,
      (select count(*) from capture where settled_as = 'order') as paid,
      (select count(*) from transfer where kind = 'refund') as refunds,
      (select quantity from item where id = ${item._id}) as stock,
      (select coalesce(sum(count), 0)::int from item_sale where item_id = ${item._id})
        + (select purchase_count from item where id = ${item._id}) as sold`
  const { captured, kept, ended, paid, refunds, stock, sold } = row
  const balance = (await asha.call(getUser, {})).data.balance
  assert.equal(-(await sumOfHouse(shop, 'gateway')), captured)
  assert.equal(balance + kept! * 100_00, captured)
  assert.equal(await sumOfHouse(shop, 'sales'), kept! * 100_00)
  assert.deepEqual([stock, sold, paid! - refunds!, kept! + ended!], [ended, kept, kept, ROUNDS])
  assert.equal((await verifyLedger(shop.sql)).fault, null)
  const [waits] = await shop.sql`
    select deadlocks from pg_stat_database where datname = current_database()`
  assert.equal(Number(waits!['deadlocks']), 0)
}

const isHeardOf = async ({ sql }: TestShop, orderId: string): Promise<boolean> => {
  const rows = await sql`
    select from capture join payment on payment.id = payment_id where order_id = ${orderId}`
  return rows.length > 0
}

test('a payment during an administrator’s cancellation pays the order or the wallet, never both', async (t) => {
  const packShop = await openUpiPackShop(t)
  const answers: ReturnType<typeof cancel>[] = []
  const cancel = (id: string) =>
    packShop.admin.call(editOrder, { id, status: 'cancelled', note: '', reference: '' })
  const after = await race(packShop, async (id) => void answers.push(cancel(id)))
  assert.deepEqual(tally(await Promise.all(answers)), { 200: ROUNDS })
  await check(after)
})

test('a payment at the moment its order expires pays the order or the wallet, never both', async (t) => {
  const packShop = await openUpiPackShop(t)
  const { sql } = packShop.shop
  const after = await race(packShop, async (id) => {
    await sql.begin((tx) => enqueue(tx, 'expire-order', { orderId: id }))
    await until('its time is over', async () => {
      const waiting = await sql`
        select from job
        where name = 'expire-order' and payload ->> 'orderId' = ${id} and run_at <= now() and leased_by is null`
      return waiting.length === 0
    })
  })
  await check(after)
})
