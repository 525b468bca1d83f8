import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editOrder, type OrderStatus } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeBuyer, openPackShop, order, type PackShop } from '#tests/support/orders/orders.ts'
import { tally, type Person } from '#tests/support/accounts/people.ts'
import { foldOrderCounts } from '#server/orders/read/fold-counts.ts'

const edit = (person: Person, id: string, status: OrderStatus) =>
  person.call(editOrder, { id, status, note: '', reference: '' })

async function placeMany({ asha, item }: PackShop, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(50, count - ids.length) }, () =>
      order(asha, { item }),
    )
    ids.push(...(await Promise.all(some)).map(({ data }) => data._id))
  }
  return ids
}

const countRefunds = async ({ shop: { sql } }: PackShop) => {
  const [row] = await sql<[{ refunds: number; orders: number }]>`
    select count(*) as refunds, count(distinct order_id) as orders from transfer where kind = 'refund'`
  return { ...row }
}

/** Compares the counts of the lists with the orders themselves. */
async function checkCounts({ shop: { sql } }: PackShop): Promise<void> {
  const [row] = await sql<[{ different: number }]>`
    select count(*) as different from (
      select day, status, payment_method, is_paid, sum(count) from order_count group by 1, 2, 3, 4 having sum(count) <> 0
      except
      select shop_day(created_at), status, payment_method, paid_at is not null, count(*) from orders group by 1, 2, 3, 4
    ) differences`
  assert.equal(row.different, 0)
}

const COUNT = 40 // 500 of them in npm run chaos -- 100 races
const PAIRS = 6 // fewer calls per node than connections, because the orders of one customer wait for each other

test('many orders, each refunded twice at once on two nodes, are each refunded once', async (t) => {
  const packShop = await openPackShop(t)
  const { shop, admin, game, item } = packShop
  const node = await shop.openNode()
  const other = Object.assign(Object.create(admin) as Person, { url: node.url })
  const rich = await makeBuyer(shop, game, { INR: COUNT * 100_00 })
  const ids = await placeMany({ ...packShop, asha: rich, item }, COUNT)
  for (let first = 0; first < ids.length; first += PAIRS) {
    const some = ids.slice(first, first + PAIRS)
    const answers = await Promise.all(
      some.flatMap((id) => [edit(admin, id, 'refunded'), edit(other, id, 'refunded')]),
    )
    const faults = [...shop.log, ...node.log].filter((line) => /"level":50/.test(line))
    assert.deepEqual(tally(answers), { 200: 2 * some.length }, faults.join(''))
  }
  assert.deepEqual(await countRefunds(packShop), { refunds: COUNT, orders: COUNT })
  assert.equal((await rich.call(getUser, {})).data.balance, COUNT * 100_00)
  const [{ versions }] = await shop.sql<[{ versions: number[] }]>`
    select array_agg(distinct version) as versions from orders`
  assert.deepEqual(versions, [2])
  await checkCounts(packShop)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order completed, failed, cancelled and refunded at once ends in one consistent state', async (t) => {
  const packShop = await openPackShop(t)
  const { shop, admin, asha } = packShop
  const ways = ['completed', 'failed', 'cancelled', 'refunded'] as const
  for (const [id, turn] of (await placeMany(packShop, 10)).map((id, turn) => [id, turn] as const)) {
    const order = ways.map((_, index) => ways[(index + turn) % ways.length]!)
    const answers = await Promise.all(order.map((status) => edit(admin, id, status)))
    const done = answers.filter(({ status }) => status === 200).map(({ data }) => data.status)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    // A completed order may still be refunded; every other end is final.
    assert.ok(
      done.length === 1 || done.toSorted().join(' ') === 'completed refunded',
      done.join(' '),
    )
    const [row] = await shop.sql<[{ status: string; refunds: number }]>`
      select status, (select count(*) from transfer where order_id = orders.id and kind = 'refund') as refunds
      from orders where id = ${id}`
    assert.equal(row.refunds, row.status === 'completed' ? 0 : 1)
  }
  const [{ kept }] = await shop.sql<[{ kept: number }]>`
    select count(*) as kept from orders where status = 'completed'`
  assert.equal((await asha.call(getUser, {})).data.balance, 1_000_00 - kept * 100_00)
  await checkCounts(packShop)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('order counts stay right while two nodes add them up', async (t) => {
  const packShop = await openPackShop(t)
  const { shop, admin, game } = packShop
  const rich = await makeBuyer(shop, game, { INR: 100 * 100_00 })
  let isOver = false
  const folding = Promise.all(
    [1, 2].map(async () => {
      while (!isOver) await foldOrderCounts(shop)
    }),
  )
  const ids = await placeMany({ ...packShop, asha: rich }, 60)
  await Promise.all(ids.map((id, n) => edit(admin, id, n % 3 ? 'completed' : 'failed')))
  isOver = true
  await folding
  await checkCounts(packShop)
  await foldOrderCounts(shop)
  const rows = await shop.sql`select status, count from order_count order by status`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { status: 'completed', count: 40 },
      { status: 'failed', count: 20 },
    ],
  )
})

test('an order whose status was reset in the database is not refunded a second time', async (t) => {
  const packShop = await openPackShop(t)
  const { shop, admin, item, asha } = packShop
  const { data: placed } = await order(asha, { item })
  for (const status of ['failed', 'refunded'] as const) {
    await edit(admin, placed._id, status)
    assert.equal((await asha.call(getUser, {})).data.balance, 1_000_00)
    await shop.sql`
      update orders set status = 'processing', refunded_at = null, ended_at = null where id = ${placed._id}`
  }
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
