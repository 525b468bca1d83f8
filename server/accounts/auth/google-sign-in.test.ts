import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNewsByMail } from '#contract/accounts/newsletter.ts'
import { changePassword, startGoogle } from '#contract/accounts/auth.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { proveEmail } from '#tests/support/accounts/codes.ts'
import { comeBack, leaveForGoogle, signInWithGoogle } from '#tests/support/accounts/google.ts'
import {
  createPerson,
  logIn,
  newEmail,
  signUp,
  signUpAdmin,
} from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const testInShop = shareShop(openShop)

const MINUTE = 60_000

const userOf = async ({ url }: TestShop, tokens: Parameters<typeof createPerson>[1]) =>
  (await createPerson(url, tokens).call(getUser, {})).data

const newAccount = (name = 'Asha Rao') => ({ email: newEmail(name), name })

testInShop(
  'the first sign-in with Google creates an account and sends a welcome mail',
  async (shop) => {
    const account = newAccount()
    const { status, message, data } = await signInWithGoogle(shop, account)
    assert.deepEqual([status, message], [200, 'Login successful'])
    const user = await userOf(shop, data)
    assert.deepEqual(
      [
        user.email,
        user.fullName,
        user.phone,
        user.role,
        user.isEmailVerified,
        user.isPhoneVerified,
      ],
      [account.email, account.name, '', 'user', true, false],
    )
    const [mail] = await shop.inbox.waitFor(account.email, 1)
    assert.match(mail!.subject, /Welcome/)
    const person = createPerson(shop.url, data)
    assert.equal((await person.call(getNewsByMail, {})).data.isOn, false, 'nobody asked for news')
    const consents = await shop.sql`select purpose, source from consent where user_id = ${user._id}`
    assert.deepEqual(
      consents.map((one) => [one['purpose'], one['source']]),
      [['terms', 'google']],
    )
  },
)

testInShop(
  'a second sign-in with Google opens the same account, which may get a password',
  async (shop) => {
    const account = newAccount()
    const first = await signInWithGoogle(shop, account)
    const capitals = { ...account, email: account.email.toUpperCase() }
    const second = await signInWithGoogle(shop, capitals)
    const user = await userOf(shop, first.data)
    assert.equal((await userOf(shop, second.data))._id, user._id)

    const asha = createPerson(shop.url, second.data)
    await asha.call(changePassword, { newPassword: 'oblong' })
    const { email, phone } = user
    const details = { id: user._id, email, phone, password: 'oblong', tokens: second.data }
    assert.equal((await logIn({ ...asha, ...details })).id, user._id)
  },
)

testInShop('Google signs in to an existing account only if its email is verified', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const account = { email: asha.email, name: 'Somebody' }
  const refused = await signInWithGoogle(shop, account)
  assert.deepEqual([refused.status, refused.code], [409, 'GOOGLE_EMAIL_UNPROVEN'])
  assert.equal(refused.data, null)

  await proveEmail(shop, asha)
  const { status, data } = await signInWithGoogle(shop, account)
  assert.equal(status, 200)
  const user = await userOf(shop, data)
  assert.deepEqual([user._id, user.fullName], [asha.id, 'Asha Rao'])
})

testInShop('an email that Google has not verified signs nobody in', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  for (const { email, name } of [newAccount(), { email: asha.email, name: 'Asha Rao' }]) {
    const answer = await signInWithGoogle(shop, { email, name, isEmailVerified: false })
    assert.deepEqual([answer.status, answer.message], [401, 'Google login failed'])
  }
})

testInShop('a blocked account cannot sign in with Google', async (shop) => {
  const admin = await signUpAdmin(shop)
  const known = newAccount('Known Person')
  const { data } = await signInWithGoogle(shop, known)
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  for (const id of [(await userOf(shop, data))._id, asha.id])
    await admin.call(editUserAsAdmin, { id, isBlocked: true })
  for (const account of [known, { email: asha.email, name: 'Asha Rao' }]) {
    const { status, code } = await signInWithGoogle(shop, account)
    assert.deepEqual([status, code], [403, 'ACCOUNT_BLOCKED'])
  }
})

test('only the browser that left for Google can come back, once, within ten minutes', async (t) => {
  const shop = await openShop(t)
  const account = newAccount()
  const refusals: Record<string, () => ReturnType<typeof comeBack>> = {
    'without a cookie': async () => {
      const { url } = await leaveForGoogle(shop)
      return comeBack(shop, await signIn(url, account))
    },
    'with the cookie of another journey': async () => {
      const { url } = await leaveForGoogle(shop)
      const { cookie } = await leaveForGoogle(shop)
      return comeBack(shop, await signIn(url, account), cookie)
    },
    'with a cookie that the shop did not sign': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      return comeBack(shop, await signIn(url, account), `${cookie}x`)
    },
    'with another state': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      const callback = await signIn(url, account)
      callback.searchParams.set('state', 'another')
      return comeBack(shop, callback, cookie)
    },
    'without a state': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      const callback = await signIn(url, account)
      callback.searchParams.delete('state')
      return comeBack(shop, callback, cookie)
    },
    'from another issuer': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      const callback = await signIn(url, account)
      callback.searchParams.set('iss', 'https://evil.test')
      return comeBack(shop, callback, cookie)
    },
    'with a code of its own making': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      const callback = await signIn(url, account)
      callback.searchParams.set('code', 'made-up')
      return comeBack(shop, callback, cookie)
    },
    'a second time': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      const callback = await signIn(url, account)
      assert.equal((await comeBack(shop, callback, cookie)).status, 200)
      return comeBack(shop, callback, cookie)
    },
    'too late': async () => {
      const { url, cookie } = await leaveForGoogle(shop)
      const callback = await signIn(url, account)
      shop.wait(10 * MINUTE)
      return comeBack(shop, callback, cookie)
    },
  }
  for (const [name, attempt] of Object.entries(refusals)) {
    const { status, message, data } = await attempt()
    assert.deepEqual([status, message, data], [401, 'Google login failed', null], name)
  }
})

testInShop(
  'the cookie of a Google sign-in is limited to the shop and deleted at its end',
  async (shop) => {
    const start = await shop.visitor.call(startGoogle, {})
    const [given] = start.headers.getSetCookie()
    assert.match(given!, /; Max-Age=600; Path=\/api\/v1; HttpOnly; SameSite=Lax$/)
    const { url, cookie } = await leaveForGoogle(shop)
    for (const callback of [await signIn(url, newAccount()), { search: '?code=made-up' }]) {
      const [taken] = (await comeBack(shop, callback, cookie)).headers.getSetCookie()
      assert.match(taken!, /^gemstall_google=; Max-Age=0;/)
    }
  },
)

testInShop('cancelling at Google shows that the sign-in failed', async (shop) => {
  const { status, message } = await signInWithGoogle(shop, 'cancel')
  assert.deepEqual([status, message], [400, 'Google login failed'])
})

testInShop('two simultaneous first sign-ins with Google create one account', async (shop) => {
  const account = newAccount()
  const answers = await Promise.all([
    signInWithGoogle(shop, account),
    signInWithGoogle(shop, account),
    signInWithGoogle(shop, account),
  ])
  for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status))
  const [row] = await shop.sql`select count(*) as people from users where email = ${account.email}`
  assert.equal(row!['people'], 1)
})
