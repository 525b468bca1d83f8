import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { giftBalance, giftForeignBalance } from '#contract/money/wallet.ts'
import { signUp, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const testInShop = shareShop(openShop)

const HOUR = 60 * 60 * 1000

/** Signs in an administrator without keys and a customer without money. */
async function enter(shop: TestShop) {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  return { admin, asha }
}

testInShop('a repeated key returns the first answer unchanged', async (shop) => {
  const { admin, asha } = await enter(shop)
  admin.headers['idempotency-key'] = 'first'
  const gift = { userId: asha.id, amount: 500 }
  const first = await admin.call(giftBalance, gift)
  admin.headers['idempotency-key'] = 'second'
  await admin.call(giftBalance, gift)
  admin.headers['idempotency-key'] = 'first'
  const again = await admin.call(giftBalance, gift)
  assert.deepEqual([again.data, again.message], [first.data, first.message])
  assert.equal((await asha.call(getUser, {})).data.balance, 1_000)
})

testInShop('a repeated answer waits for the standby, like a write', async (shop) => {
  const { admin, asha } = await enter(shop)
  admin.headers['idempotency-key'] = 'waits'
  const send = () => admin.call(giftBalance, { userId: asha.id, amount: 500 })
  const lockedBy = async () => {
    const [row] = await shop.sql<{ xmax: string }[]>`
      select xmax::text from idempotency where key = 'waits'`
    return row!.xmax
  }
  await send()
  const first = await lockedBy()
  await send()
  const second = await lockedBy()
  await send()
  assert.equal(new Set([first, second, await lockedBy()]).size, 3) // each with a commit of its own
})

testInShop(
  'a key with another body is refused, and calls without a key always run',
  async (shop) => {
    const { admin, asha } = await enter(shop)
    admin.headers['idempotency-key'] = 'k'
    const gift = { userId: asha.id, amount: 500 }
    await admin.call(giftBalance, gift)
    const other = await signUp({ url: admin.url }, 'Rohan Mehta')
    for (const body of [
      { ...gift, amount: 501 },
      { ...gift, userId: other.id },
    ]) {
      const { status, code } = await admin.call(giftBalance, body)
      assert.deepEqual([status, code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
    assert.equal((await admin.call(giftForeignBalance, gift)).status, 200) // another call, another key
    delete admin.headers['idempotency-key']
    await admin.call(giftBalance, gift)
    await admin.call(giftBalance, gift)
    const { data } = await asha.call(getUser, {})
    assert.deepEqual([data.balance, data.USDbalance], [1_500, 500])
  },
)

test('one key on two nodes, at once or after a restart, has one effect', async (t) => {
  const shop = await openShop(t)
  const { admin, asha } = await enter(shop)
  const node = await shop.openNode()
  const gift = { userId: asha.id, amount: 500 }
  admin.headers['idempotency-key'] = randomUUID()
  const elsewhere = { ...admin, url: node.url, call: admin.call }
  const send = (url: string) =>
    fetch(`${url}/api/v1/wallet/gift`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${elsewhere.tokens.accessToken}`,
        'idempotency-key': admin.headers['idempotency-key']!,
      },
      body: JSON.stringify({ ...gift, amount: 5 }),
    })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => send(index % 2 === 0 ? shop.url : node.url)),
  )
  assert.deepEqual(tally(answers), { 200: 40 })
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  assert.equal(new Set(bodies).size, 1)
  const third = await shop.openNode()
  assert.equal(await (await send(third.url)).text(), bodies[0])
  assert.equal((await asha.call(getUser, {})).data.balance, 500)
})

testInShop('a refused request may be retried with its key', async (shop) => {
  const { admin } = await enter(shop)
  const gone = await signUp(shop, 'Rohan Mehta')
  await gone.call(deleteUser, {})
  admin.headers['idempotency-key'] = 'again'
  assert.equal((await admin.call(giftBalance, { userId: gone.id, amount: 5 })).status, 404)
  const asha = await signUp(shop, 'Asha Rao')
  assert.equal((await admin.call(giftBalance, { userId: asha.id, amount: 5 })).status, 200)
})

testInShop('an invalid key is refused with a clear message', async (shop) => {
  const { admin, asha } = await enter(shop)
  for (const key of ['two words', 'a'.repeat(201), '']) {
    admin.headers['idempotency-key'] = key
    const { status, message } = await admin.call(giftBalance, { userId: asha.id, amount: 5 })
    assert.deepEqual(
      [status, message],
      [400, 'An idempotency key can have 1 to 200 visible characters'],
    )
  }
})

test('stored answers are kept for a day and deleted after three', async (t) => {
  const shop = await openShop(t)
  const { admin, asha } = await enter(shop)
  admin.headers['idempotency-key'] = 'k'
  await admin.call(giftBalance, { userId: asha.id, amount: 5 })
  const kept = async () => (await shop.sql`select from idempotency`).length
  const cleanUps = async () => {
    const [row] = await shop.sql`select next_at from schedule where name = 'clean-up'`
    return String(row!['nextAt'])
  }
  const before = await cleanUps()
  shop.wait(25 * HOUR)
  await until('the shop has cleaned up', async () => {
    const jobs = await shop.sql`select from job where name = 'clean-up'`
    return (await cleanUps()) !== before && jobs.length === 0
  })
  assert.equal(await kept(), 1)
  shop.wait(48 * HOUR)
  await until('the answer is gone', async () => (await kept()) === 0)
})
