import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { editItem } from '#contract/catalogue/games.ts'
import { correctPlayer } from '#contract/orders/deliveries.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { openBadLine } from '#tests/support/network/bad-line.ts'
import { endow } from '#tests/support/money/ledger.ts'
import {
  hasEnded,
  listDelivered,
  openDeliveryShop,
  PLAYERS,
  waitForAll,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'
import { order, readOrder } from '#tests/support/orders/orders.ts'
import { listen } from '#tests/support/resellers/webhooks.ts'
import { connectShops, openShopWithAdmin, resell } from '#tests/support/resellers/two-shops.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const ORDERS = /^POST .*\/reseller\/orders$/
const ENOUGH = 100_000_00

/** A seller whose pack comes from UniPin, and a buyer who sells it on. Their calls and webhooks pass through bad lines. */
async function openTwoShops(t: TestContext, money = ENOUGH) {
  const pack = { resellerSellingPrice: 90_00, quantity: null }
  const env = { LIMIT_API_REQUESTS_PER_SECOND: '100000' }
  const seller = await openDeliveryShop(t, { pack, env })
  const opened = await openShopWithAdmin(t)
  const calls = await openBadLine(t, seller.shop.url)
  const connection = await connectShops(opened, seller, { url: calls.url, money })
  const buyer = await resell(opened, seller)
  const hooks = await openBadLine(t, buyer.shop.url)
  const path = new URL(connection.callbackUrl).pathname
  const { secret } = await listen(connection.reseller, { url: hooks.url + path })
  await connection.edit({ webhookSecret: secret })
  return { seller, buyer, calls, hooks, ...connection }
}

type TwoShops = Awaited<ReturnType<typeof openTwoShops>>

/** A customer of the buyer's shop buys for a player, and saves the player first. */
async function buy({ buyer }: TwoShops, playerId: string = PLAYERS.good): Promise<string> {
  const { asha, game, item } = buyer
  const player = { playerId, zoneId: '', gameSlug: game.gameSlug, itemSlug: '' }
  const { data: saved, message: unsaved } = await asha.call(createGameDetail, player)
  assert.ok(saved, unsaved)
  const { data, message } = await order({ ...asha, gameDetailId: saved._id }, { item })
  assert.ok(data, message)
  return data._id
}

async function buyAll(shops: TwoShops, playerIds: string[]): Promise<string[]> {
  const ids = []
  for (const playerId of playerIds) ids.push(await buy(shops, playerId))
  return ids
}

/** Moves both clocks until each order of the buyer's customers has ended, or waits for its player. */
async function settle({ buyer, seller }: TwoShops, waited = 0): Promise<number> {
  const isOver = async () => {
    const open = await buyer.shop.sql`
      select from orders where status = 'processing' and held_for is null`
    return open.length === 0
  }
  return 1_000 * (await waitForAll([buyer.shop, seller.shop], isOver, waited))
}

const statusesOf = async ({ buyer }: TwoShops, ids: string[]): Promise<string[]> => {
  const orders = await Promise.all(ids.map((id) => readOrder(buyer.asha, id)))
  return orders.map(({ status }) => status)
}

const paise = async ({ sql }: TestShop, query: ReturnType<TestShop['sql']>): Promise<number> => {
  const [row] = await sql<{ paise: number }[]>`select coalesce((${query}), 0)::bigint as paise`
  return row!.paise
}

/** Each order was delivered once or paid back, and what one shop paid is what the other one has sold. */
async function checkBooks({ buyer, seller, reseller }: TwoShops, money: number): Promise<void> {
  const { sql } = buyer.shop
  const orders = await sql<{ status: string; references: string[] }[]>`
    select status, array(select reference from dispatch where order_id = orders.id) as references from orders`
  const sold = await seller.shop.sql<{ reference: string; dispatched: string }[]>`
    select reseller_order.reference, dispatch.reference as dispatched
    from orders join reseller_order on reseller_order.order_id = orders.id
    join dispatch on dispatch.order_id = orders.id where orders.status = 'completed'`
  for (const { status, references } of orders) {
    const count = sold.filter(({ reference }) => references.includes(reference)).length
    assert.equal(count, status === 'completed' ? 1 : 0, `${status} ${references.join()}`)
  }
  const delivered = (await listDelivered(seller.shop)).map(({ reference }) => reference)
  assert.deepEqual(delivered.toSorted(), sold.map(({ dispatched }) => dispatched).toSorted())

  const costs = await paise(
    buyer.shop,
    sql`select sum(cost::numeric * 100) from dispatch where state = 'delivered'`,
  )
  const sales = await paise(
    seller.shop,
    seller.shop
      .sql`select sum(amount) from orders where user_id = ${reseller.id} and status = 'completed'`,
  )
  assert.equal(costs, sales)
  assert.equal((await reseller.call(getUser, {})).data.balance, money - sales)
  const completed = orders.filter(({ status }) => status === 'completed').length
  assert.equal((await buyer.asha.call(getUser, {})).data.balance, 10_000_00 - completed * 120_00)
  for (const { shop } of [buyer, seller]) assert.equal((await verifyLedger(shop.sql)).fault, null)
}

test('two shops trade through lost answers and webhooks, and their books agree', async (t) => {
  const shops = await openTwoShops(t)
  const { calls, hooks } = shops
  calls.only = ORDERS
  calls.faults = ['lose reply', 'twice', 'lose request', 'refuse', 'lose reply', 'twice', 'refuse']
  hooks.faults = ['twice', 'lose request', 'lose reply', 'twice', 'lose request', 'lose request']
  const { good, callbacks, refused, lostAndDelivered, lostAndRefused } = PLAYERS
  const players = [good, good, refused, lostAndDelivered, good, lostAndRefused, callbacks]
  const ids = await buyAll(shops, [...players, good, refused, good])
  await settle(shops)
  assert.deepEqual(
    await statusesOf(shops, ids),
    [...players, good, refused, good].map((player) =>
      player === refused || player === lostAndRefused ? 'failed' : 'completed',
    ),
  )
  assert.deepEqual([calls.faults, hooks.faults], [[], []])
  await checkBooks(shops, ENOUGH)
})

test('orders of a seller that is down wait for it, or are paid back', async (t) => {
  const shops = await openTwoShops(t)
  const { seller } = shops
  const [known, lost] = await buyAll(shops, [PLAYERS.good, PLAYERS.good])
  await seller.shop.stop()
  const waiting = await buyAll(shops, [PLAYERS.good, PLAYERS.good])
  const { port } = new URL(seller.shop.url)
  shops.seller.shop = await seller.shop.openNode({ PORT: port })
  const waited = await settle(shops)
  for (const status of await statusesOf(shops, [known!, lost!, ...waiting]))
    assert.equal(status, 'completed')
  await shops.seller.shop.stop()
  await shops.edit({ url: seller.shop.url }) // without the line, the shop sees that nobody listens
  const never = await buy(shops)
  await waitForAll(
    [shops.buyer.shop],
    async () => {
      return (await readOrder(shops.buyer.asha, never)).status !== 'processing'
    },
    waited,
  )
  assert.deepEqual(await statusesOf(shops, [never]), ['failed'])
  shops.seller.shop = await shops.seller.shop.openNode({ PORT: port })
  await checkBooks(shops, ENOUGH)
})

test('a dearer pack and an empty wallet at the seller pay the customer back', async (t) => {
  const money = 400_00
  const shops = await openTwoShops(t, money)
  const { seller, buyer, reseller } = shops
  const setPrice = (resellerSellingPrice: number) =>
    seller.admin.call(editItem, {
      itemId: seller.item._id,
      sellingPrice: 200_00,
      resellerSellingPrice,
    })
  await setPrice(120_01)
  const dear = await buy(shops)
  await settle(shops)
  await setPrice(119_99)
  const ids = await buyAll(shops, Array<string>(4).fill(PLAYERS.good))
  await settle(shops)
  assert.deepEqual(await statusesOf(shops, [dear]), ['failed'])
  const statuses = await statusesOf(shops, ids)
  assert.equal(statuses.filter((status) => status === 'completed').length, 3)
  const reasons = await buyer.shop.sql<{ reason: string }[]>`
    select reason from dispatch where state = 'refused' order by id`
  assert.deepEqual(
    reasons.map(({ reason }) => reason),
    ['price', 'balance'],
  )
  await checkBooks(shops, money)

  await endow(seller.shop.sql, reseller.id, 1_000_00)
  const last = await buy(shops)
  await settle(shops)
  assert.deepEqual(await statusesOf(shops, [last]), ['completed'])
  await checkBooks(shops, money + 1_000_00)
})

test('a customer corrects a player that the seller’s game doesn’t know', async (t) => {
  const shops = await openTwoShops(t)
  const { buyer, calls } = shops
  calls.only = /validate-player/
  calls.faults = ['lose request']
  const id = await buy(shops, PLAYERS.unknown)
  await settle(shops)
  assert.equal((await readOrder(buyer.asha, id)).heldFor, 'player')
  const corrected = { id, playerId: PLAYERS.good, zoneId: '' }
  assert.equal((await buyer.asha.call(correctPlayer, corrected)).status, 200)
  await settle(shops)
  assert.equal((await waitForOrder(buyer, id, hasEnded)).status, 'completed')
  await checkBooks(shops, ENOUGH)
})
