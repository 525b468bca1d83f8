import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  choosePaymentGateway,
  listPaymentGateways,
  type GatewayMethod,
  type GatewayName,
} from '#contract/money/payments.ts'
import { createRazorpay } from '#connectors/gateways/razorpay/razorpay.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { openPayShop } from '#tests/support/money/payments.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE_MS = 60_000
const REPORTED = 'It reports that UPI payments fail.'

test('a gateway that reports that UPI payments fail is replaced by its stand-in until it reports no more', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  // Only this test asks.
  await shop.sql`
    insert into schedule (name, next_at) values ('watch-downtimes', 'infinity')
    on conflict (name) do update set next_at = 'infinity'`
  const choose = (standIns: GatewayName[]) =>
    admin.call(choosePaymentGateway, {
      active: 'razorpay',
      standIns,
      offered: { razorpay: ['card'], cashfree: ['card'] },
    })
  const readTrouble = async () => {
    const { gateways } = (await admin.call(listPaymentGateways, {})).data
    return gateways.find(({ name }) => name === 'razorpay')!.trouble
  }
  const watch = async () => {
    await addJob(shop, 'watch-downtimes', {})
    await until('the gateways are asked', async () => {
      const left = await shop.sql`select from job where name = 'watch-downtimes'`
      return left.length === 0
    })
  }
  const gatewayOf = async (method: GatewayMethod = 'upi') => {
    const { data } = await customer.call(addMoney, { amount: 100_00, method })
    return new URL(data.payment_url!).pathname.split('/')[1]
  }
  await breakOutside(shop, { target: 'razorpay', kind: 'downtime' })
  await watch()
  assert.equal(await readTrouble(), '', 'nobody is asked without a stand-in')

  await choose(['cashfree'])
  await watch()
  assert.equal(await readTrouble(), REPORTED)
  assert.equal(await gatewayOf(), 'cashfree')
  const [payment] = await shop.sql<{ gatewayReason: string }[]>`select gateway_reason from payment`
  assert.equal(payment!.gatewayReason, `Razorpay: ${REPORTED}`)
  assert.equal(await gatewayOf('card'), 'razorpay', 'the report is about UPI')

  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  await watch()
  assert.equal(await readTrouble(), REPORTED, 'no answer says nothing new')
  await mendOutside(shop)
  await watch()
  assert.equal(await readTrouble(), '')
  assert.equal(await gatewayOf(), 'razorpay')

  await breakOutside(shop, { target: 'razorpay', kind: 'downtime' })
  await watch()
  assert.equal(await readTrouble(), REPORTED)
  shop.wait(11 * MINUTE_MS)
  admin.tokens = (await logIn(admin)).tokens
  assert.equal(await readTrouble(), '', 'an old report counts no more')
})

test('only a downtime of all of UPI that is on now counts', async (t) => {
  let answer: { status?: number; body: object } = { body: {} }
  const { url } = await openCompany(t, () => answer)
  const account = { keyId: 'rzp_test_1', keySecret: 'x', webhookSecrets: [] }
  const razorpay = createRazorpay({ url, ...account })
  const down = { method: 'upi', status: 'started', severity: 'high', instrument: {} }
  const find = (...items: object[]) => {
    answer = { body: { items } }
    return razorpay.findDowntime!()
  }
  assert.equal(await find(), null)
  assert.equal(await find({ ...down, method: 'card' }, down), REPORTED)
  assert.equal(await find({ ...down, status: 'updated', instrument: null }), REPORTED)
  assert.equal(await find({ ...down, instrument: { vpa_handle: 'ALL', psp: 'ALL' } }), REPORTED)
  for (const other of [
    { method: 'netbanking' },
    { status: 'scheduled' },
    { status: 'resolved' },
    { severity: 'medium' },
    { instrument: { psp: 'google_pay' } },
    { instrument: { vpa_handle: 'okhdfcbank' } },
  ])
    assert.equal(await find({ ...down, ...other }), null, JSON.stringify(other))
  for (const status of [400, 404]) {
    answer = { status, body: { error: { description: 'Not allowed' } } }
    assert.equal(await razorpay.findDowntime!(), null)
  }
  answer = { status: 500, body: {} }
  await assert.rejects(razorpay.findDowntime!(), /answered 500/)
})
