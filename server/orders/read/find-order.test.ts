import assert from 'node:assert/strict'
import { findOrder, findOrderAsAdmin } from '#contract/orders/orders.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openShop)

test('an order is visible to its owner and administrators, and does not exist for others', async (shop) => {
  const admin = await signUpAdmin(shop)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const id = await makeOrder(shop.sql, { userId: asha.id, pack: await makePack(admin) })
  const { data, status } = await asha.call(findOrder, { id })
  assert.deepEqual([status, data._id, data.version], [200, id, 1])
  assert.deepEqual((await admin.call(findOrderAsAdmin, { id })).data, data)
  const unknown = crypto.randomUUID()
  for (const [person, sought] of [
    [rohan, id],
    [admin, id],
    [asha, unknown],
  ] as const) {
    const answer = await person.call(findOrder, { id: sought })
    assert.deepEqual([answer.status, answer.code], [404, 'NO_SUCH_ORDER'])
  }
  assert.equal((await asha.call(findOrderAsAdmin, { id })).status, 403)
  assert.equal((await admin.call(findOrderAsAdmin, { id: unknown })).code, 'NO_SUCH_ORDER')
  assert.equal((await shop.visitor.call(findOrder, { id })).status, 401)
})

test('an order shows its timeline from the start', async (shop) => {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const pack = await makePack(admin)
  const input = { userId: asha.id, pack, at: new Date('2026-01-01T10:00:00Z') }
  const tell = async (id: string) =>
    (await asha.call(findOrder, { id })).data.timeline.map(({ number, status, message }) => [
      number,
      status,
      message,
    ])
  const placed = [1, 'pending', 'Order placed']
  assert.deepEqual(await tell(await makeOrder(shop.sql, input)), [
    placed,
    [2, 'processing', 'Paid from your wallet'],
  ])
  assert.deepEqual(await tell(await makeOrder(shop.sql, { ...input, method: 'upi' })), [
    [1, 'pending', 'Order placed, waiting for your payment'],
  ])
  const free = { ...input, price: 50_00, discount: 50_00 }
  assert.deepEqual(await tell(await makeOrder(shop.sql, free)), [
    placed,
    [2, 'processing', 'Nothing to pay'],
  ])
})
