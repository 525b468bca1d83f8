import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { changePassword, deleteUser, logout, refreshToken } from '#contract/accounts/auth.ts'
import { editUserAsAdmin, getUser, listUsers } from '#contract/accounts/users.ts'
import {
  createPerson,
  logIn,
  signUp,
  signUpAdmin,
  type Person,
  type Tokens,
} from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const testInShop = shareShop(openShop)

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const refresh = ({ visitor }: TestShop, { refreshToken: shown }: Tokens) =>
  visitor.call(refreshToken, { refreshToken: shown })
const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const sign = (head: string, claims: string, key: string) =>
  `${head}.${claims}.${createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url')}`

const statusOf = async (person: Person) => (await person.call(getUser, {})).status

testInShop('each refresh token works once and returns the next one', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  for (let round = 0; round < 3; round += 1) {
    const { status, data } = await refresh(shop, asha.tokens)
    assert.equal(status, 200)
    assert.notEqual(data.refreshToken, asha.tokens.refreshToken)
    asha.tokens = data
    assert.equal(await statusOf(asha), 200)
  }
})

testInShop(
  'reusing a refresh token ends the session, for the holder of the newer one too',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const elsewhere = await logIn(asha)
    const old = asha.tokens
    asha.tokens = (await refresh(shop, old)).data

    const again = await refresh(shop, old)
    assert.deepEqual([again.status, again.message], [401, 'Refresh token expired or invalid'])
    assert.equal((await refresh(shop, asha.tokens)).status, 401)
    assert.equal(await statusOf(asha), 401)
    assert.equal(await statusOf(elsewhere), 200)
  },
)

testInShop(
  'at most one of twenty simultaneous refreshes with one token succeeds, and the session ends',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(shop, asha.tokens)))
    const good = answers.filter(({ status }) => status === 200)
    assert.ok(good.length <= 1, `${good.length} succeeded`)
    for (const tokens of [asha.tokens, ...good.map(({ data }) => data)]) {
      assert.equal(await statusOf(createPerson(shop.url, tokens)), 401)
      assert.equal((await refresh(shop, tokens)).status, 401)
    }
  },
)

test('a session ends after thirty days without use', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  for (let month = 0; month < 2; month += 1) {
    shop.wait(30 * DAY - MINUTE)
    const { status, data } = await refresh(shop, asha.tokens)
    assert.equal(status, 200)
    asha.tokens = data
  }
  shop.wait(30 * DAY)
  const { status, message } = await refresh(shop, asha.tokens)
  assert.deepEqual([status, message], [401, 'Refresh token expired or invalid'])
})

testInShop(
  'an invalid refresh token is refused with the message of the specification',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    for (const none of [{}, { refreshToken: '' }]) {
      const { status, message } = await shop.visitor.call(refreshToken, none)
      assert.deepEqual([status, message], [401, 'No refresh token found'])
    }
    const { accessToken } = asha.tokens
    const id = randomUUID()
    const malformed = [
      'x',
      '.',
      'a.b',
      id,
      `${id}.`,
      `${id}.secret`,
      `'--.x`,
      accessToken,
      '\u{1F600}',
    ]
    for (const shown of malformed) {
      const { status, message } = await shop.visitor.call(refreshToken, { refreshToken: shown })
      assert.deepEqual([status, message], [401, 'Refresh token expired or invalid'], shown)
    }
    assert.equal(await statusOf(asha), 200)
  },
)

testInShop('only the hash of a refresh token is stored', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const [, secret = ''] = asha.tokens.refreshToken.split('.')
  const [row] = await shop.sql<{ kept: string }[]>`
    select session::text as kept from session where user_id = ${asha.id}`
  assert.ok(!row!.kept.includes(secret))
  assert.ok(!row!.kept.includes(Buffer.from(asha.tokens.refreshToken).toString('hex')))
})

test('an access token expires after fifteen minutes', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  shop.wait(14 * MINUTE)
  assert.equal(await statusOf(asha), 200)
  shop.wait(MINUTE)
  const { status, code } = await asha.call(getUser, {})
  assert.deepEqual([status, code], [401, 'NOT_SIGNED_IN'])
})

testInShop('an access token with a forged signature signs nobody in', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const ravi = await signUp(shop, 'Ravi Kumar')
  const [header, payload, signature] = asha.tokens.accessToken.split('.') as [
    string,
    string,
    string,
  ]
  const asRavi = write({ ...read(payload), sub: ravi.id })
  const none = write({ alg: 'none' })
  const [, , ravisSignature] = ravi.tokens.accessToken.split('.')

  const forgeries = {
    'the person changed': `${header}.${asRavi}.${signature}`,
    'longer life': `${header}.${write({ ...read(payload), exp: 4_000_000_000 })}.${signature}`,
    'alg none': `${none}.${payload}.`,
    'alg none with a signature': `${none}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'another key': sign(header, payload, 'another key'),
    'an empty key': sign(header, payload, ''),
    'another algorithm': sign(write({ alg: 'HS384' }), payload, 'another key'),
    "another's signature": `${header}.${payload}.${ravisSignature}`,
    'a refresh token': asha.tokens.refreshToken,
    'one part': header,
    'four parts': `${asha.tokens.accessToken}.x`,
  }
  for (const [name, accessToken] of Object.entries(forgeries))
    assert.equal(await statusOf(createPerson(shop.url, { ...asha.tokens, accessToken })), 401, name)
})

testInShop('an access token is accepted only as a Bearer header', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const { accessToken } = asha.tokens
  const stranger = createPerson(shop.url)
  for (const authorization of [accessToken, `Basic ${accessToken}`, 'Bearer ', 'Bearer', '']) {
    stranger.headers['authorization'] = authorization
    assert.equal(await statusOf(stranger), 401, authorization)
  }
  delete stranger.headers['authorization']
  const { status } = await stranger.send('GET', `/api/v1/user?accessToken=${accessToken}`)
  assert.equal(status, 401)
})

testInShop('signing out ends both tokens at once, on this device alone', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const elsewhere = await logIn(asha)
  const { status, message } = await asha.call(logout, {})
  assert.deepEqual([status, message], [200, 'Logout successful'])
  assert.equal(await statusOf(asha), 401)
  assert.equal((await refresh(shop, asha.tokens)).status, 401)
  assert.equal(await statusOf(elsewhere), 200)
})

testInShop('a block ends every session at once, and unblocking brings none back', async (shop) => {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const elsewhere = await logIn(asha)
  const { id } = asha
  await admin.call(editUserAsAdmin, { id, isBlocked: true })
  for (const device of [asha, elsewhere]) assert.equal(await statusOf(device), 401)
  assert.equal((await refresh(shop, asha.tokens)).status, 401)

  await admin.call(editUserAsAdmin, { id, isBlocked: false })
  for (const device of [asha, elsewhere]) {
    assert.equal(await statusOf(device), 401)
    assert.equal((await refresh(shop, device.tokens)).status, 401)
  }
  assert.equal(await statusOf(await logIn(asha)), 200)
})

testInShop('a change of role applies to the next call with the same token', async (shop) => {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const { id } = asha
  const list = async () => (await asha.send('GET', `/api/v1${listUsers.path}`)).status
  assert.equal(await list(), 403)
  await proveEmail(shop, asha)
  await admin.call(editUserAsAdmin, { id, role: 'admin' })
  assert.equal(await list(), 200)
  await admin.call(editUserAsAdmin, { id, role: 'reseller' })
  assert.equal(await list(), 403)
  assert.equal(await statusOf(asha), 200)
})

testInShop('a new password ends all other sessions at once', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const elsewhere = await logIn(asha)
  await asha.call(changePassword, { newPassword: 'another one' })
  assert.equal(await statusOf(elsewhere), 401)
  assert.equal((await refresh(shop, elsewhere.tokens)).status, 401)
  assert.equal(await statusOf(asha), 200)
  assert.equal((await refresh(shop, asha.tokens)).status, 200)
})

testInShop('a deleted account is signed out everywhere at once', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const elsewhere = await logIn(asha)
  await asha.call(deleteUser, {})
  for (const device of [asha, elsewhere]) {
    assert.equal(await statusOf(device), 401)
    assert.equal((await refresh(shop, device.tokens)).status, 401)
  }
})
