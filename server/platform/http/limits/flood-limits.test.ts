import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { createPerson, logIn, signUp, tally, type Person } from '#tests/support/accounts/people.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { startStore, storeProgram } from '#tests/support/shop/store.ts'
import { until } from '#tests/support/shop/wait.ts'

const SIXTY = { LIMIT_SIGN_INS_PER_MINUTE: '60' }

/** Counts as a sign-in but costs nothing, because its empty input is refused. */
const knock = (person: Person) => person.send('POST', '/api/v1/auth/login', {})

const knockTimes = async (person: Person, times: number) =>
  tally(await Promise.all(Array.from({ length: times }, () => knock(person))))

test('one address can try sixty sign-ins a minute, of any kind', async (t) => {
  const shop = await openShop(t, { env: SIXTY })
  const { visitor } = shop
  for (const path of ['signup', 'forgot-password', 'reset-password', 'login-otp'])
    assert.equal((await visitor.send('POST', `/api/v1/auth/${path}`, {})).status, 400)
  assert.deepEqual(await knockTimes(visitor, 100), { 400: 56, 429: 44 })
  const refused = await visitor.send('GET', '/api/v1/auth/verify-email')
  assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_REQUESTS'])
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
  assert.equal((await visitor.call(getUser, {})).status, 401)
})

const from = (url: string, address: string) => {
  const person = createPerson(url)
  person.headers['x-forwarded-for'] = address
  return person
}

test('a forwarded address is ignored without a trusted proxy', async (t) => {
  const shop = await openShop(t, { env: SIXTY })
  assert.deepEqual(await knockTimes(from(shop.url, '192.0.2.1'), 60), { 400: 60 })
  assert.equal((await knock(from(shop.url, '192.0.2.2'))).status, 429)
})

test('behind a trusted proxy each address is counted, and an IPv6 home network once', async (t) => {
  const shop = await openShop(t, { env: { ...SIXTY, TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' } })
  assert.deepEqual(await knockTimes(from(shop.url, '192.0.2.1'), 61), { 400: 60, 429: 1 })
  assert.equal((await knock(from(shop.url, '192.0.2.2'))).status, 400)
  assert.equal((await knock(from(shop.url, '192.0.2.9, 192.0.2.1'))).status, 429)
  assert.equal((await knock(from(shop.url, '192.0.2.1, 10.1.2.3'))).status, 429)

  assert.deepEqual(await knockTimes(from(shop.url, '2001:db8:1:1::1'), 60), { 400: 60 })
  assert.equal((await knock(from(shop.url, '2001:DB8:1:1:ffff::2'))).status, 429)
  assert.equal((await knock(from(shop.url, '2001:db8:1:2::1'))).status, 400)
})

test('an untrusted proxy is counted as the caller', async (t) => {
  const shop = await openShop(t, { env: { ...SIXTY, TRUSTED_PROXIES: '10.0.0.0/8' } })
  assert.deepEqual(await knockTimes(from(shop.url, '192.0.2.1'), 60), { 400: 60 })
  assert.equal((await knock(from(shop.url, '192.0.2.2'))).status, 429)
})

test('changes of an account are limited per minute over all its devices', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_ACCOUNT_CHANGES_PER_MINUTE: '5' } })
  const asha = await signUp(shop, 'Asha Rao')
  const elsewhere = await logIn(asha)
  const ravi = await signUp(shop, 'Ravi Kumar')
  for (let change = 0; change < 5; change += 1)
    assert.equal((await asha.call(editUser, {})).status, 200)
  const refused = await elsewhere.call(editUser, {})
  assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_REQUESTS'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await asha.call(getUser, {})).status, 200)
  assert.equal((await ravi.call(editUser, {})).status, 200)
})

test('a flood of calls is refused, while health checks still answer', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_REQUESTS_PER_MINUTE: '20' } })
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => shop.visitor.call(getUser, {})),
  )
  assert.deepEqual(tally(answers), { 401: 20, 429: 10 })
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
})

test('a node whose shared counter store is missing counts by itself', async (t) => {
  const nobody = `redis://127.0.0.1:${await reservePort()}`
  const shop = await openShop(t, { env: { ...SIXTY, REDIS_URL: nobody } })
  assert.deepEqual(await knockTimes(shop.visitor, 61), { 400: 60, 429: 1 })
})

test('a node whose shared counter store never answers starts and counts by itself', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const env = { ...SIXTY, REDIS_URL: `redis://127.0.0.1:${port}` }
  const shop = await openShop(t, { env })
  assert.deepEqual(await knockTimes(shop.visitor, 61), { 400: 60, 429: 1 })
})

// Needs Valkey or a compatible server. The two tests above run everywhere.
if (storeProgram)
  test('nodes with a shared store share counts, and losing it loses only the counts', async (t) => {
    const port = await reservePort()
    const store = await startStore(t, port)
    const shop = await openShop(t, { env: { ...SIXTY, REDIS_URL: `redis://127.0.0.1:${port}` } })
    const other = await shop.openNode()
    assert.deepEqual(await knockTimes(shop.visitor, 40), { 400: 40 })
    assert.deepEqual(await knockTimes(other.visitor, 30), { 400: 20, 429: 10 })
    assert.equal((await knock(shop.visitor)).status, 429)

    store.kill('SIGKILL')
    await once(store, 'exit')
    assert.deepEqual(await knockTimes(shop.visitor, 61), { 400: 60, 429: 1 })
    await startStore(t, port)
    await until('the store counts again', async () => (await knock(shop.visitor)).status === 400)
  })

if (storeProgram)
  test('a silent counter store is waited for once, and reconnected', async (t) => {
    const port = await reservePort()
    await startStore(t, port)
    const proxy = openProxy(t)
    const store = await proxy.through(`redis://127.0.0.1:${port}`)
    const shop = await openShop(t, { env: { ...SIXTY, REDIS_URL: store } })
    assert.equal((await knock(shop.visitor)).status, 400)
    proxy.freeze()
    const countAsked = () => proxy.heard().split('gemstall:sign-in').length - 1
    const asked = countAsked()
    assert.equal(asked, 1)
    await until('nobody waits for it', async () => {
      const before = countAsked()
      for (let call = 0; call < 3; call++) await knock(shop.visitor)
      return countAsked() === before
    })
    assert.ok(countAsked() > asked, 'the store was asked once it was silent')
    await proxy.mend()
    await until('the store is asked again', async () => {
      const before = countAsked()
      await knock(shop.visitor)
      return countAsked() > before
    })
    await knockTimes(shop.visitor, 61)
    const other = await shop.openNode()
    await until('the store counts again', async () => {
      await knock(shop.visitor)
      return (await knock(other.visitor)).status === 429
    })
  })
