import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { editItem } from '#contract/catalogue/games.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { buyFor, waitForAll } from '#tests/support/orders/deliveries.ts'
import { readOrder, type PackShop } from '#tests/support/orders/orders.ts'
import { connectShops, openShopWithAdmin, resell } from '#tests/support/resellers/two-shops.ts'

/** Shops in a ring: each sells what the next one delivers, and the last one what the first one does. */
async function openRing(t: TestContext, count: number) {
  const shops = await Promise.all(Array.from({ length: count }, () => openShopWithAdmin(t)))
  const [first] = shops as [(typeof shops)[0]]
  const packs: PackShop[] = []
  // Each shop's pack names one of the shop before it, so the first one's product is entered last.
  for (const shop of shops.toReversed()) {
    const sold = packs.at(-1) ?? { game: { gameSlug: 'later' }, item: { _id: 'later' } }
    packs.push(await resell(shop, sold as PackShop, { sellingPrice: 100_00 }))
  }
  const [last, own] = [packs[0]!, packs.at(-1)!]
  await last.admin.call(editItem, { itemId: last.item._id, serviceId: own.item._id })
  const resellers = []
  for (const [index, shop] of shops.entries()) {
    const seller = shops[index + 1] ?? first
    resellers.push({ ...seller, ...(await connectShops(shop, seller)) })
  }
  return { packs, own, resellers }
}

for (const count of [1, 2, 3])
  test(`an order in a ring of ${count} shops comes back once, and everybody gets the money back`, async (t) => {
    const { packs, own, resellers } = await openRing(t, count)
    const id = await buyFor({ ...own, provider: 'gemstall' as never }, { id: '123456789' })
    const shops = packs.map(({ shop }) => shop)
    await waitForAll(shops, async () => (await readOrder(own.asha, id)).status !== 'processing')
    assert.equal((await readOrder(own.asha, id)).status, 'failed')
    const { data: customer } = await own.asha.call(getUser, {})
    assert.equal(customer.balance, 10_000_00)
    for (const { reseller } of resellers)
      assert.equal((await reseller.call(getUser, {})).data.balance, 1_000_00)
    for (const { shop } of packs) {
      const orders = await shop.sql`select status from orders`
      assert.deepEqual([...orders], [{ status: 'failed' }])
      const dispatches = await shop.sql`select state, reason, words from dispatch`
      assert.equal(dispatches.length, 1)
      assert.equal(dispatches[0]!['state'], 'refused')
      assert.equal((await verifyLedger(shop.sql)).fault, null)
    }
    const refused = await packs[0]!.shop.sql`select reason, words from dispatch`
    assert.equal(refused[0]!['reason'], 'product')
    assert.match(String(refused[0]!['words']), /ORDER_LOOP/)
  })
