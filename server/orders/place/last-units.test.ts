import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  atNode,
  findTraces,
  makeBuyer,
  openUpiPackShop,
  order,
  orderByUpi,
  placeByUpi,
  readOrder,
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
