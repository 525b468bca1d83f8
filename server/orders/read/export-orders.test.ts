import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Input } from '#contract/core/endpoint.ts'
import { exportOrders } from '#contract/backoffice/exports.ts'
import { listAllOrders, ORDER_COLUMNS } from '#contract/orders/orders.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeManyOrders, makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { begin, exportList, untilEnded } from '#tests/support/backoffice/tasks.ts'

type ExportInput = Partial<Input<typeof exportOrders>>
const ALL = { search: '', searchIndex: 'invoiceId' } as const

async function open(t: TestContext) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  return { shop, sql: shop.sql, admin, asha, pack: await makePack(admin) }
}

const read = async (person: Person, input: ExportInput = {}) => {
  const { columns, rows, ...rest } = await exportList(person, exportOrders, { ...ALL, ...input })
  return { ...rest, columns, invoices: rows.map(([invoice]) => invoice), rows }
}

test('an export lists each order once, newest first, with all columns of the list', async (t) => {
  const { shop, sql, admin, asha, pack } = await open(t)
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
  const { task, columns, rows, invoices, headers } = await read(admin)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(task.fileName!, /^orders-\d{4}-\d\d-\d\d\.csv$/)
  assert.deepEqual([task.state, task.done, task.total, task.title], ['done', 2, 2, 'Orders'])
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

  const input = { ...ALL, search: 'GSX', status: 'failed' } as const
  await read(admin, input)
  const actions = (await listActions(shop)).map(({ action, after }) => [action, after])
  assert.deepEqual(
    actions.filter(([action]) => action === 'begin export-orders'),
    [
      ['begin export-orders', ALL],
      ['begin export-orders', input],
    ],
  )
  assert.equal(actions.filter(([action]) => action === 'download file').length, 2)
  assert.equal((await asha.call(exportOrders, ALL)).code, 'ACCESS_DENIED')
  const wide = await admin.call(exportOrders, { ...ALL, search: 'nobody', searchIndex: 'email' })
  assert.equal((await untilEnded(admin, wide.data)).total, 0)
  for (const wrong of [{ sort: 'amount' }, { status: 'paid' }])
    assert.equal((await admin.send('POST', '/api/v1/order/export', wrong)).status, 400)
})

test('an export of thousands of orders equals the list for any filter, and repeats no order', async (t) => {
  const { sql, admin, asha, pack } = await open(t)
  await makeManyOrders(sql, { count: 3_500, days: 40, users: [asha.id], pack })
  const moment = new Date('2025-01-01T00:00:00Z') // shared by more orders than a piece holds
  await sql`update orders set created_at = ${moment} where id in (select id from orders limit 1500)`
  const inputs: ExportInput[] = [
    {},
    { status: 'completed' },
    { status: 'failed', paymentMethod: 'upi' },
    { paymentStatus: 'refunded' },
    { from: '2025-01-01', to: '2025-01-01' },
    { search: asha.email, searchIndex: 'email' },
    { search: 'gsa' },
    { userId: asha.id },
    { search: 'nobody@example.com', searchIndex: 'email' },
  ]
  for (const input of inputs) {
    const { task, invoices } = await read(admin, input)
    assert.deepEqual([task.done, task.total], [invoices.length, invoices.length])
    const listed: string[] = []
    for (let page = 1; listed.length < invoices.length; page++) {
      const cut = { page, limit: 100, sort: '-createdAt' } as const
      const { data } = await admin.call(listAllOrders, { ...ALL, ...input, ...cut })
      assert.equal(data.totalOrders, invoices.length, JSON.stringify(input))
      listed.push(...data.orders.map(({ invoiceId }) => invoiceId))
    }
    assert.deepEqual(invoices, listed, JSON.stringify(input))
  }
})

test('a demoted administrator gets no further chunk, and no file that looks complete', async (t) => {
  const { shop, sql, admin, asha, pack } = await open(t)
  const ravi = await signUpAdmin(shop, 'Ravi Kumar')
  await makeManyOrders(sql, { count: 12_000, days: 40, users: [asha.id], pack })
  await sql`update orders set player_name = repeat('x', 1000)` // more than the buffers on the way hold
  const task = await untilEnded(ravi, await begin(ravi, exportOrders, ALL))
  assert.equal(task.done, 12_000)
  const response = await fetch(`${ravi.url}/api/v1/task/${task._id}/file.csv`, {
    headers: { authorization: `Bearer ${ravi.tokens.accessToken}` },
  })
  const reader = response.body!.getReader()
  await reader.read()
  await admin.call(editUserAsAdmin, { id: ravi.id, isBlocked: true })
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  })
})
