import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { findItem } from '#contract/catalogue/catalog.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  atNode,
  findTraces,
  forAnother,
  makeBuyer,
  openUpiPackShop,
  order,
  orderByUpi,
  placeByUpi,
  readOrder,
  untilOrder,
  type Buyer,
} from '#tests/support/orders/orders.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000

const stockOf = async ({ sql }: TestShop, id: string): Promise<number> => {
  const [row] = await sql<[{ quantity: number }]>`select quantity from item where id = ${id}`
  return row.quantity
}

const deadlocksIn = async ({ sql }: TestShop): Promise<number> => {
  const [row] = await sql<[{ deadlocks: number }]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  return row.deadlocks
}

/** Answer to a customer who wants to pay by UPI. */
async function refusalOf(buyer: Buyer, input: Parameters<typeof orderByUpi>[1]) {
  const { status, code, message } = await orderByUpi(buyer, input)
  return [status, code, message]
}

/** Signs in again, because a session is shorter than the wait. */
const comeBack = async (buyer: Buyer): Promise<Buyer> =>
  Object.assign(await logIn(buyer), { gameDetailId: buyer.gameDetailId })

test('a paid order takes the last unit and coupon use from an unpaid one, whose late payment goes to the wallet', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  const { itemSlug } = item
  await makeCoupon(admin, { couponCode: 'LAST', discount: 10_00, maxNumberOfUsage: 1 })
  const rohan = await makeBuyer(shop, game, { INR: 200_00 })
  const held = await placeByUpi(asha, { item, couponCode: 'LAST' })
  await payAt(shop, held.url, { outcome: 'pending', webhook: 'never' }) // so that its page stays open
  assert.equal((await rohan.call(findItem, { itemSlug })).data.itemAvailablity, true)

  const { status, data } = await order(rohan, { item, couponCode: 'LAST' })
  assert.deepEqual([status, data.amount], [200, 90_00])
  const ended = await readOrder(asha, held.id)
  assert.deepEqual(
    [ended.status, ended.timeline.at(-1)!.message],
    ['cancelled', 'This order wasn’t paid, and a paid order took what it had reserved'],
  )
  const expected = { orders: 2, lines: 2, keys: 0, uses: 1, sold: 1 }
  assert.deepEqual([await stockOf(shop, item._id), await findTraces(shop)], [0, expected])
  const mail = await shop.inbox.find(asha.email, /^Cancelled/)
  assert.match(mail.text, /If a payment is still on its way, we’ll add it to your wallet/)

  await payAt(shop, held.url)
  await until('the late payment is in the wallet', async () => {
    return (await asha.call(getUser, {})).data.balance === 90_00
  })
  assert.match(
    (await readOrder(asha, held.id)).timeline.at(-1)!.message,
    /^A payment of ₹90\.00 arrived after the order had ended/,
  )
  await until('the pack is sold out', async () => {
    return !(await rohan.call(findItem, { itemSlug })).data.itemAvailablity
  })
  assert.equal((await order(rohan, { item })).code, 'OUT_OF_STOCK')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a refused or repeated order ends no unpaid order', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 2 })
  const poor = await makeBuyer(shop, game, { INR: 99_99 })
  const rohan = await makeBuyer(shop, game, { INR: 100_00 })
  rohan.headers['idempotency-key'] = randomUUID()
  const first = await order(rohan, { item })
  const { id, url } = await placeByUpi(asha, { item })
  assert.equal((await order(poor, { item })).code, 'BALANCE_TOO_LOW')
  assert.deepEqual((await order(rohan, { item })).data, first.data)
  assert.equal((await readOrder(asha, id)).status, 'pending')
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  assert.equal(await stockOf(shop, item._id), 0)
})

test('an order whose payment has arrived gives way to nobody, even before it is settled', async (t) => {
  const { shop, admin, game, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  const rohan = await makeBuyer(shop, game, { INR: 100_00 })
  const { id } = await placeByUpi(asha, { item })
  await shop.sql`
    insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at)
    select gen_random_uuid(), id, gateway, 'pay_1', amount, 'INR', now() from payment where order_id = ${id}`
  assert.equal((await order(rohan, { item })).code, 'OUT_OF_STOCK')
  assert.equal((await readOrder(asha, id)).status, 'pending')
  await shop.sql`delete from capture`
  await shop.sql`update orders set look_first = true where id = ${id}` // as in a restored backup
  assert.equal((await order(rohan, { item })).code, 'OUT_OF_STOCK')
})

test('an unpaid order gives up stock and coupon to another unpaid one only after five minutes', async (t) => {
  const { shop, admin, game, item: endless, asha } = await openUpiPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  await makeCoupon(admin, { couponCode: 'LAST', discount: 10_00, maxNumberOfUsage: 1 })
  const rohan = await makeBuyer(shop, game)
  const { id } = await placeByUpi(asha, { item, couponCode: 'LAST' })
  assert.deepEqual(await refusalOf(rohan, { item }), [
    409,
    'STOCK_HELD',
    'Unpaid orders hold the last of this pack. Pay from your wallet to get it now, or try again in a few minutes',
  ])
  assert.deepEqual(await refusalOf(rohan, { item: endless, couponCode: 'LAST' }), [
    409,
    'COUPON_HELD',
    'An unpaid order holds the last use of this coupon. Pay from your wallet to use it now, or try again in a few minutes',
  ])
  shop.wait(5 * MINUTE + 1_000)
  const later = await comeBack(rohan)
  const second = await placeByUpi(later, { item, couponCode: 'LAST' })
  assert.equal((await readOrder(later, second.id)).status, 'pending')
  assert.match(
    (await readOrder(await comeBack(asha), id)).timeline.at(-1)!.message,
    /another customer ordered what it had reserved$/,
  )
  assert.deepEqual([await stockOf(shop, item._id), (await findTraces(shop)).uses], [0, 1])
})

test('a wallet order takes over the coupon of the customer’s own unpaid order, and uses it once', async (t) => {
  const { shop, admin, game, item } = await openUpiPackShop(t)
  await makeCoupon(admin, { couponCode: 'EACH', discount: 10_00, maxNumberOfUsagePerUser: 1 })
  await makeCoupon(admin, { couponCode: 'FIRST', discount: 10_00, isFirstOrderOnly: true })
  for (const couponCode of ['EACH', 'FIRST']) {
    const buyer = await makeBuyer(shop, game, { INR: 500_00 })
    const { id } = await placeByUpi(buyer, { item, couponCode })
    const another = await forAnother(buyer, game)
    assert.equal((await orderByUpi(another, { item, couponCode })).code, 'COUPON_HELD')
    const { data, status } = await order(buyer, { item, couponCode })
    assert.deepEqual([status, data.amount], [200, 90_00])
    const ended = await readOrder(buyer, id)
    assert.equal(ended.status, 'cancelled')
    assert.match(ended.timeline.at(-1)!.message, /your newer order took what it had reserved$/)
    const mails = await shop.inbox.waitFor(buyer.email, 1)
    assert.ok(!mails.some(({ subject }) => subject.startsWith('Cancelled')))
    const again = await order(buyer, { item, couponCode })
    assert.equal(again.code, couponCode === 'EACH' ? 'COUPON_USED' : 'COUPON_FIRST_ORDER')

    const end = { id: data._id, status: 'refunded', note: '', reference: '' } as const
    assert.equal((await admin.call(editOrder, end)).status, 200)
    assert.equal((await order(buyer, { item, couponCode })).status, 200)
  }
})

test('a first-order coupon is refused after any order, and held by one unpaid order at most', async (t) => {
  const { shop, admin, game, item } = await openUpiPackShop(t)
  for (const couponCode of ['FIRST', 'NEW'])
    await makeCoupon(admin, { couponCode, discount: 10_00, isFirstOrderOnly: true })
  const buyer = await makeBuyer(shop, game, { INR: 500_00 })
  const { id, url } = await placeByUpi(buyer, { item, couponCode: 'FIRST' })
  assert.equal((await orderByUpi(buyer, { item, couponCode: 'NEW' })).code, 'COUPON_HELD')
  await payAt(shop, url)
  await untilOrder(buyer, id, 'processing')
  for (const couponCode of ['FIRST', 'NEW'])
    assert.equal((await order(buyer, { item, couponCode })).code, 'COUPON_FIRST_ORDER')
  const other = await makeBuyer(shop, game, { INR: 500_00 })
  assert.equal((await order(other, { item })).status, 200)
  assert.equal((await order(other, { item, couponCode: 'NEW' })).code, 'COUPON_FIRST_ORDER')
})

test('the last units go once each to paying customers, by wallet and UPI on two nodes, without deadlock', async (t) => {
  const { shop, admin, game } = await openUpiPackShop(t, {
    env: { LIMIT_COUPON_TRIES_PER_HOUR: '1000' },
  })
  const node = await shop.openNode()
  const UNITS = 6
  const items = [
    await makeItem(admin, game, { quantity: UNITS }),
    await makeItem(admin, game, { quantity: UNITS }),
  ]
  await makeCoupon(admin, { couponCode: 'FEW', discount: 10_00, maxNumberOfUsage: UNITS })
  const people = await Promise.all(
    Array.from({ length: 3 * UNITS }, () => makeBuyer(shop, game, { INR: 100_00 })),
  )
  const [holders, payers] = [people.slice(0, UNITS), people.slice(UNITS)]
  const held = await Promise.all(
    holders.flatMap((holder, index) => [
      placeByUpi(holder, { item: items[0]!, couponCode: index % 2 ? 'FEW' : '' }),
      placeByUpi(holder, { item: items[1]!, couponCode: index % 2 ? '' : 'FEW' }),
    ]),
  )
  const answers = await Promise.all([
    ...payers.map((payer, index) =>
      order(index % 2 ? payer : atNode(node, payer), {
        item: items[index % 3 ? 0 : 1]!,
        couponCode: index % 4 ? 'FEW' : '',
      }),
    ),
    ...held.slice(0, UNITS).map(({ url }) => payAt(shop, url).catch(() => null)),
  ])
  const placed = answers.filter((answer) => answer && 'code' in answer && answer.status === 200)
  const refused = new Set(answers.map((answer) => answer && 'code' in answer && answer.code))
  await until('all that was paid is settled', async () => {
    const [row] = await shop.sql<[{ settled: number }]>`
      select count(settled_as)::int as settled from capture`
    return row.settled === (await readBooks(shop)).captured.length
  })
  const rows = await shop.sql<{ quantity: number; taken: number; paid: number }[]>`
    select quantity, count(orders.id) filter (where orders.status <> 'cancelled')::int as taken,
      count(orders.id) filter (where paid_at is not null)::int as paid
    from item join orders on item_id = item.id group by item.id`
  for (const { quantity, taken } of rows) assert.equal(quantity + taken, UNITS)
  const [coupon] = await shop.sql<[{ uses: number; taken: number }]>`
    select use_count as uses, (
      select count(*)::int from orders where coupon_id = coupon.id and status <> 'cancelled') as taken
    from coupon`
  assert.ok(coupon.uses <= UNITS && coupon.uses === coupon.taken, JSON.stringify(coupon))
  const [byUpi] = await shop.sql<[{ count: number }]>`
    select count(*)::int from capture where settled_as = 'order'`
  const paid = rows.reduce((sum, row) => sum + row.paid, 0)
  assert.equal(paid, placed.length + byUpi.count)
  assert.ok(placed.length > 0)
  // A wallet order was refused only if no unpaid order held what it needed.
  const [left] = await shop.sql<[{ packs: number; uses: number }]>`
    select count(*) filter (where item_id = ${items[0]!._id})::int as packs, count(coupon_id)::int as uses
    from orders where status = 'pending'`
  if (refused.has('OUT_OF_STOCK')) assert.equal(left.packs, 0)
  if (refused.has('COUPON_NOT_USABLE')) assert.equal(left.uses, 0)
  assert.equal(await deadlocksIn(shop), 0)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
