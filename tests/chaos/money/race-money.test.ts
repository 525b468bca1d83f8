import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { openRaceShop } from './open-race-shop.ts'
import { raceMoney } from './race-money.ts'
import { raceRefunds } from './race-refunds.ts'
import { raceSpends } from './race-spends.ts'
import { tamperOrders } from './tamper-orders.ts'

test('races over two nodes sell no more than there is, and nobody can set a price', async (t) => {
  const shop = await openShop(t, {
    env: { LIMIT_COUPON_TRIES_PER_HOUR: '1000000', DATABASE_CONNECTIONS_MAX: '6' },
  })
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const raceShop = await openRaceShop({ urls: [shop.url, other.url], sandboxUrl, sql }, 4)
  const dice = createDice(7)
  const spends = await raceSpends(raceShop, { rounds: 2, atOnce: 30, dice })
  const money = await raceMoney(raceShop, { rounds: 2, dice })
  const refunds = await raceRefunds(raceShop, { orders: 8, dice, atOnce: 6 })
  const tampered = await tamperOrders(raceShop, { calls: 30, dice })
  const wrong = [spends, money, refunds, tampered].flatMap((report) => report.wrong)
  assert.deepEqual(wrong, [])
  assert.deepEqual(await auditBooks(sql), [])
  assert.equal(refunds.refunds, 8)
  assert.ok(spends.won > 0 && money.sentBack > 0 && tampered.refused > 0 && tampered.taken > 0)
})
