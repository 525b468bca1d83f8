import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { deleteUser } from '#contract/accounts/auth.ts'
import type { Gift } from '#contract/orders/gifts.ts'
import { editOrder, payOrder } from '#contract/orders/orders.ts'
import { keptSince } from '#contract/core/retention.ts'
import { signUp, tally } from '#tests/support/accounts/people.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { spend } from '#tests/support/money/ledger.ts'
import { give, makeGiver, newGift, untilMailed } from '#tests/support/orders/gifts.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { endOrder } from '#tests/support/orders/guests.ts'
import {
  makeBuyer,
  openUpiPackShop,
  order,
  placeByUpi,
  readOrder,
  untilOrder,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

const countGifts = async ({ shop }: PackShop, ids: string[]) =>
  (await shop.sql`select from order_gift where order_id = any(${ids}::uuid[])`).length

test('an unpaid order that is continued has the gift of the last try, and its mail waits for the delivery', async (packShop) => {
  const { shop, item, game } = packShop
  const buyer = await makeBuyer(shop, game)
  const [first, last] = [newGift(), newGift('From all of us')]
  const { id, url } = await placeByUpi(buyer, { item, gift: first })
  await placeByUpi(buyer, { item })
  assert.equal((await readOrder(buyer, id)).gift, null)
  for (const gift of [first, last, last])
    assert.equal((await placeByUpi(buyer, { item, gift })).id, id)
  assert.deepEqual((await readOrder(buyer, id)).gift, last)
  await payAt(shop, url)
  await untilOrder(buyer, id, 'processing')
  await endOrder(packShop, id, 'completed')
  await shop.inbox.find(last.email, /sent you/)
  assert.deepEqual(await shop.inbox.read(first.email), [])
})

test('an order paid after it was cancelled sends nothing to the friend', async (packShop) => {
  const { shop, admin, item, game } = packShop
  const buyer = await makeBuyer(shop, game)
  const gift = newGift()
  const { id, url } = await placeByUpi(buyer, { item, gift })
  await payAt(shop, url, { outcome: 'pending' })
  await admin.call(editOrder, { id, status: 'cancelled', note: '', reference: '' })
  await payAt(shop, url)
  await until(
    'the money is in the wallet',
    async () => (await readOrder(buyer, id)).isMoneyInWallet,
  )
  await untilMailed(packShop)
  assert.deepEqual(await shop.inbox.read(gift.email), [])
})

test('two unpaid orders with different gifts are two purchases', async (packShop) => {
  const { shop, item, game } = packShop
  const buyer = await makeBuyer(shop, game)
  const { id, url } = await placeByUpi(buyer, { item, gift: newGift() })
  const copyOf = async (gift: Gift | null) => {
    const copy = { id: randomUUID(), invoice: `GS${randomUUID()}` }
    await shop.sql`
      insert into orders
      select (jsonb_populate_record(orders, ${shop.sql.json(copy)})).* from orders where id = ${id}`
    if (gift)
      await shop.sql`insert into order_gift ${shop.sql.values({ orderId: copy.id, ...gift })}`
    return copy.id
  }
  const same = await copyOf((await readOrder(buyer, id)).gift)
  assert.equal((await buyer.call(payOrder, { id: same })).data.payment_url, url)
  for (const gift of [newGift(), null]) {
    const { data } = await buyer.call(payOrder, { id: await copyOf(gift) })
    assert.notEqual(data.payment_url, url)
  }
})

test('an order sent many times with one key has one gift, and a refused order has none', async (packShop) => {
  const { item, shop, game } = packShop
  const asha = await makeGiver(packShop)
  const gift = newGift()
  asha.headers['idempotency-key'] = 'gift-1'
  const answers = await Promise.all(Array.from({ length: 6 }, () => order(asha, { item, gift })))
  assert.deepEqual(tally(answers), { 200: 6 })
  const other = await order(asha, { item, gift: newGift() })
  assert.equal(other.code, 'IDEMPOTENCY_KEY_REUSED')
  const { _id: id } = answers[0]!.data
  assert.equal(await countGifts(packShop, [...new Set(answers.map(({ data }) => data._id))]), 1)
  assert.deepEqual((await readOrder(asha, id)).gift, gift)

  const poor = await makeBuyer(shop, game)
  const refused = newGift()
  assert.equal((await order(poor, { item, gift: refused })).code, 'BALANCE_TOO_LOW')
  const rows = await shop.sql`select from order_gift where email = ${refused.email}`
  assert.equal(rows.length, 0)
})

test('a gift with a link, without an address or without a payment is refused with the reason', async (packShop) => {
  const { admin, item } = packShop
  const asha = await makeGiver(packShop)
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = asha
  const refusalOf = async (way: 'wallet' | 'upi', gift: unknown) => {
    const input = { gameSlug, itemSlug, gameDetailId, currency: 'INR', gift }
    const { status, errors } = await asha.send('POST', `/api/v1/order/${way}`, input)
    return [status, errors.map(({ field, message }) => `${field}: ${message}`)]
  }
  for (const way of ['wallet', 'upi'] as const) {
    assert.deepEqual(await refusalOf(way, newGift('See www.evil.example')), [
      400,
      ['gift.message: A message can’t contain links. Please remove “http”, “www.” and “://”'],
    ])
    assert.deepEqual(await refusalOf(way, { message: 'Hi' }), [
      400,
      ['gift.email: Enter your friend’s email'],
    ])
  }
  const { couponCode } = await makeCoupon(admin, { discount: 100_00 })
  const free = await order(asha, { item, couponCode, gift: newGift() })
  assert.deepEqual([free.status, free.code], [409, 'GIFT_NEEDS_PAYMENT'])
  assert.equal((await order(asha, { item, couponCode })).status, 200)
})

test('API clients can’t make a gift', async (packShop) => {
  const { shop, admin, item } = packShop
  const apiClient = await openApiClient(await makeReseller(shop, admin))
  const input = { productId: item._id, playerId: '300000001', reference: 'gift-1', currency: 'INR' }
  const send = (body: object) => apiClient.send('POST', '/api/v1/reseller/orders', body)
  const { status, message } = await send({ ...input, gift: newGift() })
  assert.deepEqual([status, message], [400, 'Unknown field: gift'])
  assert.equal((await send(input)).status, 200)
})

test('a gift goes with the account of its giver, and its address with the account of the friend', async (packShop) => {
  const { shop } = packShop
  const asha = await makeGiver(packShop)
  const other = await makeGiver(packShop)
  const friend = await signUp(shop, 'Kiran Friend')
  const gift = { email: friend.email, message: `For ${friend.email}` }
  const [own, others] = [await give(asha, packShop, newGift()), await give(other, packShop, gift)]
  await endOrder(packShop, own, 'completed')
  await untilMailed(packShop)
  await spend(shop.sql, asha.id, 900_00)
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  assert.equal((await friend.call(deleteUser, {})).status, 200)
  await until('the gift is erased', async () => (await countGifts(packShop, [own])) === 0)
  await addJob(shop, 'sweep-traces', {})
  await until('the friend is erased', async () => {
    const shown = (await readOrder(other, others)).gift!
    return shown.email === '[erased]' && shown.message === 'For [erased]'
  })
  await endOrder(packShop, others, 'completed')
  await untilMailed(packShop)
  assert.deepEqual(
    (await shop.inbox.read(friend.email)).filter(({ subject }) => /sent you/.test(subject)),
    [],
  )
})

test('a gift is forgotten 30 days after the end of its order, and not before', async (packShop) => {
  const { shop } = packShop
  const asha = await makeGiver(packShop)
  const ids = [
    await give(asha, packShop, newGift()),
    await give(asha, packShop, newGift()),
    await give(asha, packShop, newGift()),
  ]
  for (const id of ids.slice(0, 2)) await endOrder(packShop, id, 'completed')
  await endOrder(packShop, ids[0]!, 'refunded') // the end stays when it was
  await untilMailed(packShop)
  const [row] = await shop.sql<{ now: Date }[]>`select now() as now`
  const limit = keptSince('gift', row!.now).getTime()
  await shop.sql`update order_gift set ended_at = ${new Date(limit - 60_000)} where order_id = ${ids[0]!}`
  await shop.sql`update order_gift set ended_at = ${new Date(limit + 600_000)} where order_id = ${ids[1]!}`
  await addJob(shop, 'clean-up', {})
  await until('the old one is gone', async () => (await countGifts(packShop, [ids[0]!])) === 0)
  assert.equal(await countGifts(packShop, ids), 2)
  assert.equal((await readOrder(asha, ids[0]!)).gift, null)
})
