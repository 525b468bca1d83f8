import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportOrders, exportTransactions } from '#contract/backoffice/exports.ts'
import type { Order } from '#contract/orders/orders.ts'
import { analyzeFully } from '#tests/support/database/plans/analyze.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { makeUsers, seal } from '#tests/support/money/ledger.ts'
import { makeManyLines } from '#tests/support/database/past-lines.ts'
import { makeManyOrders, makePack } from '#tests/support/database/past-orders.ts'
import { createPerson, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { exportList } from '#tests/support/backoffice/tasks.ts'
import { until } from '#tests/support/shop/wait.ts'
import { findScans, openWatchedNode } from '#tests/support/shop/watched-node.ts'

const COUNT = 50_000 // below that, PostgreSQL prefers to read the whole table for some lists
const LINES = 20_000
const EVERY = { search: '', searchIndex: 'invoiceId' } as const
const TIMES = 7 // from the sixth run on, a connection may use a generic plan

type Listed = { orders: Order[]; totalOrders: number; totalTransactions: number }

async function open(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const users = [...(await makeUsers(shop.sql, 2_000)), asha.id]
  return { shop, admin, asha, users }
}

test('any page of tens of thousands of orders is found without reading them all', async (t) => {
  const { shop, admin, asha, users } = await open(t)
  const pack = await makePack(admin)
  await makeManyOrders(shop.sql, { count: COUNT, days: 300, users, pack })
  await analyzeFully(shop.sql, 'orders', 'users', 'order_count')
  const { node, takePlans } = await openWatchedNode(t, shop)
  await shop.stop() // the watched node does all the work from here on
  const office = createPerson(node.url, admin.tokens)
  const customer = createPerson(node.url, asha.tokens)
  const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
  const all = [
    '',
    'page=4999',
    'page=2500',
    'sort=createdAt&page=3500',
    'sort=amount',
    'sort=-amount&page=500',
    'status=completed&page=2000',
    'status=refunded',
    'status=processing&sort=amount',
    'paymentMethod=upi&page=100',
    'paymentStatus=refunded',
    'paymentStatus=failed&sort=-amount',
    `from=${day}&to=${day}`,
    `from=${day}&sort=amount&page=20`,
    'search=gsa0',
    `searchIndex=email&search=${asha.email}`,
    `searchIndex=any&search=${asha.email}`,
    'searchIndex=any&search=gsa00',
    'searchIndex=any&search=asha',
  ]
  for (let time = 0; time < TIMES; time++) {
    for (const query of all)
      assert.equal((await office.send('GET', `/api/v1/order/all?${query}`)).status, 200, query)
    for (const query of ['', 'page=3', 'status=failed', 'sort=amount'])
      assert.equal((await customer.send('GET', `/api/v1/order?${query}`)).status, 200, query)
  }
  const parts = [{ status: 'refunded' }, { from: day, to: day }, { search: 'gsa0' }] as const
  for (const input of [{}, ...parts]) {
    const { rows } = await exportList(office, exportOrders, { ...EVERY, ...input })
    assert.ok(rows.length > 0, JSON.stringify(input))
  }
  await addJob(shop, 'measure-speeds', {})
  await until('deliveries are measured', async () => {
    const [measured] = await shop.sql`select from game_speed where deliveries = 100`
    return measured !== undefined
  })
  assert.deepEqual(findScans(takePlans(), ['orders']), [])
})

test('pages and counts of many orders equal those computed from all of them', async (t) => {
  const { shop, admin, users } = await open(t)
  await makeManyOrders(shop.sql, { count: 5_000, days: 40, users, pack: await makePack(admin) })
  await shop.sql`update orders set status = 'completed', ended_at = now() where status = 'processing' and paid_at is not null`
  const kinds = {
    '': 'true',
    'status=completed': `status = 'completed'`,
    'paymentMethod=upi': `payment_method = 'upi'`,
    'paymentStatus=refunded': 'refunded_at is not null',
    'paymentStatus=failed&status=failed': `status = 'failed' and paid_at is null`,
  }
  const sorts = {
    '-createdAt': 'created_at desc, id desc',
    createdAt: 'created_at, id',
    amount: 'amount_inr, id',
  }
  for (const [query, condition] of Object.entries(kinds))
    for (const [sort, order] of Object.entries(sorts)) {
      const whole = await readAll(shop, `where ${condition} order by ${order}`)
      for (const page of [
        1,
        2,
        7,
        Math.ceil(whole.length / 40),
        Math.ceil(whole.length / 20),
        300,
      ]) {
        const address = `/api/v1/order/all?limit=20&sort=${sort}&page=${page}&${query}`
        const { orders, totalOrders } = (await admin.send('GET', address)).data as unknown as Listed
        const ids = orders.map(({ _id }) => _id)
        assert.deepEqual(
          [ids, totalOrders],
          [whole.slice((page - 1) * 20, page * 20), whole.length],
          address,
        )
      }
    }
})

/** IDs of orders, selected by the SQL in `how`. */
async function readAll({ sql }: TestShop, how: string): Promise<string[]> {
  await sql.unsafe(`create or replace temporary view sought as select id from orders ${how}`)
  const rows = await sql<{ id: string }[]>`select id from sought`
  return rows.map(({ id }) => id)
}

test('wallet movements are counted and paged without reading them all, sealed or not', async (t) => {
  const { shop, admin, asha, users } = await open(t)
  const { sql } = shop
  await makeManyLines(sql, LINES, users)
  const total = async (query = '') => {
    const { data } = await admin.send('GET', `/api/v1/transaction/all?${query}`)
    return (data as unknown as Listed).totalTransactions
  }
  assert.equal(await total(), LINES)
  await seal(sql)
  assert.equal(await total(), LINES)
  await analyzeFully(sql, 'posting', 'transfer', 'posting_count', 'users')
  const { node, takePlans } = await openWatchedNode(t, shop)
  await shop.stop() // the watched node does all the work from here on
  const reader = createPerson(node.url, admin.tokens)
  const day = new Date(Date.now() - 50 * 86_400_000).toISOString().slice(0, 10)
  const queries = [
    '',
    'page=1999',
    'sort=date&page=2000',
    'sort=priceLowToHigh',
    'currency=INR&page=1900',
    'currency=USD&page=36',
    'month=jan',
    `from=${day}&to=${day}`,
  ]
  const searches = ['search=R123', `searchIndex=email&search=${asha.email}`]
  const anything = { search: '', searchIndex: 'UTR' } as const
  assert.equal((await exportList(reader, exportTransactions, anything)).rows.length, LINES)
  for (let time = 0; time < TIMES; time++)
    for (const query of [...queries, ...searches])
      assert.equal(
        (await reader.send('GET', `/api/v1/transaction/all?${query}`)).status,
        200,
        query,
      )
  const { data } = await reader.send('GET', '/api/v1/transaction/all?currency=USD')
  assert.equal((data as unknown as Listed).totalTransactions, LINES / 50)
  assert.deepEqual(findScans(takePlans(), ['posting']), [])
})
