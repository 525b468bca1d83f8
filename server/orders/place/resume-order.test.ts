import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as testAlone } from 'node:test'
import { editItem } from '#contract/catalogue/games.ts'
import { payOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  atNode,
  findTraces,
  findTracesSince,
  forAnother,
  openPackShop,
  openUpiPackShop,
  order,
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
  withNewBuyer,
  type Buyer,
} from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { listReferences, payAt } from '#tests/support/money/payments.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openUpiPackShop)

const countPayments = async ({ sql }: TestShop, { id }: Buyer): Promise<number> =>
  (await sql`select from payment where user_id = ${id}`).length

test('a retry for the same pack, player and coupon resumes the unpaid order; any other makes a new one', async (packShop) => {
  const { shop, admin, game, item, asha } = await withNewBuyer(packShop, {})
  await shop.sql`update users set is_phone_verified = true where id = ${asha.id}`
  const { couponCode } = await makeCoupon(admin, { discount: 10_00, maxNumberOfUsagePerUser: 1 })
  const before = await findTraces(shop)
  const input = { item, couponCode, totalMax: 90 }
  const { id, url } = await placeByUpi(asha, input)
  for (const key of ['second', 'third', 'third']) {
    asha.headers['idempotency-key'] = key
    assert.equal((await orderByUpi(asha, input)).data.payment_url, url)
  }
  delete asha.headers['idempotency-key']
  assert.equal((await findTracesSince(shop, before)).orders, 1)
  const others = [
    await placeByUpi(asha, { item }),
    await placeByUpi(await forAnother(asha, game), { item }),
    await placeByUpi(asha, { item: await makeItem(admin, game) }),
  ]
  assert.equal((await findTracesSince(shop, before)).orders, 4)
  for (const one of [id, ...others.map((other) => other.id)])
    assert.equal((await readOrder(asha, one)).status, 'pending')

  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  asha.headers['idempotency-key'] = 'third'
  assert.equal((await orderByUpi(asha, input)).data.payment_url, url, 'a known key orders nothing')
  assert.equal((await findTracesSince(shop, before)).orders, 4)
})

test('an unpaid order that became dearer, or is about to end, is replaced and not resumed', async (packShop) => {
  const { shop, admin, game, asha } = await withNewBuyer(packShop, {})
  const item = await makeItem(admin, game)
  const before = await findTraces(shop)
  const { id } = await placeByUpi(asha, { item })
  await admin.call(editItem, { itemId: item._id, sellingPrice: 80_00 })
  const cheaper = await placeByUpi(asha, { item, totalMax: 80 })
  assert.notEqual(cheaper.id, id)
  await shop.sql`update orders set expires_at = now() + interval '50 seconds' where user_id = ${asha.id}`
  await shop.sql`update users set is_phone_verified = true where id = ${asha.id}`
  await placeByUpi(asha, { item, totalMax: 80 })
  assert.equal((await findTracesSince(shop, before)).orders, 3)
})

testAlone(
  'an order sent at once with many keys to two nodes is placed once, and every answer has its page',
  async (t) => {
    const { shop, item, asha } = await openUpiPackShop(t)
    const there = atNode(await shop.openNode(), asha)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => orderByUpi(index % 2 ? asha : there, { item })),
    )
    // Only two unpaid orders are allowed, so a third may be refused before the second is ended.
    const pages = answers.flatMap(({ data }) => data?.payment_url ?? [])
    assert.ok(pages.length > 0)
    assert.equal(new Set(pages).size, 1)
    const [row] = await shop.sql`select count(*)::int as open from orders where status = 'pending'`
    assert.deepEqual({ ...row }, { open: 1 })
    assert.equal((await listReferences(shop)).length, 1)
    const mails = await shop.inbox.read(asha.email)
    assert.deepEqual(mails, [])
  },
)

testAlone('two identical unpaid orders share one payment page', async (t) => {
  const { shop, item, asha } = await openUpiPackShop(t)
  const there = atNode(await shop.openNode(), asha)
  const { id } = await placeByUpi(asha, { item })
  const copies = ['B', 'C'].map((invoice) => ({ id: randomUUID(), invoice }))
  for (const copy of copies) await copyOrder(shop, id, copy)
  await shop.sql`update orders set status = 'cancelled', ended_at = now() where id = ${id}`
  const [first, second] = await Promise.all(
    copies.map((copy, turn) => (turn ? there : asha).call(payOrder, { id: copy.id })),
  )
  assert.ok(first!.data.payment_url)
  assert.equal(second!.data.payment_url, first!.data.payment_url)
  const rows = await shop.sql`select status from orders where id <> ${id} order by status`
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['cancelled', 'pending'],
  )
  assert.equal((await listReferences(shop)).length, 2, 'one of the first order, one of both copies')
})

test('an ended order without a payment never leads to a later order', async (packShop) => {
  const { shop, item, asha } = await withNewBuyer(packShop, {})
  const { id } = await placeByUpi(asha, { item })
  const early = randomUUID()
  await copyOrder(shop, id, { id: early, invoice: randomUUID() })
  await shop.sql`
    update orders set status = 'cancelled', ended_at = now(), expires_at = expires_at - interval '2 minutes'
    where id = ${early}`
  const { status, code } = await asha.call(payOrder, { id: early })
  assert.deepEqual([status, code], [409, 'STATUS_NOT_POSSIBLE'])
})

/** Copies an unpaid order, as if placed at the same moment and still without a payment. */
const copyOrder = (shop: TestShop, id: string, copy: { id: string; invoice: string }) => shop.sql`
  insert into orders
  select (jsonb_populate_record(orders, ${shop.sql.json(copy)})).* from orders where id = ${id}`

test('a retry of an order with an unreported payment leads to that order, and charges nothing', async (packShop) => {
  const { shop, item, asha } = await withNewBuyer(packShop, {})
  const before = await findTraces(shop)
  const statusOf = (id: string) => `${shop.url}/purchase/status?status=true&orderId=${id}`
  const first = await placeByUpi(asha, { item })
  await payAt(shop, first.url, { webhook: 'never' })
  assert.equal((await orderByUpi(asha, { item })).data.payment_url, statusOf(first.id))
  await untilOrder(asha, first.id, 'processing')

  const second = await placeByUpi(asha, { item })
  await payAt(shop, second.url, { webhook: 'never' })
  const { data } = await asha.call(payOrder, { id: second.id })
  assert.equal(data.payment_url, statusOf(second.id))
  await untilOrder(asha, second.id, 'processing')
  assert.equal((await findTracesSince(shop, before)).orders, 2)
  assert.equal(await countPayments(shop, asha), 2)
})

testAlone(
  'a retry never ends an order that may still be paid, even if no other page is available',
  async (t) => {
    const { shop, item, asha } = await openUpiPackShop(t)
    const { id, url } = await placeByUpi(asha, { item })
    await shop.sql`update payment set state = 'failed', ended_at = now()` // a failed try may still be paid
    await breakOutside(shop, { target: 'razorpay', kind: 'error' })
    asha.headers['idempotency-key'] = 'again'
    for (let turn = 0; turn < 2; turn++)
      assert.equal((await orderByUpi(asha, { item })).code, 'PAYMENT_PAGE_UNREACHABLE')
    assert.equal((await readOrder(asha, id)).status, 'pending')
    await mendOutside(shop)
    assert.equal((await orderByUpi(asha, { item })).status, 200)
    assert.equal((await readOrder(asha, id)).lastTry, 'open', 'the last of its payments counts')
    await payAt(shop, url)
    await untilOrder(asha, id, 'processing')
  },
)

testAlone(
  'an order says that its customer left the payment page, until it is opened again',
  async (t) => {
    const { shop, admin, item, asha } = await openUpiPackShop(t)
    await admin.call(choosePaymentGateway, { active: 'cashfree' })
    const { id, url } = await placeByUpi(asha, { item })
    const lastTry = async () => (await readOrder(asha, id)).lastTry
    assert.equal(await lastTry(), 'open')
    const [reference] = await listReferences(shop)
    const back = `${shop.url}/api/v1/return/cashfree?reference=${reference}`
    const { version } = await readOrder(asha, id)
    await fetch(back, { redirect: 'manual' })
    assert.equal(await lastTry(), 'left')
    await until('followers are told', async () => (await readOrder(asha, id)).version > version)
    assert.equal((await orderByUpi(asha, { item })).data.payment_url, url)
    assert.equal(await lastTry(), 'open')
  },
)

testAlone('one key used for a wallet order and a UPI order makes two orders', async (t) => {
  const { shop, admin, item, asha } = await openPackShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  asha.headers['idempotency-key'] = 'one'
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await orderByUpi(asha, { item })).status, 200)
  assert.deepEqual(await findTraces(shop), { orders: 2, lines: 1, keys: 2, uses: 0, sold: 1 })
})
