import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { editOrder, payOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  atNode,
  findTraces,
  forAnother,
  makeBuyer,
  openUpiPackShop,
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
} from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { listReferences, payAt } from '#tests/support/money/payments.ts'
import { tally } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const NOTHING = { orders: 0, lines: 0, keys: 0, uses: 0, sold: 0 }

const stockOf = async ({ sql }: TestShop, id: string) => {
  const [row] = await sql<[{ quantity: number }]>`select quantity from item where id = ${id}`
  return row.quantity
}

test('a UPI order reserves pack and coupon, charges nothing yet, and returns a payment page', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 3 })
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const before = Date.now()
  const { id, url } = await placeByUpi(asha, { item, couponCode: 'DIWALI', totalMax: 75 })
  assert.ok(url.startsWith(shop.sandboxUrl), url)
  const placed = await readOrder(asha, id)
  assert.partialDeepStrictEqual(placed, {
    status: 'pending',
    paymentStatus: 'pending',
    paymentMethod: 'upi',
    currency: 'INR',
    itemPrice: 100_00,
    discount: 25_00,
    amount: 75_00,
    paidAt: null,
    transactionId: null,
  })
  const [first, ...more] = placed.timeline
  assert.deepEqual([first!.message, more], ['Order placed, waiting for your payment', []])
  const minutes = (Date.parse(placed.expiresAt!) - before) / 60_000
  assert.ok(minutes >= 15 && minutes < 15.5, String(minutes))
  assert.equal(await stockOf(shop, item._id), 2)
  assert.deepEqual(await findTraces(shop), { ...NOTHING, orders: 1, uses: 1 })
  const [payment] = await shop.sql`select amount, purpose, state, order_id from payment`
  assert.deepEqual({ ...payment }, { amount: 75_00, purpose: 'order', state: 'open', orderId: id })
})

test('an impossible payment is refused with a reason before anything is stored', async (t) => {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  await makeCoupon(admin, { couponCode: 'ALL', discount: 100_00 })
  const none = await makeItem(admin, game, { quantity: 0 })
  const refused = async (input: Parameters<typeof orderByUpi>[1]) => {
    const { status, code, message } = await orderByUpi(asha, input)
    return [status, code, message]
  }
  assert.deepEqual(await refused({ item, couponCode: 'ALL' }), [
    409,
    'NOTHING_TO_PAY',
    'This order costs nothing, so there’s no payment to make. Please choose your wallet instead',
  ])
  assert.deepEqual(await refused({ item, totalMax: 99.99 }), [
    409,
    'PRICE_CHANGED',
    'The price has changed: the new total is ₹100.00. Please check it',
  ])
  assert.deepEqual((await refused({ item: none })).slice(0, 2), [409, 'OUT_OF_STOCK'])
  await admin.call(editWebsite, { isClosed: true })
  assert.deepEqual((await refused({ item })).slice(0, 2), [503, 'WEBSITE_CLOSED'])
  await admin.call(editWebsite, { isClosed: false })
  await admin.call(choosePaymentGateway, { active: null })
  assert.deepEqual((await refused({ item })).slice(0, 2), [503, 'PAYMENTS_NOT_OFFERED'])
  assert.deepEqual(await findTraces(shop), NOTHING)
})

test('a UPI order sent twenty times at once with one key, to two nodes, is one order with one page', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  const there = atNode(await shop.openNode(), asha)
  there.headers['idempotency-key'] = asha.headers['idempotency-key'] = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      orderByUpi(index % 2 === 0 ? asha : there, { item, totalMax: 100 }),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 20 })
  const [url, ...others] = new Set(answers.map(({ data }) => data.payment_url))
  assert.deepEqual(others, [])
  assert.equal((await listReferences(shop)).length, 1)
  assert.deepEqual(await findTraces(shop), { ...NOTHING, orders: 1, keys: 1 })
  const other = await orderByUpi(asha, { item, totalMax: 200 })
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  // The first answer stays the same when the pack is sold out, no gateway is active, or the order is paid.
  await admin.call(choosePaymentGateway, { active: null })
  assert.equal((await orderByUpi(asha, { item, totalMax: 100 })).data.payment_url, url)
  await payAt(shop, url!)
  const [row] = await shop.sql<[{ id: string }]>`select id from orders`
  await untilOrder(asha, row.id, 'processing')
  assert.equal((await orderByUpi(there, { item, totalMax: 100 })).data.payment_url, url)
})

test('an order without a payment page ends at once, reserves nothing, and its key can be reused', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  await makeCoupon(admin, { couponCode: 'ONCE', discount: 10_00, maxNumberOfUsage: 1 })
  asha.headers['idempotency-key'] = 'monday'
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  const answers = await Promise.all(
    [1, 2, 3].map(() => orderByUpi(asha, { item, couponCode: 'ONCE' })),
  )
  for (const { status, code } of answers)
    assert.deepEqual([status, code], [503, 'PAYMENT_PAGE_UNREACHABLE'])
  assert.deepEqual(await findTraces(shop), { ...NOTHING, orders: (await endedOf(shop)).length })
  assert.equal(await stockOf(shop, item._id), 1)
  const [ended] = await endedOf(shop)
  const { timeline, paymentStatus } = await readOrder(asha, ended!)
  assert.deepEqual(
    [paymentStatus, timeline.at(-1)!.message],
    ['failed', 'We couldn’t reach the payment page. Nothing was charged'],
  )
  await mendOutside(shop)
  const { id, url } = await placeByUpi(asha, { item, couponCode: 'ONCE' })
  assert.ok(url && !(await endedOf(shop)).includes(id))
  assert.deepEqual((await findTraces(shop)).uses, 1)
  assert.deepEqual(await shop.inbox.read(asha.email), [])
})

const endedOf = async ({ sql }: TestShop): Promise<string[]> =>
  (await sql<{ id: string }[]>`select id from orders where status = 'cancelled' order by id`).map(
    ({ id }) => id,
  )

test('an order placed just before its node died gets its payment page with the same key', async (t) => {
  const { shop, item, asha } = await openUpiPackShop(t)
  asha.headers['idempotency-key'] = 'tuesday'
  const { id } = await placeByUpi(asha, { item })
  await shop.sql`delete from payment` // as if the node died just before writing it
  const again = await placeByUpi(asha, { item })
  assert.deepEqual([again.id, (await findTraces(shop)).orders], [id, 1])
  await shop.sql`update payment set page = null, gateway_id = null` // as if the node died just after writing it
  assert.deepEqual(await placeByUpi(asha, { item }), again)
  await payAt(shop, again.url)
  await untilOrder(asha, id, 'processing')
})

test('a customer has at most five unpaid orders, or two while unverified, however many are sent at once', async (t) => {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t, {
    env: { DATABASE_CONNECTIONS_MAX: '12' },
  })
  const there = atNode(await shop.openNode(), asha)
  const forEach = await Promise.all(
    Array.from({ length: 21 }, (_, nth) => forAnother(asha, game, String(200000000 + nth))),
  )
  const next = () => forEach.pop()!
  const send = () => Promise.all([1, 2, 3].map(() => orderByUpi(next(), { item })))
  const unproven = await send()
  assert.deepEqual(tally(unproven), { 200: 2, 409: 1 })
  assert.equal(
    unproven.find(({ status }) => status === 409)!.message,
    'You already have 2 unpaid orders. Pay for one, or wait until one expires. Verify your email or phone to have up to 5 at once',
  )
  await shop.sql`update users set is_phone_verified = true where id = ${asha.id}`
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      orderByUpi(index % 2 === 0 ? next() : { ...next(), call: there.call }, { item }),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 3, 409: 13 })
  const refused = answers.find(({ status }) => status === 409)!
  assert.equal(refused.code, 'TOO_MANY_OPEN_ORDERS')
  assert.equal(
    refused.message,
    'You already have 5 unpaid orders. Pay for one, or wait until one expires',
  )
  const other = await makeBuyer(shop, game)
  assert.equal((await orderByUpi(other, { item })).status, 200)
  const [row] = await shop.sql<[{ id: string }]>`select id from orders where user_id = ${asha.id}`
  const end = { status: 'cancelled', note: '', reference: '' } as const
  assert.equal((await admin.call(editOrder, { id: row.id, ...end })).status, 200)
  assert.equal((await orderByUpi(next(), { item })).status, 200)
  assert.equal((await orderByUpi(next(), { item })).code, 'TOO_MANY_OPEN_ORDERS')
})

test('a waiting order is paid on its page, or on a new one if its first could not be made', async (t) => {
  const { shop, admin, item, game, asha } = await openUpiPackShop(t)
  const { id, url } = await placeByUpi(asha, { item })
  const pages = await Promise.all([1, 2, 3].map(() => asha.call(payOrder, { id })))
  for (const { data } of pages) assert.equal(data.payment_url, url)
  const stranger = await makeBuyer(shop, game)
  for (const person of [stranger, admin])
    assert.equal((await person.call(payOrder, { id })).code, 'NO_SUCH_ORDER')

  await shop.sql`delete from payment`
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  assert.equal((await asha.call(payOrder, { id })).code, 'PAYMENT_PAGE_UNREACHABLE')
  assert.equal((await readOrder(asha, id)).status, 'pending')
  await mendOutside(shop)
  const { data } = await asha.call(payOrder, { id })
  assert.deepEqual(
    (await shop.sql`select state from payment order by created_at`).map(({ state }) => state),
    ['failed', 'open'],
  )
  await payAt(shop, data.payment_url!)
  await untilOrder(asha, id, 'processing')
  const over = await asha.call(payOrder, { id })
  assert.deepEqual([over.status, over.code], [409, 'STATUS_NOT_POSSIBLE'])
  assert.equal(over.message, 'This order is already processing, so there’s nothing to pay')
})
