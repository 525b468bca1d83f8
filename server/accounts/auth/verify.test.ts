import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  login,
  loginOtp,
  resetPassword,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import { editUser, editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { askByEmail, askBySms, proveEmail, provePhone } from '#tests/support/accounts/codes.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import { signInWithGoogle } from '#tests/support/accounts/google.ts'
import {
  createPerson,
  logIn,
  newEmail,
  PASSWORD,
  signUp,
  signUpAdmin,
  type Member,
} from '#tests/support/accounts/people.ts'
import { whileHeld } from '#tests/support/shop/race.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const testInShop = shareShop(openShop)

const MINUTE = 60_000
const newPassword = 'An0ther!!'

type Shop = Awaited<ReturnType<typeof openShop>>

testInShop(
  'a forgotten password is reset with a code, and the owner is signed in',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const answer = await shop.visitor.call(verifyEmail, await askByEmail(shop, asha.email))
    assert.deepEqual([answer.status, answer.message], [200, 'Login successful'])
    await shop.inbox.find(asha.email, 'Your email is verified, and older sign-ins have ended')
    const { data } = await createPerson(shop.url, answer.data).call(getUser, {})
    assert.deepEqual([data._id, data.isEmailVerified], [asha.id, true])
  },
)

test('resetting a password ends every session and notifies the owner', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  const elsewhere = await logIn(asha)
  shop.wait(MINUTE)
  const { q: token, code } = await askByEmail(shop, asha.email)
  const answer = await shop.visitor.call(resetPassword, { token, code, newPassword })
  assert.deepEqual([answer.status, answer.message], [200, 'Your new password is set'])
  for (const device of [asha, elsewhere]) assert.equal((await device.call(getUser, {})).status, 401)
  assert.equal((await createPerson(shop.url, answer.data).call(getUser, {})).status, 200)
  const { email } = asha
  assert.equal((await shop.visitor.call(login, { email, password: PASSWORD })).status, 401)
  assert.equal((await shop.visitor.call(login, { email, password: newPassword })).status, 200)
  await shop.inbox.find(email, /password was changed/)
})

testInShop('an unacceptable new password does not use up the code', async (shop) => {
  const { email } = await signUp(shop, 'Asha Rao')
  const { q: token, code } = await askByEmail(shop, email)
  const refusals: [value: unknown, message: string][] = [
    [undefined, 'Please enter a new password'],
    ['', 'Please enter a new password'],
    ['Pass0r!', 'Password must be at least 8 characters long'],
    ['Password!', 'Password must contain at least one number'],
    ['Passw0rds', 'Password must contain at least one special character'],
    ['passw0rd!', 'Password must contain at least one uppercase letter'],
    ['PASSW0RD!', 'Password must contain at least one lowercase letter'],
  ]
  for (const [value, message] of refusals) {
    const sent = { token, code, newPassword: value }
    const answer = await shop.visitor.send('POST', '/api/v1/auth/reset-password', sent)
    assert.deepEqual([answer.status, answer.errors], [400, [{ field: 'newPassword', message }]])
  }
  assert.equal((await shop.visitor.call(resetPassword, { token, code, newPassword })).status, 200)
})

const countLinks = async ({ sql }: Shop) =>
  (await sql`select from users where google_subject is not null`).length

test('a code by email changes nothing about a verified account', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  await provePhone(shop, asha)
  await signInWithGoogle(shop, { email: asha.email, name: 'Asha Rao' })
  shop.wait(MINUTE)
  const { data } = await shop.visitor.call(verifyEmail, await askByEmail(shop, asha.email))
  assert.equal(data.isReclaimed, false)
  assert.equal((await asha.call(getUser, {})).data.isPhoneVerified, true)
  assert.equal((await logIn(asha)).id, asha.id)
  assert.deepEqual(await countLinks(shop), 1)
})

const PROOFS: Record<
  string,
  (shop: Shop, email: string) => Promise<{ status: number; data: { isReclaimed: boolean } }>
> = {
  'a code': async (shop, email) => shop.visitor.call(verifyEmail, await askByEmail(shop, email)),
  'a new password': async (shop, email) => {
    const { q: token, code } = await askByEmail(shop, email)
    return shop.visitor.call(resetPassword, { token, code, newPassword })
  },
}

for (const [name, prove] of Object.entries(PROOFS))
  test(`a stranger who signed up with an email loses the account when its owner proves it by ${name}`, async (t) => {
    const shop = await openShop(t)
    const thief = await signUp(shop, 'A Thief')
    const { email, phone } = thief
    await provePhone(shop, thief)
    const answer = await prove(shop, email)
    assert.deepEqual([answer.status, answer.data.isReclaimed], [200, true])

    assert.equal((await thief.call(getUser, {})).status, 401)
    assert.equal((await shop.visitor.call(login, { email, password: PASSWORD })).status, 401)
    shop.wait(MINUTE)
    const codes = await shop.inbox.countCodes(phone)
    await shop.visitor.call(loginOtp, { phone })
    await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
    assert.equal(await shop.inbox.countCodes(phone), codes)
  })

for (const [name, prove] of Object.entries(PROOFS))
  test(`a stranger who took the email after Google loses the account when its owner proves it by ${name}`, async (t) => {
    const shop = await openShop(t)
    const account = { email: newEmail('thief'), name: 'A Thief' }
    const thief = createPerson(shop.url, (await signInWithGoogle(shop, account)).data)
    const email = newEmail('owner')
    const { data: trap } = await thief.call(editUser, { email })
    assert.equal((await prove(shop, email)).status, 200)

    assert.equal((await thief.call(getUser, {})).status, 401)
    const again = await signInWithGoogle(shop, account)
    assert.equal(again.code, 'EMAIL_TAKEN') // as long as the undo link works
    await shop.inbox.find(email, 'Your account’s change of email can still be undone')
    shop.wait(7 * 24 * 60 * MINUTE)
    const { data: tokens } = await signInWithGoogle(shop, account)
    const { data: user } = await createPerson(shop.url, tokens).call(getUser, {})
    assert.notEqual(user._id, trap._id)
  })

testInShop(
  'an owner who proved the email before keeps phone and Google after a password reset',
  async (shop) => {
    const email = newEmail('asha')
    const account = { email, name: 'Asha Rao' }
    const asha = createPerson(shop.url, (await signInWithGoogle(shop, account)).data)
    assert.equal((await PROOFS['a new password']!(shop, email)).status, 200)
    const { data: tokens } = await signInWithGoogle(shop, account)
    assert.equal((await asha.call(getUser, {})).status, 401)
    asha.tokens = tokens
    assert.equal((await asha.call(getUser, {})).data.email, email)
  },
)

testInShop('a code sent to an account’s former email is useless', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const sent = await askByEmail(shop, asha.email)
  await asha.call(editUser, { email: newEmail('asha') })
  const { status, code } = await shop.visitor.call(verifyEmail, sent)
  assert.deepEqual([status, code], [400, 'WRONG_CODE'])
})

testInShop(
  'a code verifies only the email it was sent to, even if the email changes meanwhile',
  async (shop) => {
    const thief = await signUp(shop, 'A Thief')
    const sent = await askByEmail(shop, thief.email)
    const answer = await whileHeld(shop.sql, {
      userId: thief.id,
      call: () => shop.visitor.call(verifyEmail, sent),
      change: (tx) => tx`update users set email = 'owner@example.com' where id = ${thief.id}`,
    })
    assert.equal(answer.status, 400)
    const [row] = await shop.sql`select is_email_verified from users where id = ${thief.id}`
    assert.equal(row!['isEmailVerified'], false)
  },
)

test('an account blocked after its code was sent is refused as blocked', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  shop.wait(MINUTE)
  const byEmail = await askByEmail(shop, asha.email)
  const bySms = await askBySms(shop, asha.phone)
  await admin.call(editUserAsAdmin, { id: asha.id, isBlocked: true })
  const { q: token, code } = byEmail
  const answers = [
    await shop.visitor.call(verifyEmail, byEmail),
    await shop.visitor.call(resetPassword, { token, code, newPassword }),
    await shop.visitor.call(verifyPhone, bySms),
  ]
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.code], [403, 'ACCOUNT_BLOCKED'])
})

const DAY = 24 * 60 * MINUTE

const countFactors = async ({ sql }: Shop, { id }: Member) =>
  (await sql`select from second_factor where user_id = ${id}`).length

testInShop(
  'a new password removes a customer’s second factors of the last 7 days, and no older ones',
  async (shop) => {
    const [asha, bala, admin] = [
      await signUp(shop, 'Asha Rao'),
      await signUp(shop, 'Bala Iyer'),
      await signUpAdmin(shop),
    ]
    await proveEmail(shop, asha)
    await proveEmail(shop, bala)
    for (const one of [asha, bala, admin]) await setUpApp(one)
    await shop.sql`
      update second_factor set created_at = created_at - interval '7 days 1 minute' where user_id = ${bala.id}`
    for (const { email } of [asha, bala, admin]) {
      const { q: token, code } = await askByEmail(shop, email)
      await shop.visitor.call(resetPassword, { token, code, newPassword })
    }
    const left = await Promise.all([asha, bala, admin].map((one) => countFactors(shop, one)))
    assert.deepEqual(left, [0, 1, 1])
    const codes = await shop.sql`select distinct user_id from recovery_code
      where user_id = any(${[asha.id, bala.id, admin.id]})`
    assert.equal(codes.length, 2)
  },
)

test('the owner of a mailbox gets an account without the second factor of whoever opened it', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await setUpApp(asha)
  shop.wait(8 * DAY)
  const { data } = await shop.visitor.call(verifyEmail, await askByEmail(shop, asha.email))
  assert.equal(await countFactors(shop, asha), 0)
  const owner = createPerson(shop.url, data)
  assert.equal((await owner.call(editUser, { email: newEmail('Asha again') })).status, 200)
})
