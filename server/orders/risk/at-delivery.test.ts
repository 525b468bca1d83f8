import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login, reauthenticate } from '#contract/accounts/auth.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { addBan } from '#contract/orders/risk.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import { keepCookie, logIn, PASSWORD } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { openApiClient, orderByApiClient } from '#tests/support/resellers/api-clients.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { beginTopUp, payAt } from '#tests/support/money/payments.ts'
import { order, placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import {
  balanceIn,
  goLive,
  newBuyer,
  openRiskShop,
  untilHeld,
} from '#tests/support/orders/risk-shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

test('an order is judged again before its delivery, with orders that were placed after it', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item, game, shop: node } = shop
  await goLive(shop, 'refuse', [{ is: 'orders', by: 'customer', hours: 1, count: 2 }])
  const first = await placeByUpi(asha, { item })
  const other = { ...asha, gameDetailId: await makePlayer(asha, game, '300000009') }
  const second = await placeByUpi(other, { item })
  await payAt(node, second.url)
  await untilOrder(asha, second.id, 'completed')
  await payAt(node, first.url)
  await untilHeld(asha, first.id)
})

test('an order that slipped past a step-up is held unless its customer has confirmed since', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item, game, shop: node } = shop
  await goLive(shop, 'step-up', [{ is: 'orders', by: 'customer', hours: 1, count: 2 }])
  await proveEmail(node, asha) // for more than two unpaid orders
  node.wait(11 * MINUTE_MS)
  const buyers = [
    asha,
    { ...asha, gameDetailId: await makePlayer(asha, game, '300000009') },
    { ...asha, gameDetailId: await makePlayer(asha, game, '300000010') },
  ]
  const [first, second, third] = [
    await placeByUpi(buyers[0]!, { item }),
    await placeByUpi(buyers[1]!, { item }),
    await placeByUpi(buyers[2]!, { item }),
  ]
  await payAt(node, first.url)
  await untilOrder(asha, first.id, 'completed')
  await payAt(node, second.url)
  await untilHeld(asha, second.id)
  await asha.call(reauthenticate, { password: PASSWORD })
  await payAt(node, third.url)
  await untilOrder(asha, third.id, 'completed')
})

test('an order that slipped past a step-up is held although the password was given, if there is a second factor', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item, game, shop: node } = shop
  await goLive(shop, 'step-up', [{ is: 'orders', by: 'customer', hours: 1, count: 2 }])
  await setUpApp(asha)
  node.wait(11 * MINUTE_MS)
  await asha.call(reauthenticate, { password: PASSWORD })
  const gameDetailId = await makePlayer(asha, game, '300000009')
  const first = await placeByUpi(asha, { item })
  const second = await placeByUpi({ ...asha, gameDetailId }, { item })
  await payAt(node, first.url)
  await untilOrder(asha, first.id, 'completed')
  await payAt(node, second.url)
  await untilHeld(asha, second.id)
})

test('rules judge no reseller, but bans do', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  await goLive(shop, 'refuse', [{ is: 'amount', rupees: 1 }])
  assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN')
  await proveEmail(shop.shop, asha)
  const role = { id: asha.id, role: 'reseller' } as const
  assert.equal((await admin.call(editUserAsAdmin, role)).status, 200)
  const placed = await order(asha, { item })
  await untilOrder(asha, placed.data._id, 'completed')
  await admin.call(addBan, { kind: 'email', value: asha.email, note: 'Fraud' })
  assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN')
  const apiClient = await openApiClient(asha)
  const sent = { productId: item._id, playerId: '123456789', reference: 'of-a-banned-reseller' }
  await untilHeld(asha, (await orderByApiClient(apiClient, sent)).data._id)
})

test('two people in one browser share a device, and people in other browsers don’t', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item } = shop
  const ravi = await newBuyer(shop, 'Ravi Kumar', '300000001')
  const meena = await newBuyer(shop, 'Meena Iyer', '300000002')
  await goLive(shop, 'refuse', [{ is: 'accounts', by: 'device', hours: 24, count: 2 }])
  for (const person of [asha, ravi]) {
    person.headers['cookie'] = asha.headers['cookie'] ?? ''
    const { email, password } = person
    keepCookie(asha, await person.call(login, { email, password }))
    person.headers['cookie'] = asha.headers['cookie']!
  }
  assert.equal((await order(meena, { item })).status, 200)
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await order(ravi, { item })).code, 'ORDER_NOT_TAKEN')
  assert.equal((await order(meena, { item })).status, 200)
  assert.equal((await order(asha, { item })).status, 200)
})

test('a player counts in one game, and the same ID in another game is somebody else', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  await goLive(shop, 'refuse', [{ is: 'orders', by: 'player', hours: 24, count: 2 }])
  const game = await makeGame(admin)
  const elsewhere = { ...asha, gameDetailId: await makePlayer(asha, game) }
  const pack = await makeItem(admin, game)
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await order(elsewhere, { item: pack })).status, 200)
  assert.equal((await order(elsewhere, { item: pack })).code, 'ORDER_NOT_TAKEN')
})

test('a wallet order answers for who filled the wallet in the last 30 days, not for who paid orders', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, shop: node } = shop
  const direct = await placeByUpi(asha, { item })
  await payAt(node, direct.url, { payer: 'thief@okbank' })
  await untilOrder(asha, direct.id, 'completed')
  await admin.call(addBan, { kind: 'vpa', value: 'thief@okbank', note: 'Stolen phone' })
  await untilOrder(asha, (await order(asha, { item })).data._id, 'completed')
  const before = await balanceIn(asha)
  await payAt(node, await beginTopUp(asha, 100), { payer: 'thief@okbank' })
  await until('it is in the wallet', async () => (await balanceIn(asha)) === before + 100_00)
  assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN')
  node.wait(31 * DAY_MS)
  const later = { ...(await logIn(asha)), gameDetailId: asha.gameDetailId }
  await untilOrder(later, (await order(later, { item })).data._id, 'completed')
})
