import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CouponWithUsers } from '#contract/catalogue/coupons.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { makeBuyer, openPackShop, withNewBuyer, type Buyer } from '#tests/support/orders/orders.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { until } from '#tests/support/shop/wait.ts'
import { placeOrders, type NewOrder } from './sql-place.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const toNewOrder = (buyer: Buyer, gameId: string, item: FullItem): NewOrder => ({
  id: randomUUID(),
  invoice: randomUUID(),
  userId: buyer.id,
  role: 'user',
  buyer: { address: null, network: null, device: null },
  request: null,
  gameId,
  itemId: item._id,
  savedPlayer: buyer.gameDetailId,
  currency: 'INR',
  itemPrice: 100_00,
  amount: 100_00,
  priceInr: 100_00,
  amountInr: 100_00,
  rate: null,
  coupon: null,
  createdAt: new Date(),
  expiresAt: null,
})

const test = shareShop(openPackShop)

test('a pack that gets a stock limit while an order is waiting is checked again, and not oversold', async (packShop) => {
  const { shop, admin, game, asha } = await withNewBuyer(packShop)
  const { sql } = shop
  const counted = await makeItem(admin, game, { quantity: 5 })
  const endless = await makeItem(admin, game)
  const orders = [endless, counted].map((item) => toNewOrder(asha, game._id, item))
  const placed = await sql.begin(async (tx) => {
    await tx`select from item where id = ${counted._id} for update`
    const begun = placeOrders(sql, orders).then((outcomes) => outcomes.map(({ code }) => code))
    await until('the orders wait for the counted pack', async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      return waiting.length > 0
    })
    await tx`update item set quantity = 1 where id = ${endless._id}`
    return { begun }
  })
  assert.deepEqual(await placed.begun, ['STALE', null])
  const again = toNewOrder(asha, game._id, endless)
  assert.deepEqual(
    (await placeOrders(sql, [again, { ...again, id: randomUUID(), invoice: randomUUID() }])).map(
      ({ code }) => code,
    ),
    [null, 'OUT_OF_STOCK'],
  )
  const stocks = await sql`
    select quantity from item where id in (${endless._id}, ${counted._id}) order by quantity`
  assert.deepEqual(
    stocks.map(({ quantity }) => quantity),
    [0, 4],
  )
  const [row] = await sql`
    select bool_and(takes_stock) as all_counted from orders where user_id = ${asha.id}`
  assert.equal(row!['allCounted'], true)
})

test('an order is refused under lock if its coupon is for another role, already used, or causes a loss', async (packShop) => {
  const { shop, admin, game, asha } = await withNewBuyer(packShop)
  const { sql } = shop
  const item = await makeItem(admin, game, { costPrice: 90_00 })
  const unknown = await makeItem(admin, game)
  const place = async (pack: FullItem, ...coupons: CouponWithUsers[]) => {
    const orders = coupons.map(({ _id: id, couponCode: code, discount, updatedAt }): NewOrder => {
      const coupon = { id, code, discount, updatedAt: new Date(updatedAt) }
      const amount = 100_00 - discount
      return { ...toNewOrder(asha, game._id, pack), coupon, amount, amountInr: amount }
    })
    return (await placeOrders(sql, orders)).map(({ code }) => code)
  }
  const make = (fields: Parameters<typeof makeCoupon>[1]) =>
    makeCoupon(admin, { discount: 10_00, ...fields })
  const refused = ['COUPON_NOT_USABLE']
  assert.deepEqual(await place(item, await make({ allowedRoles: ['reseller', 'staff'] })), refused)
  assert.deepEqual(await place(item, await make({ minMargin: 1 })), refused)
  assert.deepEqual(await place(unknown, await make({ minMargin: 0 })), refused)
  const first = await make({ isFirstOrderOnly: true })
  assert.deepEqual(await place(item, first, first), [null, ...refused])
  assert.deepEqual(await place(item, first), refused)
  const twice = await make({ maxNumberOfUsagePerUser: 2, minMargin: 0 })
  assert.deepEqual(await place(item, twice, twice, twice), [null, null, ...refused])
  assert.deepEqual(await place(item, twice), refused)
})

const codesOf = async (placing: ReturnType<typeof placeOrders>) =>
  (await placing).map(({ code }) => code)

test('a pay link pays for one order of a batch, and for none while another batch places it', async (packShop) => {
  const { shop, game, item, asha } = await withNewBuyer(packShop)
  const { sql } = shop
  const ravi = await makeBuyer(shop, game, { INR: 500_00 })
  const link = async () => {
    const [row] = await sql<[{ id: string }]>`
      insert into pay_link (id, user_id, item_id, created_at, expires_at)
      values (gen_random_uuid(), ${asha.id}, ${item._id}, now(), now() + interval '1 day') returning id`
    return row.id
  }
  const by = (buyer: Buyer, payLink: string): NewOrder => ({
    ...toNewOrder(buyer, game._id, item),
    payLink,
  })
  const [one, other] = [await link(), await link()]
  const batch = [by(asha, one), by(ravi, one), by(asha, other)]
  assert.deepEqual(await codesOf(placeOrders(sql, batch)), [null, 'PAY_LINK_USED', null])

  const last = await link()
  const later = await sql.begin(async (tx) => {
    assert.deepEqual(await codesOf(placeOrders(tx, [by(asha, last)])), [null])
    const placing = codesOf(placeOrders(sql, [by(ravi, last)]))
    await untilWaitedFor(tx)
    return { placing }
  })
  assert.deepEqual(await later.placing, ['PAY_LINK_USED'])
})
