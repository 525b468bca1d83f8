import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { makeManyPayments } from '#tests/support/database/past-payments.ts'
import { openPayShop } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'

test('methods come in the order in which customers have paid by them in the last 30 days', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  const { sql } = shop
  const methods = async () =>
    (await customer.call(getPaymentNeeds, { currency: 'INR' })).data.methods
  const offered = { razorpay: ['card', 'netbanking'] as const }
  await admin.call(choosePaymentGateway, {
    active: 'razorpay',
    offered: { razorpay: [...offered.razorpay] },
  })
  await until('three methods are offered', async () => (await methods()).length === 3)
  assert.deepEqual(await methods(), ['upi', 'card', 'netbanking'])

  await makeManyPayments(sql, { count: 12, days: 3, users: [customer.id] })
  const [first, ...others] = await sql<{ id: string }[]>`
    update payment set gateway = 'razorpay', state = 'paid', method = null returning id`
  const ids = others.map(({ id }) => id)
  const use = (method: string, some: string[]) =>
    sql`update payment set method = ${method} where id = any(${some})`
  await use('netbanking', ids.slice(0, 4))
  await use('card', ids.slice(4, 10))
  assert.deepEqual(await methods(), ['card', 'netbanking', 'upi'], '6, 4 and 2 payments')

  await sql`update payment set state = 'failed' where id = any(${ids.slice(5, 10)})`
  assert.deepEqual(await methods(), ['netbanking', 'upi', 'card'], 'failed ones don’t count')
  await sql`
    update payment set created_at = now() - interval '31 days' where method = 'netbanking'`
  assert.deepEqual(await methods(), ['upi', 'card', 'netbanking'], 'nor do old ones')
  await use('card', [first!.id])
  await sql`update payment set asked_currency = 'USD', rate = 0.01 where id = ${first!.id}`
  assert.deepEqual(await methods(), ['upi', 'card', 'netbanking'], 'nor do dollars')
})
