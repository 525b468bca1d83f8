import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import {
  atNode,
  findTraces,
  makeBuyer,
  openPackShop,
  order,
  type Buyer,
} from '#tests/support/orders/orders.ts'
import { tally } from '#tests/support/accounts/people.ts'
import { whileHeld } from '#tests/support/shop/race.ts'

const times = <One>(count: number, make: (index: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

test('an order sent a hundred times at once with one key, to two nodes, is one order', async (t) => {
  const { shop, item, asha } = await openPackShop(t)
  const node = await shop.openNode()
  const there = atNode(node, asha)
  there.headers['idempotency-key'] = asha.headers['idempotency-key'] = randomUUID()
  const answers = await times(100, (index) => order(index % 2 === 0 ? asha : there, { item }))
  assert.deepEqual(tally(answers), { 200: 100 })
  assert.equal(new Set(answers.map(({ data }) => JSON.stringify(data))).size, 1)
  const other = await order(asha, { item, currency: 'USD' })
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  const expected = { orders: 1, lines: 1, keys: 1, uses: 0, sold: 1 }
  assert.deepEqual(await findTraces(shop), expected)
  const later = atNode(await shop.openNode(), asha)
  later.headers['idempotency-key'] = asha.headers['idempotency-key']
  assert.deepEqual((await order(later, { item })).data, answers[0]!.data)
})

test('one key with two bodies at once places one order, and the other body is refused', async (t) => {
  const { shop, item, asha } = await openPackShop(t)
  asha.headers['idempotency-key'] = randomUUID()
  const answers = await times(60, (index) =>
    order(asha, { item, currency: index % 2 === 0 ? 'INR' : 'USD' }),
  )
  assert.deepEqual(tally(answers), { 200: 30, 422: 30 })
  assert.equal((await findTraces(shop)).orders, 1)
})

test('two hundred orders at once from a wallet that covers seven place seven', async (t) => {
  const { shop, game, item } = await openPackShop(t)
  const buyer = await makeBuyer(shop, game, { INR: 799_99 })
  const answers = await times(200, () => order(buyer, { item }))
  assert.deepEqual(tally(answers), { 200: 7, 409: 193 })
  const refused = answers.find(({ status }) => status === 409)!
  assert.match(refused.message, /^Your wallet balance is too low: ₹\d+\.\d\d is missing$/)
  const expected = { orders: 7, lines: 7, keys: 0, uses: 0, sold: 7 }
  assert.deepEqual(await findTraces(shop), expected)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('two hundred orders at once at two nodes sell the last five packs to five', async (t) => {
  const { shop, admin, game } = await openPackShop(t)
  const node = await shop.openNode()
  const item = await makeItem(admin, game, { quantity: 5 })
  const buyers = await times(8, () => makeBuyer(shop, game, { INR: 10_000_00 }))
  const there = buyers.map((buyer) => atNode(node, buyer))
  const answers = await times(200, (index) =>
    order((index % 3 === 0 ? there : buyers)[index % 8]!, { item }),
  )
  assert.deepEqual(tally(answers), { 200: 5, 409: 195 })
  const [row] = await shop.sql`select quantity from item where id = ${item._id}`
  assert.deepEqual([row!['quantity'], (await findTraces(shop)).orders], [0, 5])
})

test('two hundred orders at once use a coupon with four uses four times', async (t) => {
  const { shop, admin, game, item } = await openPackShop(t, {
    env: { LIMIT_COUPON_TRIES_PER_HOUR: '1000' },
  })
  await makeCoupon(admin, { couponCode: 'FOUR', discount: 10_00, maxNumberOfUsage: 4 })
  const buyers = await times(8, () => makeBuyer(shop, game, { INR: 10_000_00 }))
  const answers = await times(200, (index) =>
    order(buyers[index % 8]!, { item, couponCode: 'FOUR' }),
  )
  assert.deepEqual(tally(answers), { 200: 4, 409: 196 })
  const refused = new Set(answers.filter(({ status }) => status === 409).map(({ code }) => code))
  assert.deepEqual([...refused], ['COUPON_NOT_USABLE'])
  const expected = { orders: 4, lines: 8, keys: 0, uses: 4, sold: 4 }
  assert.deepEqual(await findTraces(shop), expected)
})

test('a coupon for one use per customer, or for a first order, is used once on two nodes at once', async (t) => {
  const { shop, admin, game, item } = await openPackShop(t, {
    env: { LIMIT_COUPON_TRIES_PER_HOUR: '1000' },
  })
  const node = await shop.openNode()
  await makeCoupon(admin, { couponCode: 'EACH', discount: 10_00, maxNumberOfUsagePerUser: 1 })
  await makeCoupon(admin, { couponCode: 'FIRST', discount: 10_00, isFirstOrderOnly: true })
  for (const [couponCode, code] of [
    ['EACH', 'COUPON_USED'],
    ['FIRST', 'COUPON_FIRST_ORDER'],
  ] as const) {
    const buyer = await makeBuyer(shop, game, { INR: 10_000_00 })
    const there = atNode(node, buyer)
    const answers = await times(40, (index) =>
      order(index % 2 === 0 ? buyer : there, { item, couponCode }),
    )
    assert.deepEqual(tally(answers), { 200: 1, 409: 39 })
    const refused = new Set(answers.filter(({ status }) => status === 409).map(({ code }) => code))
    assert.deepEqual([...refused], [code])
  }
  assert.deepEqual(await findTraces(shop), { orders: 2, lines: 4, keys: 0, uses: 2, sold: 2 })
})

test('orders that mix customers, packs and coupons on two nodes never deadlock', async (t) => {
  const { shop, admin, game } = await openPackShop(t, {
    env: { LIMIT_COUPON_TRIES_PER_HOUR: '1000' },
  })
  const node = await shop.openNode()
  const items = await times(3, () => makeItem(admin, game, { quantity: 1_000 }))
  for (const couponCode of ['A', 'B']) await makeCoupon(admin, { couponCode, discount: 10_00 })
  const buyers = await times(6, () => makeBuyer(shop, game, { INR: 100_000_00 }))
  const there = buyers.map((buyer) => atNode(node, buyer))
  const answers = await times(240, (index) =>
    order((index % 2 === 0 ? there : buyers)[(index * 7) % 6]!, {
      item: items[(index * 5) % 3]!,
      couponCode: ['A', 'B', ''][index % 3]!,
    }),
  )
  assert.deepEqual(tally(answers), { 200: 240 })
  const [row] = await shop.sql`
    select deadlocks from pg_stat_database where datname = current_database()`
  assert.equal(Number(row!['deadlocks']), 0)
  const expected = { orders: 240, lines: 400, keys: 0, uses: 160, sold: 240 }
  assert.deepEqual(await findTraces(shop), expected)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order that the database refuses fails alone, without those placed with it', async (t) => {
  const { shop, game, item, asha } = await openPackShop(t)
  const others = await times(6, () => makeBuyer(shop, game, { INR: 10_000_00 }))
  await shop.sql.unsafe(`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger fail before insert on orders for each row
      when (new.user_id = '${asha.id}') execute function fail()`)
  const buyers = [...others, asha]
  const answers = await times(70, async (index) => {
    const buyer = buyers[index % 7]!
    return { buyer, status: (await order(buyer, { item })).status }
  })
  for (const { buyer, status } of answers) assert.equal(status, buyer === asha ? 500 : 200)
  const expected = { orders: 60, lines: 60, keys: 0, uses: 0, sold: 60 }
  assert.deepEqual(await findTraces(shop), expected)
})

test('a person blocked, demoted or deleted at that very moment cannot buy', async (t) => {
  const { shop, admin, game } = await openPackShop(t)
  const item = await makeItem(admin, game, { resellerSellingPrice: 10_00 })
  const { sql } = shop
  const buyer = () => makeBuyer(shop, game, { INR: 500_00 })
  const [blocked, reseller, gone] = await Promise.all([buyer(), buyer(), makeBuyer(shop, game)])
  await sql`update users set role = 'reseller' where id = ${reseller.id}`
  const outcome = async (one: Buyer, change: Parameters<typeof whileHeld>[1]['change']) => {
    const call = () => order(one, { item })
    const { status, code } = await whileHeld(sql, { userId: one.id, call, change })
    return [status, code]
  }
  assert.deepEqual(
    await outcome(blocked, (tx) => tx`update users set is_blocked = true where id = ${blocked.id}`),
    [401, 'NOT_SIGNED_IN'],
  )
  assert.deepEqual(
    await outcome(reseller, (tx) => tx`update users set role = 'user' where id = ${reseller.id}`),
    [409, 'PRICE_CHANGED'],
  )
  assert.equal((await gone.call(deleteUser, {})).status, 200)
  assert.equal((await order(gone, { item })).status, 401)
  assert.equal((await findTraces(shop)).orders, 0)
  assert.equal((await order(reseller, { item })).data.amount, 100_00)
})

test('a shop that stops has placed every order that it acknowledged, and no other', async (t) => {
  const { shop, game, item } = await openPackShop(t)
  const buyers = await times(6, () => makeBuyer(shop, game, { INR: 10_000_00 }))
  const first = Promise.withResolvers<void>()
  const sent = times(60, async (index) => {
    const answer = await order(buyers[index % 6]!, { item }).catch(() => ({ status: 0 }))
    first.resolve()
    return answer
  })
  await first.promise // the others are under way
  await shop.stop()
  const placed = (await sent).filter(({ status }) => status === 200).length
  assert.equal((await findTraces(shop)).orders, placed)
})
