import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgotPassword, startGoogle } from '#contract/accounts/auth.ts'
import { editGame } from '#contract/catalogue/games.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import {
  createPerson,
  signUp,
  signUpAdmin,
  tally,
  type Person,
} from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { inTime, until } from '#tests/support/shop/wait.ts'

test('an internal error reveals nothing but the ID to look it up', async (t) => {
  const shop = await openShop(t)
  await shop.sql.unsafe('alter table users rename to lost')
  const sent = { email: 'asha@example.com', password: 'Passw0rd!' }
  const response = await fetch(`${shop.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  const requestId = response.headers.get('x-request-id')
  assert.equal(response.status, 500)
  assert.deepEqual(await response.json(), {
    success: false,
    code: 'BUG',
    message: 'Something went wrong!',
    data: null,
    requestId,
  })
  const lines = shop.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  const [line] = lines.filter(({ level }) => level === 50)
  assert.equal(line!['requestId'], requestId)
  assert.match(JSON.stringify(line!['err']), /users.* does not exist/)
})

const BUSY = 'The shop is busy right now. Please try again in a moment'

/** Addresses that have been requested before, so they stay available from the cache. */
const SEEN = ['/', '/api/v1/game', '/api/v1/settings']

test('a database outage is reported, affects only what needs it, and heals', async (t) => {
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  const asha = await signUp(shop, 'Asha Rao')
  const ready = async () => (await fetch(`${shop.url}/readyz`)).status
  assert.equal(await ready(), 200)
  const look = async (path: string) => (await fetch(`${shop.url}${path}`)).status
  for (const path of SEEN) assert.equal(await look(path), 200)

  await proxy.cut()
  for (const answer of [
    await asha.call(getUser, {}),
    await shop.visitor.call(forgotPassword, { email: asha.email }),
  ]) {
    assert.deepEqual([answer.status, answer.code, answer.message], [503, 'BUSY', BUSY])
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  assert.equal(await ready(), 503)
  assert.equal(await look('/healthz'), 200)
  for (const path of SEEN) assert.equal(await look(path), 200, path)
  assert.equal(await look('/signup'), 503)
  assert.equal(await look('/api/v1/rate'), 503)
  assert.equal((await shop.visitor.call(startGoogle, {})).status, 200)

  await proxy.mend()
  await until('the shop is ready again', async () => (await ready()) === 200)
  assert.equal((await asha.call(getUser, {})).status, 200)
  assert.equal((await shop.visitor.call(forgotPassword, { email: asha.email })).status, 200)
  assert.match(await shop.inbox.readCode(asha.email), /^\d{4}$/)
})

test('a page changed just before an outage is served from the cache until the database is back', async (t) => {
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, { gameName: 'Game of old' })
  const rename = (to: string) => admin.call(editGame, { id: game._id, gameName: `Game of ${to}` })
  const look = async (path: string) => {
    const response = await fetch(`${shop.url}${path}`)
    const [, name] = /Game of (\w+)/.exec(await response.text()) ?? []
    return { status: response.status, name }
  }
  const places = ['/', '/api/v1/game']
  for (const [take, before, after] of [
    [proxy.cut, 'old', 'today'],
    [proxy.freeze, 'today', 'tomorrow'],
  ] as const) {
    for (const path of places) assert.equal((await look(path)).name, before)
    assert.equal((await rename(after)).status, 200)
    await take()
    let isRefused = false
    // Not requested before, so not cached.
    const refusal = look('/api/v1/rate').finally(() => (isRefused = true))
    for (const answer of await Promise.all(places.map(look)))
      assert.deepEqual(answer, { status: 200, name: before })
    // A page waits three seconds for a silent database. With the patience of tests, the call waits for 80.
    if (take === proxy.freeze) assert.ok(!isRefused)
    await proxy.cut()
    assert.equal((await refusal).status, 503)
    await proxy.mend()
    for (const path of places)
      await until(`${path} is new`, async () => (await look(path)).name === after)
  }
})

const crowd = (person: Person) =>
  Promise.all([
    ...Array.from({ length: 8 }, () => person.call(getUser, {})),
    ...Array.from({ length: 4 }, () => person.call(editUser, { fullName: 'Asha' })),
  ])

const HASTY = 0.2 // of the usual patience: two seconds for an answer, and as many until a new connection

test('a silent database times out before the browser does, and is reconnected', async (t) => {
  const proxy = openProxy(t)
  const env = { DATABASE_CONNECTIONS_MAX: '4' }
  const shop = await openShop(t, { env, reach: proxy.through })
  const asha = await signUp(shop, 'Asha Rao')
  const hasty = await shop.openNode({}, HASTY)
  const [calm, hurried] = [asha, createPerson(hasty.url, asha.tokens)]
  assert.deepEqual(tally(await crowd(calm)), { 200: 12 })
  proxy.freeze()
  assert.deepEqual(tally(await inTime('the database is given up', crowd(hurried))), { 503: 12 })
  await proxy.mend()
  await until(
    'the node answers again',
    async () => (await hurried.call(getUser, {})).status === 200,
  )
})

test('a shop whose database is down can still stop', async (t) => {
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  await proxy.cut()
  await inTime('the shop stops', shop.stop())
})

test('cutting every connection loses at most the calls under way', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  for (let round = 0; round < 3; round += 1) {
    await shop.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const { status } = await asha.call(getUser, {})
    assert.ok(status === 200 || status === 503, String(status))
    await until('the shop answers', async () => (await asha.call(getUser, {})).status === 200)
  }
})
