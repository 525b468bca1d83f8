import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Input } from '#contract/endpoint.ts'
import { getOrdersFile, listAllOrders, ORDER_COLUMNS } from '#contract/orders.ts'
import { editUserAsAdmin } from '#contract/users.ts'
import { listActions } from '#server/testing/audit.ts'
import { download } from '#server/testing/files.ts'
import { makeManyOrders, makeOrder, makePack } from '#server/testing/past-orders.ts'
import { signUp, signUpAdmin, type Person } from '#server/testing/people.ts'
import { openShop } from '#server/testing/shop.ts'

type Wish = Partial<Input<typeof getOrdersFile>>
const ALL = { search: '', searchIndex: 'invoiceId' } as const

async function open(t: TestContext) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  return { shop, sql: shop.sql, admin, asha, pack: await makePack(admin) }
}

const read = async (person: Person, wish: Wish = {}) => {
  const { columns, rows, ...rest } = await download(person, getOrdersFile, { ...ALL, ...wish })
  return { ...rest, columns, invoices: rows.map(([invoice]) => invoice), rows }
}

test('a file of orders has each once, the newest first, with all that a list says of it', async (t) => {
  const { sql, admin, asha, pack } = await open(t)
  const at = new Date('2026-01-20T10:00:00Z')
  const priced = { userId: asha.id, pack, at }
  await makeOrder(sql, { ...priced, price: 100_50, discount: 50, invoice: 'GSABC1' })
  await makeOrder(sql, {
    ...priced,
    currency: 'USD',
    price: 1_5000,
    invoice: 'GSABC2',
    at: new Date(at.getTime() + 1),
  })
  const { columns, rows, invoices, headers } = await read(admin)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="all.csv"')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(columns, [`\u{feff}${ORDER_COLUMNS[0]}`, ...ORDER_COLUMNS.slice(1)])
  assert.deepEqual(invoices, ['GSABC2', 'GSABC1'])
  const { gameName } = pack.game
  const bought = `${gameName},${pack.item.itemName},12345678,2001,Ninja`
  const customer = `Asha Rao,${asha.email},${asha.phone}`
  assert.equal(
    rows[1]!.slice(0, -1).join(','),
    `GSABC1,${at.toISOString()},processing,paid,wallet,INR,100.50,0.50,100.00,100.00,,GSABC1,` +
      `${bought},${customer},${at.toISOString()},`,
  )
  assert.deepEqual(rows[0]!.slice(5, 10), ['USD', '1.5000', '0.0000', '1.5000', '300.00'])
})

test('a file of thousands of orders is the list of them, whatever is asked for, and in no piece twice', async (t) => {
  const { sql, admin, asha, pack } = await open(t)
  await makeManyOrders(sql, { count: 3_500, days: 40, users: [asha.id], pack })
  const moment = new Date('2025-01-01T00:00:00Z') // the same for more than a piece
  await sql`update orders set created_at = ${moment} where id in (select id from orders limit 1500)`
  const wishes: Wish[] = [
    {},
    { status: 'completed' },
    { status: 'failed', paymentMethod: 'upi' },
    { paymentStatus: 'refunded' },
    { from: '2025-01-01', to: '2025-01-01' },
    { search: asha.email, searchIndex: 'email' },
    { search: 'gsa' },
    { search: 'nobody@example.com', searchIndex: 'email' },
  ]
  for (const wish of wishes) {
    const { invoices } = await read(admin, wish)
    const listed: string[] = []
    for (let page = 1; listed.length < invoices.length; page++) {
      const cut = { page, limit: 100, sort: '-createdAt' } as const
      const { data } = await admin.call(listAllOrders, { ...ALL, ...wish, ...cut })
      assert.equal(data.totalOrders, invoices.length, JSON.stringify(wish))
      listed.push(...data.orders.map(({ invoiceId }) => invoiceId))
    }
    assert.deepEqual(invoices, listed, JSON.stringify(wish))
  }
})

test('whoever is no administrator any more gets no further piece, and no file that looks whole', async (t) => {
  const { shop, sql, admin, asha, pack } = await open(t)
  const ravi = await signUpAdmin(shop, 'Ravi Kumar')
  await makeManyOrders(sql, { count: 60_000, days: 40, users: [asha.id], pack })
  const response = await fetch(`${ravi.url}/api/v1/order/all.csv`, {
    headers: { authorization: `Bearer ${ravi.tokens.accessToken}` },
  })
  const reader = response.body!.getReader()
  await reader.read()
  await admin.call(editUserAsAdmin, { id: ravi.id, isBlocked: true })
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  })
})

test('that somebody has downloaded orders is written down, with what they asked for', async (t) => {
  const { shop, admin, asha } = await open(t)
  await read(admin, { status: 'failed', search: 'GSX' })
  const [action] = (await listActions(shop)).filter((one) => one.action === 'download orders')
  assert.deepEqual(action?.after, { ...ALL, search: 'GSX', status: 'failed' })
  const refused = await read(asha)
  assert.deepEqual([refused.status, JSON.parse(refused.text).code], [403, 'ACCESS_DENIED'])
  assert.equal((await admin.send('GET', '/api/v1/order/all.csv?sort=amount')).status, 400)
  assert.equal((await admin.send('GET', '/api/v1/order/all.csv?status=paid')).status, 400)
})
