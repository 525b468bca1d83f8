import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { tellApiClients } from './tell-api-clients.ts'

test('a program hears of every change of its orders and knows the last, however often it falls down meanwhile', async (t) => {
  await using stack = new AsyncDisposableStack()
  const shop = await openShop(t)
  const other = await shop.openNode()
  const { sandboxUrl, sql } = shop
  const setup = { urls: [shop.url, other.url], sandboxUrl, sql }
  const told = await tellApiClients(setup, stack, { orders: 40, seed: 7, atOnce: 8 })
  assert.deepEqual(told.wrong, [])
  assert.equal(told.orders, 40)
  const { orders, falls, repeated, events } = told
  assert.ok(falls > 0 && repeated > 0 && events >= 2 * orders, JSON.stringify(told))
})
