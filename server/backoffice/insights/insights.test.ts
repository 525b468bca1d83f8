import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '#contract/core/endpoint.ts'
import { getInsights } from '#contract/backoffice/insights.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { createIssue } from '#contract/backoffice/support.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { connect } from '#server/platform/db/db.ts'
import { foldOrderCounts } from '#server/orders/read/fold-counts.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { openPackShop, openUpiPackShop, order, orderByUpi } from '#tests/support/orders/orders.ts'
import { makeManyOrders, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openPlans } from '#tests/support/database/plans/plans.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { buy, giveBack, inShop, pay } from '#tests/support/money/spending.ts'
import { listNodes } from '#tests/support/shop/watched-node.ts'
import * as insights from './insights.ts'

const read = async (admin: Member, days: Input<typeof getInsights> = {}) =>
  (await admin.call(getInsights, days)).data

const thisMonth = async (admin: Member) => {
  const { thisMonthRevenue, thisMonthOrderProfit, thisMonthOrderCount } = await read(admin)
  return [thisMonthRevenue, thisMonthOrderProfit, thisMonthOrderCount]
}

test('revenue is what customers paid, and profit is revenue less coupons and costs', async (t) => {
  const packShop = await openPackShop(t)
  const { admin, game, asha } = packShop
  const item = await makeItem(admin, game, { sellingPrice: 100_00, costPrice: 60_50 })
  const { couponCode } = await makeCoupon(admin, { discount: 15_00 })
  await order(asha, { item })
  assert.deepEqual(await thisMonth(admin), [100_00, 39_50, 1])
  await order(asha, { item, couponCode })
  assert.deepEqual(await thisMonth(admin), [185_00, 64_00, 2])
  await admin.call(setRate, { USD: 0.0125, follow: false })
  await order(asha, { item, currency: 'USD' })
  assert.deepEqual(await thisMonth(admin), [285_00, 103_50, 3], 'dollars count as their rupees')
})

test('refunded and unpaid orders count in no figure', async (t) => {
  const packShop = await openUpiPackShop(t)
  const { shop, admin, game, asha } = packShop
  const item = await makeItem(admin, game, { sellingPrice: 100_00, costPrice: 60_00 })
  await orderByUpi(asha, { item })
  assert.deepEqual(await thisMonth(admin), [0, 0, 0])
  const [{ id }] = await shop.sql<[{ id: string }]>`select id from orders`
  await shop.sql`update orders set status = 'processing', paid_at = now() where id = ${id}`
  assert.deepEqual(await thisMonth(admin), [100_00, 40_00, 1])
  await admin.call(editOrder, { id, status: 'completed', note: '', reference: '' })
  assert.deepEqual(await thisMonth(admin), [100_00, 40_00, 1])
  await admin.call(editOrder, { id, status: 'refunded', note: '', reference: '' })
  assert.deepEqual(await thisMonth(admin), [0, 0, 0])
})

test('an order of unknown cost adds no profit, and is counted separately', async (t) => {
  const { admin, item, asha } = await openPackShop(t)
  await order(asha, { item })
  const { thisMonthRevenue, thisMonthOrderProfit, thisMonthUncostedCount } = await read(admin)
  assert.deepEqual([thisMonthRevenue, thisMonthOrderProfit, thisMonthUncostedCount], [100_00, 0, 1])
})

async function openNovember(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  shop.setClock(inShop('2025-11-12T12:00:00'))
  const admin = await signUpAdmin(shop)
  const { id: userId } = await signUp(shop, 'Asha Rao')
  const sell = (rupees: number, at: string) =>
    buy(shop.sql, { userId, amount: rupees * 100, at: inShop(at) })
  return { shop, admin, userId, sell }
}

test('months and days start at midnight in the shop’s time zone, and the last seven days end today', async (t) => {
  const { admin, sell } = await openNovember(t)
  for (const [at, rupees] of [
    ['2025-09-30T23:59:59.999', 1],
    ['2025-10-01T00:00:00', 2],
    ['2025-10-31T23:59:59.999', 4],
    ['2025-11-01T00:00:00', 8],
    ['2025-11-05T23:59:59.999', 16],
    ['2025-11-06T00:00:00', 32],
    ['2025-11-12T11:59:59', 64],
  ] as const)
    await sell(rupees, at)
  const { thisMonthRevenue, lastMonthRevenue, ...rest } = await read(admin)
  assert.deepEqual([thisMonthRevenue, lastMonthRevenue], [120_00, 6_00])
  assert.deepEqual([rest.thisMonthOrderCount, rest.lastMonthOrderCount], [4, 2])
  assert.deepEqual([rest.last7day[0], rest.last7day[6]], ['2025-11-06', '2025-11-12'])
  assert.deepEqual(rest.last7dayRevenueCountArray, [32_00, 0, 0, 0, 0, 0, 64_00])
  assert.deepEqual(rest.last7dayOrderCountArray, [1, 0, 0, 0, 0, 0, 1])
})

test('an order counts on the day it was paid, and stops counting when it is refunded', async (t) => {
  const { shop, admin, userId } = await openNovember(t)
  const at = inShop('2025-10-31T23:58:00')
  const id = await buy(shop.sql, { userId, amount: 100_00, at, paidAt: null })
  await pay(shop.sql, id, inShop('2025-11-01T00:01:00'))
  const months = async () => {
    const { thisMonthRevenue, lastMonthRevenue } = await read(admin)
    return [thisMonthRevenue, lastMonthRevenue]
  }
  assert.deepEqual(await months(), [100_00, 0])
  await giveBack(shop.sql, id)
  assert.deepEqual(await months(), [0, 0])
})

test('any period is summed and shown by day, beside the period before it', async (t) => {
  const { admin, sell } = await openNovember(t)
  await sell(1, '2025-10-30T10:00:00')
  await sell(2, '2025-10-31T10:00:00')
  await sell(4, '2025-11-01T10:00:00')
  await sell(8, '2025-11-03T10:00:00')
  await sell(16, '2025-11-04T00:00:00')
  const { range } = await read(admin, { from: '2025-11-01', to: '2025-11-03' })
  const nothing = { orderProfit: 0, queryCount: 0 }
  assert.deepEqual(range, {
    from: '2025-11-01',
    to: '2025-11-03',
    total: { ...nothing, revenue: 12_00, orderCount: 2, uncostedCount: 2 },
    before: { ...nothing, revenue: 3_00, orderCount: 2, uncostedCount: 2 },
    days: [
      { day: '2025-11-01', revenue: 4_00, orderProfit: 0, orderCount: 1 },
      { day: '2025-11-02', revenue: 0, orderProfit: 0, orderCount: 0 },
      { day: '2025-11-03', revenue: 8_00, orderProfit: 0, orderCount: 1 },
    ],
  })
  const days = async (asked: Input<typeof getInsights>) => {
    const { range } = await read(admin, asked)
    return range && [range.from, range.to]
  }
  assert.deepEqual(await days({ from: '2025-11-10' }), ['2025-11-10', '2025-11-12'])
  assert.deepEqual(await days({ to: '2025-10-20' }), ['2025-10-01', '2025-10-20'])
  assert.equal(await days({}), null)
})

test('a period that is invalid, reversed or longer than a year is refused', async (t) => {
  const { admin } = await openNovember(t)
  for (const [query, message] of [
    ['from=2025-11-31', 'Please enter a date as YYYY-MM-DD'],
    ['from=2025-11-03&to=2025-11-02', 'The start date must be before the end date'],
    ['from=2025-11-13', 'The start date must be before the end date'],
    ['from=2024-11-01&to=2025-11-02', 'Please choose a period of at most one year'],
    ['from=2020-01-01', 'Please choose a period of at most one year'],
  ] as const) {
    const answer = await admin.send('GET', `/api/v1/admin?${query}`)
    assert.deepEqual([answer.status, answer.message], [400, message], query)
  }
  const leap = await admin.send('GET', '/api/v1/admin?from=2024-01-01&to=2024-12-31')
  assert.equal(leap.status, 200)
})

test('support messages are counted in total and by month', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const ask = () => asha.call(createIssue, { issueType: 'other', message: 'Where is it?' })
  await ask()
  await ask()
  await shop.sql`update issue set created_at = now() - interval '200 days'
    where id = (select id from issue limit 1)`
  const { allQueryCount, thisMonthQueryCount, lastMonthQueryCount } = await read(admin)
  assert.deepEqual([allQueryCount, thisMonthQueryCount, lastMonthQueryCount], [2, 1, 0])
})

/** Computes each day from the orders themselves, without the stored sums. */
const readOrders = ({ sql }: TestShop) => sql`
  select shop_day(paid_at)::text as day, sum(amount_inr)::bigint as revenue, count(*) as orders,
    coalesce(sum(amount_inr - cost_inr), 0)::bigint as profit, count(*) filter (where cost_inr is null) as uncosted
  from orders where paid_at is not null and refunded_at is null group by 1 order by 1`

const readKept = ({ sql }: TestShop) => sql`
  select day::text, sum(revenue)::bigint as revenue, sum(orders)::bigint as orders, sum(profit)::bigint as profit,
    sum(uncosted)::bigint as uncosted
  from takings group by 1 having sum(orders) <> 0 order by 1`

test('stored daily figures equal the sums over orders, whatever changes later', async (t) => {
  const shop = await openShop(t)
  const pack = await makePack(await signUpAdmin(shop))
  const users = await makeUsers(shop.sql, 10)
  await makeManyOrders(shop.sql, { count: 3_000, days: 40, users, pack })
  const { sql } = shop
  await sql`update orders set cost_inr = amount_inr * 4 / 5 where amount_inr % 300 = 0`
  await sql`update orders set status = 'refunded', refunded_at = now() where status = 'completed' and amount_inr % 700 = 0`
  await sql`update orders set paid_at = created_at, status = 'completed'
    where id in (select id from orders where paid_at is null and status = 'failed' limit 50)`
  await sql`update orders set cost_inr = null where amount_inr % 900 = 0`
  const expected = [...(await readOrders(shop))]
  assert.ok(expected.length > 35)
  assert.deepEqual([...(await readKept(shop))], expected)
  await Promise.all([foldOrderCounts(shop), foldOrderCounts(shop)])
  assert.deepEqual([...(await readKept(shop))], expected)
  const [{ lines }] = await sql<[{ lines: number }]>`select count(*) as lines from takings`
  assert.equal(lines, expected.length)
})

test('the figures are read from daily sums and never scan orders', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const users = await makeUsers(shop.sql, 10)
  await makeManyOrders(shop.sql, { count: 2_000, days: 300, users, pack: await makePack(admin) })
  await using stack = new AsyncDisposableStack()
  const plans = await openPlans(stack, shop.databaseUrl)
  const sql = connect(plans.url, { connectionsMax: 4 })
  stack.defer(() => sql.end())
  const ctx = { sql, now: () => new Date() } as Context
  for (const asked of [{}, { from: '2026-01-01', to: '2026-12-31' }])
    await insights.getInsights(ctx, asked, {} as Caller, {} as Visit)
  const nodes = plans.take().flatMap(({ plan }) => listNodes(plan))
  const read = nodes.map((node) => node['Relation Name'])
  assert.ok(read.includes('takings') && !read.includes('orders'), read.join(', '))
})
