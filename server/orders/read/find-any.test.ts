import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '#contract/orders/orders.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

test('an administrator finds orders by any field', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const admin = await signUpAdmin(shop)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const pack = await makePack(admin)
  const buy = (userId: string, price: number, invoice: string, isDone = false) =>
    makeOrder(sql, { userId, pack, price, invoice, ...(isDone && { status: 'completed' }) })
  await buy(asha.id, 100, 'GSABC1')
  await buy(asha.id, 200, 'GSABC2', true)
  await buy(rohan.id, 300, 'GSXYZ1')
  const find = async (query: string) => {
    const { data } = await admin.send('GET', `/api/v1/order/all?sort=amount&${query}`)
    const { orders, totalOrders } = data as { orders: Order[]; totalOrders: number }
    assert.equal(totalOrders, orders.length, query)
    return orders.map(({ amount }) => amount)
  }
  const any = (search: string) => find(`searchIndex=any&search=${encodeURIComponent(search)}`)
  // With letters, as digits alone may also be in a random phone number.
  await sql`update orders set player_id = 'Zed7001', zone_id = '9' where invoice = 'GSABC2'`
  const reference = 'UTR412345678901'
  const [row] = await sql<{ id: string }[]>`select id from orders where invoice = 'GSABC1'`
  await sql.begin((tx) =>
    moveMoney(QUIET, tx, {
      key: 'test',
      kind: 'top-up',
      lines: [{ from: 'house:gateway', to: walletOf(asha.id), currency: 'INR', amount: 100 }],
      reference,
      orderId: row!.id,
      now: new Date(),
    }),
  )
  const cases: [search: string, amounts: number[]][] = [
    ['gsabc', [1, 2]],
    ['Zed70', [2]],
    ['Zed7001 (9)', [2]],
    ['UTR4123', [1]],
    [asha.email, [1, 2]],
    [asha.phone, [1, 2]],
    [`+91 ${asha.phone}`, [1, 2]],
    ['asha', [1, 2]],
    ['%', []],
    ['----', []],
    ['nobody at all', []],
  ]
  for (const [search, amounts] of cases) assert.deepEqual(await any(search), amounts, search)
  assert.deepEqual(await find('searchIndex=any&search=asha&status=completed'), [2])
})
