import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { getLeaderboard, listLeaderboard } from '#contract/orders/leaderboard.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { sendLines } from '#tests/support/calls/raw.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { buy } from '#tests/support/money/spending.ts'
import { until } from '#tests/support/shop/wait.ts'

const OLDEST_MS = 10_000

/** Returns a function that lets time pass at once for everything in memory. */
function openPassing(t: TestContext): (milliseconds: number) => void {
  const now = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => now() + passed)
  return (milliseconds) => void (passed += milliseconds)
}

test('rankings are served from memory to many readers, and never stale', async (t) => {
  const pass = openPassing(t)
  const shop = await openShop(t)
  const [asha] = (await makeUsers(shop.sql, 1)) as [string]
  await buy(shop.sql, { userId: asha, amount: 111_00, at: new Date() })
  const places = ['/api/v1/leaderboard', '/leaderboard', '/leaderboard.data']
  const read = async (path: string) => (await sendLines(shop.url, `GET ${path}`)).body
  for (const path of places) assert.match(await read(path), /111/, path)
  await buy(shop.sql, { userId: asha, amount: 111_00, at: new Date() })
  assert.ok(2 * getLeaderboard.cacheSeconds! * 1_000 <= OLDEST_MS) // pages are made of cached answers
  pass(OLDEST_MS)
  for (const path of places) {
    await Promise.all(Array.from({ length: 20 }, () => read(path)))
    await until(`${path} is new`, async () => /222/.test(await read(path)))
  }
})

test('the last ranking stays visible while the database is down', async (t) => {
  const pass = openPassing(t)
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  const [asha] = (await makeUsers(shop.sql, 1)) as [string]
  await buy(shop.sql, { userId: asha, amount: 111_00, at: new Date() })
  const places = ['/api/v1/leaderboard', '/leaderboard', '/leaderboard.data']
  const read = async (path: string) => sendLines(shop.url, `GET ${path}`)
  for (const path of places) assert.match((await read(path)).body, /111/)
  await proxy.cut()
  for (let passed = 0; passed < OLDEST_MS; passed += OLDEST_MS / 20) {
    pass(OLDEST_MS / 20)
    for (const path of places) {
      const { status, body } = await read(path)
      assert.equal(status, 200, path)
      assert.match(body, /111/, path)
    }
  }
  await buy(shop.sql, { userId: asha, amount: 111_00, at: new Date() })
  await proxy.mend()
  for (const path of places)
    await until(`${path} is new`, async () => {
      pass(OLDEST_MS / 20)
      return /222/.test((await read(path)).body)
    })
})

test('customers who hide their name appear as "Hidden player", also in a cached ranking', async (t) => {
  const pass = openPassing(t)
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  assert.equal((await asha.call(getUser, {})).data.isNameHidden, false)
  await buy(shop.sql, { userId: asha.id, amount: 111_00, at: new Date() })
  const places = ['/api/v1/leaderboard', '/leaderboard', '/leaderboard.data']
  const read = async (path: string) => (await sendLines(shop.url, `GET ${path}`)).body
  for (const path of places)
    await until(`${path} has her`, async () => /Asha/.test(await read(path)))
  const { data: saved } = await asha.call(editUser, { isNameHidden: true })
  assert.deepEqual([saved.isNameHidden, saved.fullName], [true, 'Asha Rao'])
  assert.equal((await asha.call(getUser, {})).data.isNameHidden, true)
  pass(OLDEST_MS)
  for (const path of places)
    await until(`${path} hides her`, async () => {
      const body = await read(path)
      return /Hidden player/.test(body) && !/Asha/.test(body)
    })
  const { data } = await shop.visitor.call(getLeaderboard, {})
  assert.deepEqual(data.currentLeaderboard, [
    { fname: 'Hidden player', totalSpent: 111_00, spend: 111_00 },
  ])
  const list = await admin.call(listLeaderboard, {
    page: 1,
    limit: 10,
    search: '',
    searchIndex: 'email',
    sort: 'rank',
    period: 'current',
  })
  assert.equal(list.data.leaderboard[0]!.fname, 'Asha')
  await asha.call(editUser, { fullName: 'Asha Patil' })
  assert.equal((await asha.call(getUser, {})).data.isNameHidden, true)
  for (const bad of ['yes', 1, null])
    assert.equal((await asha.send('PUT', '/api/v1/user', { isNameHidden: bad })).status, 400)
})
