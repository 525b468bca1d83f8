import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  choosePaymentGateway,
  editPaymentGateway,
  listPaymentGateways,
  listPayments,
  type GatewayName,
} from '#contract/money/payments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { payOrder } from '#contract/orders/orders.ts'
import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import {
  atNode,
  findTraces,
  makeBuyer,
  openUpiPackShop,
  orderByUpi,
  placeByUpi,
  untilOrder,
  type Buyer,
} from '#tests/support/orders/orders.ts'
import { openPayShop, payAt, readBooks } from '#tests/support/money/payments.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { logIn, signUp, tally, type Member } from '#tests/support/accounts/people.ts'

type UpiShop = Awaited<ReturnType<typeof openUpiPackShop>>

/** Opens a shop that takes payments through Razorpay, with stand-ins. */
async function openWithStandIns(
  t: Parameters<typeof openUpiPackShop>[0],
  standIns: GatewayName[] = ['cashfree', 'stripe'],
): Promise<UpiShop> {
  const world = await openUpiPackShop(t)
  const { status } = await world.admin.call(choosePaymentGateway, { active: 'razorpay', standIns })
  assert.equal(status, 200)
  return world
}

const readPayments = async ({ shop: { sql } }: Pick<UpiShop, 'shop'>): Promise<string[]> =>
  (
    await sql<{ gateway: string; state: string }[]>`
      select gateway, state from payment order by created_at, id`
  ).map(({ gateway, state }) => `${gateway} ${state}`)

const down = ({ shop }: UpiShop, target = 'razorpay') =>
  breakOutside(shop, { target, kind: 'error' })

const readAlerts = async (admin: Member): Promise<string[]> =>
  (await admin.call(listAlerts, {})).data.map(({ words }) => words)

test('a stand-in opens the page of the same order when the first choice does not, and is paid', async (t) => {
  const world = await openWithStandIns(t)
  const { shop, admin, item, asha } = world
  await down(world)
  const { id, url } = await placeByUpi(asha, { item })
  assert.deepEqual(await readPayments(world), ['razorpay failed', 'cashfree open'])
  assert.deepEqual(await placeByUpi(asha, { item }), { id, url }, 'the same page again')
  const { payments } = (await admin.call(listPayments, listPayments.input.parse({}))).data
  assert.deepEqual(
    payments.map(({ gatewayReason }) => gatewayReason),
    ['Razorpay: It didn’t open the page of this payment.', ''],
  )
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  assert.deepEqual(
    (await readBooks(shop)).captured.map(({ gateway, amount }) => [gateway, amount]),
    [['cashfree', 100]],
  )
})

test('after two customers without a page, a stand-in comes first for five minutes', async (t) => {
  const world = await openWithStandIns(t)
  const { shop, admin, item, asha } = world
  await down(world)
  const people = [asha, await signUp(shop, 'Ben Das'), await signUp(shop, 'Cara Jain')]
  for (const person of people) await person.call(addMoney, { amount: 50_00 })
  assert.deepEqual(await readPayments(world), [
    'razorpay failed',
    'cashfree open',
    'razorpay failed',
    'cashfree open',
    'cashfree open',
  ])
  const trouble = 'It opened no payment page for its last 2 customers.'
  assert.deepEqual(await readAlerts(admin), [`Cashfree takes new payments. Razorpay: ${trouble}`])
  const { gateways } = (await admin.call(listPaymentGateways, {})).data
  assert.deepEqual(
    gateways.flatMap(({ name, trouble: words }) => (words ? [name, words] : [])),
    ['razorpay', trouble],
  )

  await mendOutside(shop)
  shop.wait(5 * 60_000 + 1_000)
  for (const person of [asha, admin]) person.tokens = (await logIn(person)).tokens
  await placeByUpi(asha, { item })
  assert.deepEqual((await readPayments(world)).at(-1), 'razorpay open')
  assert.deepEqual(await readAlerts(admin), [])
})

test('without a gateway that opens a page, the order ends and reserves nothing', async (t) => {
  const world = await openWithStandIns(t, ['cashfree'])
  const { shop, item, asha } = world
  for (const target of ['razorpay', 'cashfree']) await down(world, target)
  const { status, code } = await orderByUpi(asha, { item })
  assert.deepEqual([status, code], [503, 'PAYMENT_PAGE_UNREACHABLE'])
  assert.deepEqual(await readPayments(world), ['razorpay failed', 'cashfree failed'])
  assert.partialDeepStrictEqual(await findTraces(shop), { lines: 0, uses: 0, sold: 0 })
  assert.equal((await asha.call(addMoney, { amount: 50_00 })).code, 'PAYMENT_PAGE_UNREACHABLE')
  await mendOutside(shop)
  await placeByUpi(asha, { item })
})

test('simultaneous calls with one key share one page of the stand-in', async (t) => {
  const world = await openWithStandIns(t)
  const { shop, game, item, asha } = world
  const node = await shop.openNode()
  await down(world)
  const callTwice = (buyer: Buyer) => {
    const there = atNode(node, buyer)
    there.headers['idempotency-key'] = buyer.headers['idempotency-key'] = randomUUID()
    return [buyer, there, buyer, there, buyer, there]
  }
  const orders = await Promise.all(callTwice(asha).map((person) => orderByUpi(person, { item })))
  assert.deepEqual(tally(orders), { 200: 6 })
  assert.equal(new Set(orders.map(({ data }) => data.payment_url)).size, 1)
  const each = ['razorpay failed', 'cashfree open']
  assert.deepEqual(await readPayments(world), each)

  const ben = await makeBuyer(shop, game)
  const topUps = await Promise.all(
    callTwice(ben).map((person) => person.call(addMoney, { amount: 50_00 })),
  )
  assert.deepEqual(tally(topUps), { 200: 6 })
  assert.equal(new Set(topUps.map(({ data }) => data.payment_url)).size, 1)
  const more = (await readPayments(world)).slice(2)
  assert.deepEqual(
    more.filter((payment) => payment !== 'razorpay failed'),
    ['cashfree open'],
  )
})

test('a stand-in that needs a missing phone number is passed over, and not asked for', async (t) => {
  const world = await openWithStandIns(t, ['payu', 'stripe'])
  const { shop, admin, item, asha } = world
  await shop.sql`update users set phone = null where id = ${asha.id}`
  await down(world)
  await placeByUpi(asha, { item })
  assert.deepEqual(await readPayments(world), ['razorpay failed', 'stripe open'])
  assert.deepEqual((await asha.call(getPaymentNeeds, { currency: 'INR' })).data.needs, [])

  await admin.call(choosePaymentGateway, { active: 'razorpay', standIns: ['payu'] })
  const { code } = await asha.call(addMoney, { amount: 50_00 })
  assert.equal(code, 'PAYMENT_PAGE_UNREACHABLE')
  assert.deepEqual((await readPayments(world)).slice(2), ['razorpay failed'])
})

test('an order whose node died before its page opened gets the page of a stand-in', async (t) => {
  const world = await openWithStandIns(t)
  const { shop, item, asha } = world
  const { id } = await placeByUpi(asha, { item })
  await shop.sql`update payment set page = null, gateway_id = null` // as if the node died just after writing it
  assert.equal((await asha.call(addMoney, { amount: 50_00 })).status, 200)
  assert.deepEqual((await readPayments(world)).at(-1), 'razorpay open', 'it may still open')
  shop.wait(2 * 60_000)
  await down(world)
  assert.equal((await asha.call(payOrder, { id })).status, 200)
  assert.deepEqual((await readPayments(world)).toSorted(), [
    'cashfree open',
    'razorpay failed',
    'razorpay open',
  ])
})

test('a stand-in takes new payments when the credentials of the first choice are gone', async (t) => {
  const { shop, admin, customer } = await openPayShop(t, {
    gateway: 'cashfree',
    env: { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: '' },
  })
  const { keyId, keySecret, webhookSecret } = RAZORPAY
  const enter = (credentials: Record<string, string>) =>
    admin.call(editPaymentGateway, { name: 'razorpay', credentials })
  await enter({ keyId, keySecret, webhookSecret })
  await admin.call(choosePaymentGateway, { active: 'razorpay', standIns: ['cashfree'] })
  await enter({ keyId: '', keySecret: '', webhookSecret: '' })
  assert.equal((await customer.call(addMoney, { amount: 50_00 })).status, 200)
  assert.deepEqual(await readPayments({ shop }), ['cashfree open'])
  assert.deepEqual(await readAlerts(admin), [
    'Cashfree takes new payments. Razorpay: It has no credentials.',
  ])
})

test('stand-ins must be ready, and never include the first choice', async (t) => {
  const { shop, admin } = await openUpiPackShop(t, {
    env: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
  })
  const choose = (input: { active: GatewayName | null; standIns?: GatewayName[] }) =>
    admin.call(choosePaymentGateway, input)
  const unready = await choose({ active: 'razorpay', standIns: ['cashfree', 'stripe'] })
  assert.deepEqual([unready.status, unready.errors[0]?.field], [409, 'standIns'])
  assert.match(unready.message, /Stripe isn’t ready yet/)
  await choose({ active: 'razorpay', standIns: ['paytm', 'razorpay', 'cashfree', 'paytm'] })
  const { data } = await choose({ active: 'paytm' })
  assert.deepEqual(
    data.gateways.flatMap(({ name, isActive, standIn }) =>
      isActive || standIn ? [`${name} ${standIn}`] : [],
    ),
    ['cashfree 1', 'paytm null'],
  )
  const last = (await listActions(shop)).findLast(
    ({ action }) => action === 'choose payment gateway',
  )
  assert.partialDeepStrictEqual(last, {
    before: { active: 'razorpay', standIns: ['paytm', 'cashfree'] },
    after: { active: 'paytm', standIns: ['cashfree'] },
  })
})
