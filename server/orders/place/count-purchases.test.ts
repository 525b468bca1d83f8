import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findItem } from '#contract/catalogue/catalog.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

test('purchases are counted automatically, and every node shows the count and the stock left', async (t) => {
  const { shop, admin, game, asha } = await openPackShop(t)
  const item = await makeItem(admin, game, { quantity: 5, isShowQuantity: true })
  const node = await shop.openNode()
  const { itemSlug } = item
  const show = async () => {
    const { data } = await node.visitor.call(findItem, { itemSlug })
    return [data.noOfPurchases, data.quantity]
  }
  assert.deepEqual(await show(), [0, 5])
  for (let count = 0; count < 3; count++) await order(asha, { item })
  assert.deepEqual(await show(), [0, 5]) // one order does not invalidate the cache
  shop.wait(61_000)
  await until('the count is shown', async () => (await show())[0] === 3)
  assert.deepEqual(await show(), [3, 2])
})

test('a sold-out pack is shown as such at once, and returns when an order returns its stock', async (t) => {
  const { shop, admin, game, asha } = await openPackShop(t)
  const item = await makeItem(admin, game, { quantity: 1 })
  const { itemSlug } = item
  const isShown = async () => (await shop.visitor.call(findItem, { itemSlug })).data.itemAvailablity
  assert.equal(await isShown(), true)
  const { data } = await order(asha, { item })
  await until('it is shown as gone', async () => !(await isShown()))
  await shop.sql`select take_back_order(orders) from orders where id = ${data._id}`
  await until('it is there again', isShown)
  const [row] =
    await shop.sql`select quantity, (select sum(count)::int from item_sale) as sold from item where id = ${item._id}`
  assert.deepEqual(row, { quantity: 1, sold: 0 })
})
