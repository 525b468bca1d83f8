import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import type { Payment } from '#contract/money/payments.ts'
import { analyzeFully } from '#tests/support/database/plans/analyze.ts'
import { spend } from '#tests/support/money/ledger.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { makeManyPayments } from '#tests/support/database/past-payments.ts'
import { beginTopUp, openPayShop, payAt } from '#tests/support/money/payments.ts'
import { createPerson, signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import * as refunds from '#tests/support/money/refunds.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { findScans, openWatchedNode } from '#tests/support/shop/watched-node.ts'

type Listed = { payments: Payment[]; totalPayments: number }

async function list(admin: Person, query = ''): Promise<Listed> {
  const { status, data, message } = await admin.send('GET', `/api/v1/payment/all?${query}`)
  assert.equal(status, 200, message)
  return data as unknown as Listed
}

test('payments are listed newest first with their captures, and found by any of their references', async (t) => {
  const world = await openPayShop(t)
  const { shop, admin, customer } = world
  const paid = await refunds.topUp(world, 500)
  const failed = await payAt(shop, await beginTopUp(customer, 70), { outcome: 'failure' })
  const { data: back } = await refunds.refund(admin, paid.id, 120, 'By mail')
  await refunds.untilRefund(shop, back.reference, 'done')
  await spend(shop.sql, customer.id, 80_00)
  const pack = await makePack(admin)
  const orderId = await makeOrder(shop.sql, {
    userId: customer.id,
    pack,
    invoice: 'GS990001',
    method: 'upi',
  })
  await shop.sql`update payment set purpose = 'order', order_id = ${orderId} where reference = ${failed.reference}`

  const { payments, totalPayments } = await list(admin)
  assert.equal(totalPayments, 2)
  assert.deepEqual(
    payments.map(({ reference }) => reference),
    [failed.reference, paid.reference],
  )
  assert.partialDeepStrictEqual(payments[0], {
    gateway: 'razorpay',
    purpose: 'order',
    state: 'open',
    amount: 70,
    userId: { _id: customer.id, fullName: 'Asha Rao', email: customer.email },
    orderId: { _id: orderId, invoiceId: 'GS990001' },
    captures: [],
  })
  const { captures, orderId: none } = payments[1]!
  assert.equal(none, null)
  assert.equal(captures.length, 1)
  const { UTR } = captures[0]!
  assert.partialDeepStrictEqual(captures[0], {
    _id: paid.id,
    amount: 500,
    gatewayPaymentId: paid.gatewayPaymentId,
    settledAs: 'top-up',
    refundable: 300, // 80 of the remaining 380 was spent
    refunds: [
      { reference: back.reference, amount: 120, state: 'done', note: 'By mail', reason: '' },
    ],
  })

  const find = async (query: string) =>
    (await list(admin, query)).payments.map((one) => one.reference)
  for (const query of [
    `search=${paid.reference}`,
    `search=${paid.reference.slice(0, 9).toLowerCase()}`,
    `search=${back.reference}`,
    `search=${paid.gatewayPaymentId}`,
    `searchIndex=UTR&search=${UTR!.slice(0, 8)}`,
    'purpose=top-up',
    'state=paid',
    'gateway=razorpay&state=paid&purpose=top-up',
    'limit=1&page=2',
    'limit=1&sort=createdAt',
    `searchIndex=email&search=${customer.email}&limit=1&sort=createdAt`,
  ])
    assert.deepEqual(await find(query), [paid.reference], query)
  assert.deepEqual(await find('searchIndex=invoiceId&search=gs99'), [failed.reference])
  assert.equal((await find(`searchIndex=email&search=${customer.email}`)).length, 2)
  for (const query of [
    'search=%25',
    'search=_',
    'searchIndex=UTR&search=%25',
    'gateway=stripe',
    'page=3',
  ])
    assert.deepEqual(await find(query), [], query)
  for (const query of [
    'gateway=Pay+Pals',
    'state=lost',
    'searchIndex=name',
    'sort=amount',
    'page=0',
  ])
    assert.equal((await admin.send('GET', `/api/v1/payment/all?${query}`)).status, 400, query)

  await spend(shop.sql, customer.id, 300_00)
  await shop.sql`update payment set expires_at = now() - interval '1 hour', state = 'failed', ended_at = now() where state = 'open'`
  await shop.sql`update orders set status = 'cancelled', ended_at = now()`
  const gone = await customer.call(deleteUser, {})
  assert.equal(gone.status, 200, gone.message)
  const after = await list(admin, `search=${paid.reference}`)
  assert.equal(after.payments[0]!.userId.email, null)
  assert.equal(after.payments[0]!.captures[0]!.refundable, 0)
})

async function openLong(t: TestContext, count: number, days: number) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const users = [...(await makeUsers(shop.sql, 500)), asha.id]
  await makeManyPayments(shop.sql, { count, days, users })
  await analyzeFully(shop.sql, 'payment', 'capture', 'refund', 'payment_count', 'users', 'orders')
  return { shop, admin, asha }
}

test('pages and counts of many payments are exact without reading them all', async (t) => {
  const { shop, admin, asha } = await openLong(t, 30_000, 90)
  const { sql } = shop
  await sql`update payment set state = 'paid' where state = 'failed' and amount < 10_000`
  const whole = async (condition: string) => {
    await sql.unsafe(`create or replace temporary view sought as
      select reference from payment where ${condition} order by created_at desc, id desc`)
    return (await sql<{ reference: string }[]>`select reference from sought`).map(
      (row) => row.reference,
    )
  }
  const expected: [string, string[]][] = []
  for (const [query, condition] of [
    ['', 'true'],
    ['state=open', `state = 'open'`],
    ['gateway=payu&purpose=top-up', `gateway = 'payu' and purpose = 'top-up'`],
  ] as const)
    expected.push([query, await whole(condition)])
  const { node, takePlans } = await openWatchedNode(t, shop)
  const reader = createPerson(node.url, admin.tokens)
  for (let time = 0; time < 6; time++)
    for (const [query, all] of expected)
      for (const page of [1, 2, Math.ceil(all.length / 40), Math.ceil(all.length / 20), 5_000]) {
        const { payments, totalPayments } = await list(reader, `${query}&limit=20&page=${page}`)
        assert.deepEqual(
          [payments.map(({ reference }) => reference), totalPayments],
          [all.slice((page - 1) * 20, page * 20), all.length],
          `${query} ${page}`,
        )
      }
  const [, [one]] = expected[0]!
  for (const query of [
    `search=${one}`,
    'search=PAAAAAAAAAAAAAAAAAA1',
    'searchIndex=UTR&search=1111111111',
    `searchIndex=email&search=${asha.email}`,
  ])
    assert.notEqual((await list(reader, query)).totalPayments, 0, query)
  assert.deepEqual(findScans(takePlans(), ['payment', 'capture']), [])
})
