import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reauthenticate } from '#contract/accounts/auth.ts'
import { listRiskRefusals } from '#contract/orders/risk.ts'
import { confirmByCode } from '#contract/accounts/second-factor.ts'
import { ruleInWords as ruleWords } from '#contract/orders/risk-rules.ts'
import { codeAt, setUpApp } from '#tests/support/accounts/factors.ts'
import { PASSWORD, logIn } from '#tests/support/accounts/people.ts'
import { beginTopUp, payAt } from '#tests/support/money/payments.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { order, placeByUpi, readOrder, untilOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import {
  balanceIn,
  goLive,
  newBuyer,
  openRiskShop,
  reviewsOf,
  untilHeld,
} from '#tests/support/orders/risk-shop.ts'

test('a refused order costs nothing, tells the customer, and is on record with its reason', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  await goLive(shop, 'refuse', [{ is: 'orders', by: 'customer', hours: 24, count: 2 }])
  const first = await order(asha, { item })
  assert.equal(first.status, 200)
  for (let count = 0; count < 2; count++) {
    const { status, code, message } = await order(asha, { item })
    assert.deepEqual([status, code], [403, 'ORDER_NOT_TAKEN'])
    assert.match(message, /Nothing was charged/)
  }
  const upi = await placeByUpi(asha, { item }).catch((error: Error) => error.message)
  assert.match(String(upi), /can’t take this order/)
  assert.equal(await balanceIn(asha), 900_00)
  await untilOrder(asha, first.data._id, 'completed')
  const { data } = await admin.call(listRiskRefusals, { page: 1, limit: 10 })
  assert.deepEqual(
    data.refusals.map(({ fullName, outcome, count, reasons }) => [
      fullName,
      outcome,
      count,
      reasons[0]!.words,
    ]),
    [
      [
        'Asha Rao',
        'refuse',
        3,
        'Refuse the order when the customer has made 2 or more orders in 24 hours.',
      ],
    ],
  )
  shop.shop.wait(25 * 60 * 60_000)
  const again = await logIn(asha)
  assert.equal((await order({ ...asha, ...again }, { item })).status, 200)
})

test('orders placed at the same moment do not slip past a limit: those above it are held', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item } = shop
  await goLive(shop, 'refuse', [{ is: 'orders', by: 'customer', hours: 1, count: 3 }])
  const answers = await Promise.all(Array.from({ length: 6 }, () => order(asha, { item })))
  const placed = answers.filter(({ status }) => status === 200).map(({ data }) => data._id)
  const states = async () =>
    Promise.all(
      placed.map(async (id) => {
        const { status, heldFor } = await readOrder(asha, id)
        return heldFor ?? status
      }),
    )
  await until('all are decided', async () => !(await states()).includes('processing'))
  const delivered = (await states()).filter((state) => state === 'completed')
  assert.ok(delivered.length <= 2, `${delivered.length} delivered`)
})

test('a step-up asks for the password once, and an unproven order is not placed', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  await goLive(shop, 'step-up', [{ is: 'amount', rupees: 50 }])
  assert.equal((await order(asha, { item })).status, 200) // has just signed in
  shop.shop.wait(9 * 60_000)
  assert.equal((await order(asha, { item })).status, 200)
  shop.shop.wait(60_000)
  const refused = await order(asha, { item })
  assert.deepEqual([refused.status, refused.code], [403, 'PASSWORD_NEEDED'])
  assert.equal(await balanceIn(asha), 800_00)
  await asha.call(reauthenticate, { password: PASSWORD })
  const third = await order(asha, { item })
  assert.equal(third.status, 200)
  await untilOrder(asha, third.data._id, 'completed')
  const { data } = await (await logIn(admin)).call(listRiskRefusals, { page: 1, limit: 10 })
  assert.deepEqual(
    data.refusals.map(({ outcome, count }) => [outcome, count]),
    [['step-up', 1]],
  )
})

test('a customer with a second factor shows that at a step-up, and the order is delivered', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item } = shop
  await goLive(shop, 'step-up', [{ is: 'amount', rupees: 50 }])
  const { secret } = await setUpApp(asha)
  shop.shop.wait(11 * 60_000)
  await asha.call(reauthenticate, { password: PASSWORD })
  assert.equal((await order(asha, { item })).code, 'SECOND_FACTOR_NEEDED')
  const code = codeAt(secret, new Date(Date.now() + 11 * 60_000))
  await asha.call(confirmByCode, { code })
  const { data } = await order(asha, { item })
  await untilOrder(asha, data._id, 'completed')
})

test('devices, networks, players and payers are counted over all accounts', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item } = shop
  const ravi = await newBuyer(shop, 'Ravi Kumar', '300000001')
  const rules = {
    player: await goLive(shop, 'hold', [{ is: 'accounts', by: 'player', hours: 24, count: 2 }]),
    address: await goLive(shop, 'hold', [{ is: 'orders', by: 'address', hours: 1, count: 3 }]),
  }
  const first = (await order(asha, { item })).data._id
  await untilOrder(asha, first, 'completed')
  const other = (await order(ravi, { item })).data._id
  await untilOrder(ravi, other, 'completed')
  const gameDetailId = await makePlayer(ravi, shop.game) // Asha's player
  const shared = (await order({ ...ravi, gameDetailId }, { item })).data._id
  await untilHeld(ravi, shared)
  const [review] = await reviewsOf(shop)
  assert.deepEqual(
    review!.reasons.map(({ words }) => words),
    [rules.player, rules.address].map(({ outcome, conditions }) =>
      ruleWords({ outcome, conditions }),
    ),
  )
})

test('a payer is known to the shop when the money arrives: its name and its other accounts count', async (t) => {
  const shop = await openRiskShop(t)
  const { asha, item, shop: node } = shop
  await goLive(shop, 'hold', [{ is: 'accounts', by: 'payer', hours: 24, count: 2 }])
  const ravi = await newBuyer(shop, 'Ravi Kumar', '300000001')
  const mine = await placeByUpi(asha, { item })
  await payAt(node, mine.url, { payer: 'asha@okbank' })
  await untilOrder(asha, mine.id, 'completed')
  const his = await placeByUpi(ravi, { item })
  await payAt(node, his.url, { payer: 'Asha@okbank' })
  await untilHeld(ravi, his.id)
  const [review] = await reviewsOf(shop)
  assert.deepEqual(review!.payers, [{ shown: 'As…@okbank', name: '' }])
  assert.deepEqual(review!.bannable, ['player', 'email', 'phone', 'address', 'vpa'])
  const [row] =
    await node.sql`select payer, payer_shown from capture where payer is not null limit 1`
  assert.match(row!['payer'] as string, /^vpa [\da-f]{64}$/)

  // Money that this payer puts into a wallet makes the wallet's orders risky too.
  const meena = await newBuyer(shop, 'Meena Iyer', '300000002')
  await payAt(node, await beginTopUp(meena, 100), { payer: 'asha@okbank' })
  await until('it is in the wallet', async () => (await balanceIn(meena)) === 1_100_00)
  const last = (await order(meena, { item })).data._id
  await untilHeld(meena, last)
})
