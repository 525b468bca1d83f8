import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { compare, facts, wait } from '#tests/support/money/compare.ts'
import { payDollars } from '#tests/support/money/dollars.ts'
import { openPayShop, readBooks, type PayShop } from '#tests/support/money/payments.ts'
import { post, topUp } from '#tests/support/money/refunds.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000

for (const gateway of ['razorpay', 'stripe', 'cashfree', 'payu', 'paytm'] as const)
  test(`a refund made in the dashboard of ${gateway} is found, however old its payment is`, async (t) => {
    const world = await openPayShop(t, { gateway })
    const { sql, sandboxUrl } = world.shop
    const { reference } = await topUp(world, 100)
    await sql`update payment set created_at = created_at - interval '90 days 1 hour'`
    await sql`update capture set captured_at = captured_at - interval '90 days 1 hour'`
    await post(`${sandboxUrl}/books/refund`, { gateway, reference, amount: 100 })
    await until('it is sent', async () => (await readBooks(world.shop)).refunded.length === 1)
    if (gateway === 'cashfree') await post(`${sandboxUrl}/settlements`, { gateway }) // tells refunds
    await wait(world, 11 * MINUTE)
    assert.deepEqual(facts(await compare(world)), [
      `${reference}: refund missing here, null and 10000`,
    ])
  })

test('a refund in the dashboard of Paytm is found at any age by its event', async (t) => {
  const world = await openPayShop(t, { gateway: 'paytm' })
  const { reference } = await topUp(world, 100)
  await refundInDashboard(world, 'paytm', reference)
  assert.deepEqual(facts(await compare(world)), [
    `${reference}: refund missing here, null and 10000`,
  ])
})

test('a refund in the dashboard of PayPal is found at any age by its event', async (t) => {
  const world = await openPayShop(t)
  await world.admin.call(choosePaymentGateway, { active: 'razorpay', foreign: ['paypal'] })
  const { reference } = await payDollars(world, 100)
  await refundInDashboard(world, 'paypal', reference)
  assert.deepEqual(facts(await compare(world)), [
    `${reference}: refund missing here, null and 10000`,
  ])
})

test('a refund in the dashboard of PayU is found at any age once it is settled', async (t) => {
  const gateway = 'payu'
  const world = await openPayShop(t, { gateway })
  const { sql, sandboxUrl } = world.shop
  const { reference } = await topUp(world, 100)
  await sql`update payment set created_at = created_at - interval '500 days'`
  await sql`update capture set captured_at = captured_at - interval '500 days'`
  await post(`${sandboxUrl}/books/refund`, { gateway, reference, amount: 100 })
  await until('it is sent', async () => (await readBooks(world.shop)).refunded.length === 1)
  await post(`${sandboxUrl}/settlements`, { gateway })
  await wait(world, 11 * MINUTE)
  await addJob(world.shop, 'read-settlements', {})
  await until('the refund is read', async () => {
    return (await sql`select from settlement_line where kind = 'refund'`).length === 1
  })
  assert.deepEqual(facts(await compare(world)), [
    `${reference}: refund missing here, null and 10000`,
  ])
})

/** Sends 100 back, 500 days after the payment. The events of the payment itself are long deleted. */
async function refundInDashboard(
  world: PayShop,
  gateway: 'paytm' | 'paypal',
  reference: string,
): Promise<void> {
  const { sql, sandboxUrl } = world.shop
  const readEvents = () =>
    sql`select from gateway_event where gateway = ${gateway} and applied_at is not null`
  await until('the payment is told', async () => (await readEvents()).length > 0)
  await sql`delete from gateway_event`
  await sql`update payment set created_at = created_at - interval '500 days'`
  await sql`update capture set captured_at = captured_at - interval '500 days'`
  await wait(world, 11 * MINUTE)
  assert.deepEqual(await compare(world), [])
  await post(`${sandboxUrl}/books/refund`, { gateway, reference, amount: 100 })
  await until('the refund is told', async () => (await readEvents()).length > 0)
  await wait(world, 11 * MINUTE)
}

test('a refund that failed in the dashboard is no difference', async (t) => {
  const world = await openPayShop(t, { gateway: 'payu' })
  const { sandboxUrl } = world.shop
  const { reference } = await topUp(world, 100)
  await post(`${sandboxUrl}/refunds`, { gateway: 'payu', outcome: 'failed' })
  await post(`${sandboxUrl}/books/refund`, { gateway: 'payu', reference, amount: 100 })
  await wait(world, 11 * MINUTE)
  assert.deepEqual(await compare(world), [])
})
