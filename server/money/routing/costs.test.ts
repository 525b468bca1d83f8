import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import {
  choosePaymentGateway,
  listPaymentGateways,
  listPayments,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { openPayShop } from '#tests/support/money/payments.ts'
import { measureCosts } from './costs.ts'

type Past = { gateway: GatewayName; method: GatewayMethod | null; fees: number[]; daysAgo?: number }

/** A shop whose stand-in for Razorpay is PayU, both with cards. */
async function open(t: TestContext) {
  const { shop, admin, customer } = await openPayShop(t)
  const { sql } = shop
  await sql`update users set phone = '9876543210' where id = ${customer.id}`
  const offered = { razorpay: ['card'], payu: ['card'] } as const
  const choose = (cheapestFirst: boolean) =>
    admin.call(choosePaymentGateway, {
      active: 'razorpay',
      standIns: ['payu'],
      offered: { razorpay: [...offered.razorpay], payu: [...offered.payu] },
      cheapestFirst,
    })
  assert.equal((await choose(true)).data.cheapestFirst, true)

  /** Settles payments of 100 rupees, each with a fee in paise. */
  async function settle({ gateway, method, fees, daysAgo = 1 }: Past): Promise<void> {
    const at = new Date(Date.now() - daysAgo * 24 * 60 * 60_000)
    for (const fee of fees) {
      const id = randomUUID()
      const reference = `P${id.replaceAll('-', '').slice(0, 23).toUpperCase()}`
      await sql`
        insert into payment (id, reference, user_id, purpose, gateway, method, amount, state, page, created_at, expires_at, ended_at)
        values (${id}, ${reference}, ${customer.id}, 'top-up', ${gateway}, ${method}, 10000, 'paid', '{}', ${at}, ${at}, ${at})`
      await sql`
        insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at, settled_as, settled_at)
        values (${id}, ${id}, ${gateway}, ${id}, 10000, 'INR', ${at}, 'top-up', ${at})`
      await sql`
        insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency, settlement_id,
          settled_at, read_at)
        values (${gateway}, ${id}, 'payment', ${id}, 10000, ${fee}, ${Math.round(fee * 0.18)}, 'INR', 'S1', ${at}, ${at})`
    }
    await measureCosts({ sql, now: () => new Date() })
  }

  /** Begins a payment, and tells which gateway got it and why. */
  async function route(method: GatewayMethod): Promise<[GatewayName, string]> {
    const { message, status } = await customer.call(addMoney, { amount: 100_00, method })
    assert.equal(status, 200, message)
    const input = listPayments.input.parse({ limit: '1', sort: '-createdAt' })
    const [payment] = (await admin.call(listPayments, input)).data.payments
    return [payment!.gateway, payment!.gatewayReason]
  }

  const costsOf = async (gateway: GatewayName) => {
    const { data } = await admin.call(listPaymentGateways, {})
    return data.gateways.find(({ name }: PaymentGateway) => name === gateway)!.costs
  }
  return { shop, admin, choose, settle, route, costsOf }
}

test('payments go where their method has cost least, if the owner wants it, and the reason is kept', async (t) => {
  const { admin, choose, settle, route, costsOf } = await open(t)
  await settle({ gateway: 'razorpay', method: 'card', fees: [200, 200, 201] })
  assert.deepEqual(await route('card'), ['razorpay', ''], 'PayU’s cost is unknown')
  await settle({ gateway: 'payu', method: 'card', fees: [150, 150] })
  await settle({ gateway: 'payu', method: null, fees: [0] }) // an older payment, by UPI
  await settle({ gateway: 'payu', method: 'upi', fees: [0] })
  assert.deepEqual(await costsOf('razorpay'), [
    { gateway: 'razorpay', currency: 'INR', method: 'card', percent: 2.36, payments: 3 },
  ])
  assert.deepEqual(
    (await costsOf('payu')).toSorted((one, other) => one.percent - other.percent),
    [
      { gateway: 'payu', currency: 'INR', method: 'upi', percent: 0, payments: 2 },
      { gateway: 'payu', currency: 'INR', method: 'card', percent: 1.77, payments: 2 },
    ],
  )
  assert.deepEqual(await route('card'), [
    'payu',
    'Razorpay: It costs 2.4 %, and this gateway 1.8 %.',
  ])
  assert.deepEqual(await route('upi'), ['razorpay', ''], 'its own cost of UPI is unknown')
  const { data } = await admin.call(choosePaymentGateway, { active: 'razorpay' })
  assert.equal(data.cheapestFirst, true, 'it stays when it is left out')
  await choose(false)
  assert.deepEqual(await route('card'), ['razorpay', ''])
})

test('costs decide only between gateways without trouble, and not over a tenth of a percent', async (t) => {
  const { shop, settle, route, costsOf } = await open(t)
  await settle({ gateway: 'razorpay', method: 'card', fees: [200] })
  await settle({ gateway: 'payu', method: 'card', fees: [198] })
  await settle({ gateway: 'payu', method: 'card', fees: [1], daysAgo: 61 })
  assert.deepEqual(await costsOf('payu'), [
    { gateway: 'payu', currency: 'INR', method: 'card', percent: 2.34, payments: 1 },
  ])
  await settle({ gateway: 'payu', method: 'card', fees: [195, 195, 195] })
  assert.deepEqual(await route('card'), [
    'payu',
    'Razorpay: It costs 2.4 %, and this gateway 2.3 %.',
  ])
  await settle({ gateway: 'razorpay', method: 'card', fees: [190] })
  assert.deepEqual(await route('card'), ['razorpay', ''], '2.30 % and 2.31 % count alike')

  await settle({ gateway: 'payu', method: 'card', fees: [0, 0, 0] })
  assert.equal((await route('card'))[0], 'payu')
  await shop.sql`
    insert into payment (id, reference, user_id, purpose, gateway, method, amount, state, created_at, expires_at, ended_at)
    select gen_random_uuid(), 'P' || lpad(length(role)::text, 22, 'A'), id, 'top-up', 'payu', 'card', 100, 'failed', now(), now(), now()
    from users`
  shop.wait(2 * 60_000) // a page that did not open keeps its customer away for a minute
  assert.deepEqual(await route('card'), ['razorpay', ''], 'the cheaper one is in trouble')
})
