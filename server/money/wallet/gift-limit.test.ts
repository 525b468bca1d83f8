import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import { adjustBalance, approveAdjustment } from '#contract/money/adjustments.ts'
import { giftBalance, giftForeignBalance } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { createPerson, logIn, signUp, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

async function open(t: Parameters<typeof openShop>[0], env: Record<string, string> = {}) {
  const shop = await openShop(t, { env })
  const [admin, other] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const asha = await signUp(shop, 'Asha Rao')
  const words = { userId: asha.id, reason: 'Late delivery', note: 'See ticket 7' }
  const gift = (amount: number, by = admin) =>
    by.call(giftBalance, { userId: asha.id, reason: 'Late delivery', amount })
  const adjust = (amount: number, by = admin) => by.call(adjustBalance, { ...words, amount })
  const has = async () => (await asha.call(getUser, {})).data.balance
  return { shop, admin, other, asha, gift, adjust, has }
}

const HUNDRED = { ADJUSTMENT_ALONE_MAX_RUPEES: '100' }
const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

test('a gift above the limit changes nothing, and an adjustment gives it after a second approval', async (t) => {
  const { shop, admin, other, gift, adjust, has } = await open(t)
  admin.headers['idempotency-key'] = 'monday'
  const refused = await gift(10_000_01)
  assert.deepEqual([refused.status, refused.code], [409, 'GIFT_ABOVE_LIMIT'])
  const message =
    'Gifts and adjustments above ₹10,000.00 in 24 hours need a second administrator. Use an adjustment instead'
  assert.deepEqual(refused.errors, [{ field: 'amount', message }])
  for (const table of ['transfer', 'posting', 'gift_reason', 'idempotency', 'adjustment'])
    assert.equal((await shop.sql`select from ${shop.sql(table)}`).length, 0, table)
  assert.deepEqual(await listActions(shop), [])

  assert.equal((await gift(10_000_00)).status, 200, 'the limit itself, with the same key')
  delete admin.headers['idempotency-key']
  assert.equal((await gift(1)).code, 'GIFT_ABOVE_LIMIT')
  const { data: asked } = await adjust(1)
  assert.equal(asked.state, 'waiting')
  const own = await admin.call(approveAdjustment, { id: asked._id })
  assert.deepEqual([own.status, own.code], [409, 'OWN_ADJUSTMENT'])
  assert.equal(await has(), 10_000_00)
  assert.equal((await other.call(approveAdjustment, { id: asked._id })).status, 200)
  assert.equal(await has(), 10_000_01)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('gifts and adjustments of an administrator add up to one limit, whoever gets them', async (t) => {
  const { shop, admin, other, gift, adjust } = await open(t, HUNDRED)
  const bala = await signUp(shop, 'Bala Iyer')
  assert.equal((await gift(30_00)).status, 200)
  assert.equal((await adjust(-40_00)).data.state, 'done')
  const toBala = (amount: number) => admin.call(giftBalance, { userId: bala.id, amount })
  assert.equal((await toBala(30_01)).code, 'GIFT_ABOVE_LIMIT')
  assert.equal((await toBala(30_00)).status, 200)
  assert.equal((await gift(1)).code, 'GIFT_ABOVE_LIMIT')
  const { data: asked } = await adjust(50_00)
  assert.equal(asked.state, 'waiting')
  assert.equal((await gift(99_99, other)).status, 200, 'each has their own limit')
  assert.equal((await other.call(approveAdjustment, { id: asked._id })).status, 200)
  assert.equal((await gift(1, other)).status, 200, 'an approval uses up no limit')
  assert.equal((await adjust(1, other)).data.state, 'waiting')

  shop.wait(DAY_MS - 10 * MINUTE_MS)
  const later = await logIn(admin)
  assert.equal((await gift(1, later)).code, 'GIFT_ABOVE_LIMIT')
  shop.wait(10 * MINUTE_MS)
  assert.equal((await gift(100_00, later)).status, 200, 'the next day')
  assert.equal((await gift(1, later)).code, 'GIFT_ABOVE_LIMIT')
})

test('gifts and adjustments sent at once to two nodes stay within the limit', async (t) => {
  const { shop, admin } = await open(t, HUNDRED)
  const { url } = await shop.openNode()
  const nodes = [admin, createPerson(url, admin.tokens)]
  const customers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => signUp(shop, `Customer ${nth}`)),
  )
  const words = { reason: 'Late delivery', note: 'See ticket 7' }
  const answers = await Promise.all(
    customers.map(async ({ id: userId }, nth) => {
      const node = nodes[nth % 2]!
      const sent = { userId, amount: 30_00 }
      if (nth % 3 > 0) return (await node.call(giftBalance, sent)).status === 200
      return (await node.call(adjustBalance, { ...sent, ...words })).data.state === 'done'
    }),
  )
  assert.equal(answers.filter(Boolean).length, 3)
  const [{ sum }] = await shop.sql<[{ sum: number }]>`select sum(amount)::bigint from posting`
  assert.equal(sum, 90_00)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('dollars have a limit of their own', async (t) => {
  const { admin, asha, gift } = await open(t)
  const give = (amount: number) => admin.call(giftForeignBalance, { userId: asha.id, amount })
  const refused = await give(100_0001)
  assert.equal(refused.code, 'GIFT_ABOVE_LIMIT')
  assert.match(refused.message, /^Gifts and adjustments above \$100\.00 in 24 hours/)
  assert.equal((await give(99_0000)).status, 200)
  assert.equal((await gift(10_000_00)).status, 200)
  assert.equal((await give(1_0000)).status, 200)
  assert.equal((await give(1)).code, 'GIFT_ABOVE_LIMIT')
  const { data } = await asha.call(getUser, {})
  assert.deepEqual([data.balance, data.USDbalance], [10_000_00, 100_0000])
})

test('a gift sent again with its key is answered after the limit was used up', async (t) => {
  const { shop, asha, admin, gift, has } = await open(t, HUNDRED)
  const send = () =>
    admin.call(giftBalance, { userId: asha.id, amount: 60_00, idempotencyKey: 'monday' })
  assert.equal((await send()).status, 200)
  assert.equal((await gift(40_00)).status, 200)
  assert.deepEqual(tally([await send(), await send()]), { 200: 2 })
  await shop.sql`delete from idempotency`
  assert.equal((await send()).status, 200)
  assert.equal(await has(), 100_00)
})
