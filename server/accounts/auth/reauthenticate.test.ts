import assert from 'node:assert/strict'
import {
  createApiKey,
  generateApiKey,
  getApiService,
  rollApiKey,
} from '#contract/resellers/api-keys.ts'
import {
  changePassword,
  deleteUser,
  reauthenticate,
  reauthenticateByCode,
  refreshToken,
  resetPassword,
  sendOtp,
  sendReauthenticationCode,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import { getApiBalance } from '#contract/resellers/reseller.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import {
  createWebhook,
  getWebhookSecret,
  renewWebhookSecret,
} from '#contract/resellers/webhooks.ts'
import { askByEmail, askBySms, provePhone } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  logIn,
  newEmail,
  newPhone,
  PASSWORD,
  signUp,
  signUpAdmin,
  tally,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { createApiClient, makeReseller } from '#tests/support/resellers/api-clients.ts'
import { whileHeld } from '#tests/support/shop/race.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000
const newPassword = 'An0ther!!'

/** All tests share one shop, and each signs up its own people. */
let shop: TestShop
let admin: Member

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
  admin = await signUpAdmin(shop)
})

async function renew(member: Person): Promise<void> {
  const { data } = await member.call(refreshToken, { refreshToken: member.tokens!.refreshToken })
  member.tokens = data
}

const enterReseller = async (): Promise<Member> => {
  await renew(admin)
  return makeReseller(shop, admin, {})
}

const keyOf = async (reseller: Person) =>
  createApiClient(shop.url, (await reseller.call(generateApiKey, {})).data.apiKey)

const statusOf = async (apiClient: Person) => (await apiClient.call(getApiBalance, {})).status

const subjects = async (to: string) =>
  (await shop.inbox.read(to)).map(({ subject }) => subject).toSorted()

test('calls that could open an account ask for the password again unless the session is new', async () => {
  const ravi = await enterReseller()
  await keyOf(ravi)
  const { data: key } = await ravi.call(createApiKey, { ...NEW_KEY })
  const { data: webhook } = await ravi.call(createWebhook, { ...HOOK })
  const id = webhook._id
  shop.wait(10 * MINUTE)
  await renew(ravi)
  const guarded: (() => Promise<{ status: number; code: string | undefined }>)[] = [
    () => ravi.call(getApiService, {}),
    () => ravi.call(generateApiKey, {}),
    () => ravi.call(createApiKey, NEW_KEY),
    () => ravi.call(rollApiKey, { id: key.key._id }),
    () => ravi.call(createWebhook, HOOK),
    () => ravi.call(getWebhookSecret, { id }),
    () => ravi.call(renewWebhookSecret, { id }),
    () => ravi.call(editUser, { email: newEmail('thief') }),
    () => ravi.call(editUser, { phone: newPhone() }),
    () => ravi.call(sendOtp, { phone: newPhone() }),
    () => ravi.call(changePassword, { newPassword }),
    () => ravi.call(deleteUser, {}),
  ]
  for (const call of guarded) {
    const { status, code } = await call()
    assert.deepEqual([status, code], [403, 'PASSWORD_NEEDED'], call.toString())
  }
  assert.equal((await ravi.call(editUser, { fullName: 'Ravi R' })).status, 200)
  assert.equal((await ravi.call(reauthenticate, { password: 'Wr0ngpass!' })).code, 'WRONG_PASSWORD')
  assert.equal((await ravi.call(getApiService, {})).code, 'PASSWORD_NEEDED')
  assert.equal((await ravi.call(reauthenticate, { password: PASSWORD })).status, 200)
  for (const call of guarded) assert.equal((await call()).status, 200, call.toString())
})

const NEW_KEY = { name: 'Till', scopes: ['read'] as 'read'[], allowedNetworks: [], isTest: false }
const HOOK = { name: 'Shop', url: 'https://example.com/hook', events: [], isTest: false }

test('showing or making a key is reported to the owner by mail', async () => {
  const ravi = await enterReseller()
  await keyOf(ravi)
  for (let shown = 0; shown < 3; shown += 1) await ravi.call(getApiService, {})
  const { data } = await ravi.call(createWebhook, HOOK)
  await ravi.call(getWebhookSecret, { id: data._id })
  await shop.inbox.waitFor(ravi.email, 3)
  assert.deepEqual(await subjects(ravi.email), [
    'A webhook secret was shown',
    'An API key was created',
    'Your API key was shown', // one mail for three views
  ])
})

test('a session may try five wrong passwords, and an email code still works afterwards', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  shop.wait(10 * MINUTE)
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => asha.call(reauthenticate, { password: 'Wr0ngpass!' })),
  )
  assert.deepEqual(tally(guesses), { 400: 5, 429: 15 })
  assert.equal((await asha.call(reauthenticate, { password: PASSWORD })).status, 429)
  const { data: q } = await asha.call(sendReauthenticationCode, {})
  const code = await shop.inbox.readCode(asha.email)
  const stranger = await signUp(shop, 'A Thief')
  assert.equal((await stranger.call(reauthenticateByCode, { q, code })).code, 'CODE_ENDED')
  assert.equal((await shop.visitor.call(verifyEmail, { q, code })).code, 'CODE_ENDED')
  assert.equal((await asha.call(reauthenticateByCode, { q, code })).status, 200)
  assert.equal((await asha.call(reauthenticateByCode, { q, code })).code, 'CODE_ENDED')
  assert.equal((await asha.call(changePassword, { newPassword })).status, 200)
})

test('a session opened by phone still has to confirm its password', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  shop.wait(MINUTE)
  const { data } = await shop.visitor.call(verifyPhone, await askBySms(shop, asha.phone))
  const byPhone = createPerson(shop.url, data)
  const change = await byPhone.call(changePassword, { newPassword })
  assert.equal(change.code, 'PASSWORD_NEEDED')
  await byPhone.call(reauthenticate, { password: PASSWORD })
  assert.equal((await byPhone.call(changePassword, { newPassword })).status, 200)
})

const ENDS: Record<string, (ravi: Member) => Promise<{ status: number }>> = {
  'a changed password': (ravi) => ravi.call(changePassword, { newPassword }),
  'a password that is reset': async ({ email }) => {
    const { q: token, code } = await askByEmail(shop, email)
    return shop.visitor.call(resetPassword, { token, code, newPassword })
  },
  'the first proof of an email': async ({ id, email }) => {
    // Older resellers may have an unverified email.
    await shop.sql`update users set is_email_verified = false where id = ${id}`
    return shop.visitor.call(verifyEmail, await askByEmail(shop, email))
  },
}

for (const [name, end] of Object.entries(ENDS))
  test(`${name} revokes all API keys and notifies their owner`, async () => {
    const ravi = await enterReseller()
    const { data } = await ravi.call(createApiKey, NEW_KEY)
    const apiClients = [await keyOf(ravi), createApiClient(shop.url, data.apiKey)]
    for (const apiClient of apiClients) assert.equal(await statusOf(apiClient), 200)
    assert.equal((await end(ravi)).status, 200)
    for (const apiClient of apiClients) assert.equal(await statusOf(apiClient), 401)
    await until('the owner is told', async () =>
      (await subjects(ravi.email)).includes('Your API keys have ended'),
    )

    const again = await logIn({ ...ravi, password: newPassword }).catch(() => null)
    if (!again) return
    assert.deepEqual((await again.call(getApiService, {})).data, { apiKey: null, keys: [] })
    assert.equal(await statusOf(await keyOf(again)), 200)
  })

test('an account without keys gets no mail about ended keys', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await asha.call(changePassword, { newPassword })
  await shop.inbox.waitFor(asha.email, 1)
  assert.deepEqual(await subjects(asha.email), ['Your password was changed'])
})

const LATE: Record<string, (ravi: Member) => Promise<{ status: number }>> = {
  'a key': (ravi) => ravi.call(createApiKey, NEW_KEY),
  'a new main key': (ravi) => ravi.call(generateApiKey, {}),
  'a webhook': (ravi) => ravi.call(createWebhook, HOOK),
  'another email': (ravi) => ravi.call(editUser, { email: newEmail('thief') }),
  'another password': (ravi) => ravi.call(changePassword, { newPassword }),
  'the end of the account': (ravi) => ravi.call(deleteUser, {}),
}

for (const [name, call] of Object.entries(LATE))
  test(`a session that ends during the call gets no ${name}`, async () => {
    const ravi = await enterReseller()
    const { status } = await whileHeld(shop.sql, {
      userId: ravi.id,
      call: () => call(ravi),
      change: (tx) =>
        tx`update users set signed_out_before = now() + interval '1 day' where id = ${ravi.id}`,
    })
    assert.equal(status, 401)
    const rows = await shop.sql`select from api_key where user_id = ${ravi.id}`
    assert.equal(rows.length, 0)
    const again = await shop.sql`select email from users where id = ${ravi.id}`
    assert.equal(again[0]!['email'], ravi.email)
    assert.equal((await ravi.call(getUser, {})).status, 401)
  })
