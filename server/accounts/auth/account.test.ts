import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  deleteUser,
  forgotPassword,
  login,
  loginOtp,
  signup,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import {
  askByEmail,
  askForOwnPhone,
  proveEmail,
  provePhone,
} from '#tests/support/accounts/codes.ts'
import { signInWithGoogle } from '#tests/support/accounts/google.ts'
import {
  createPerson,
  newEmail,
  newPhone,
  PASSWORD,
  signUp,
  signUpAdmin,
} from '#tests/support/accounts/people.ts'
import { countJobs, searchTables } from '#tests/support/database/find-text.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const testInShop = shareShop(openShop)

const MINUTE = 60_000

testInShop(
  'the account page accepts a password of six characters and refuses a shorter one',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const refusals: [value: unknown, message: string][] = [
      [undefined, 'Please enter a new password'],
      ['', 'Please enter a new password'],
      [123_456, 'Please enter a new password'],
      ['12345', 'Password must be at least 6 characters long'],
      ['a'.repeat(201), 'This password is too long'],
    ]
    for (const [newPassword, message] of refusals) {
      const answer = await asha.send('PUT', '/api/v1/user/change-password', { newPassword })
      assert.deepEqual([answer.status, answer.errors], [400, [{ field: 'newPassword', message }]])
    }
    const { status, message } = await asha.call(changePassword, { newPassword: 'oblong' })
    assert.deepEqual([status, message], [200, 'Your new password is set'])
    await shop.inbox.find(asha.email, 'Your password was changed')
  },
)

testInShop('a password is stored as an Argon2id hash and never returned', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const [row] = await shop.sql<{ passwordHash: string }[]>`
    select password_hash from users where id = ${asha.id}`
  assert.match(row!.passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.deepEqual(await searchTables(shop.sql, PASSWORD), [])
  const { data } = await asha.send('GET', '/api/v1/user')
  assert.deepEqual(Object.keys(data as object).toSorted(), [
    'USDbalance',
    '_id',
    'balance',
    'createdAt',
    'email',
    'fullName',
    'isBlocked',
    'isConfirmationDue',
    'isEmailVerified',
    'isGuest',
    'isNameHidden',
    'isPhoneVerified',
    'otherBalances',
    'phone',
    'rights',
    'role',
    'spendingLock',
    'updatedAt',
  ])
})

test('deleting an account erases every trace of the person', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Ashavari Raogopal')
  const other = await signUp(shop, 'Ravi Kumar')
  await proveEmail(shop, asha)
  await provePhone(shop, asha)
  const tried = newPhone()
  shop.wait(MINUTE)
  await askForOwnPhone(shop, asha, tried)
  await askByEmail(shop, asha.email)
  await shop.visitor.call(login, { email: asha.email, password: 'Guessed0!' })
  await shop.visitor.call(loginOtp, { phone: asha.phone })
  assert.notDeepEqual(await searchTables(shop.sql, asha.email), [])

  const { status, message } = await asha.call(deleteUser, {})
  assert.deepEqual([status, message], [200, 'Your account is deleted'])
  await shop.inbox.find(asha.email, 'Your account is deleted')
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
  for (const trace of [asha.email, asha.phone, tried, 'Ashavari', 'Raogopal'])
    assert.deepEqual(await searchTables(shop.sql, trace), [], trace)
  assert.equal((await other.call(getUser, {})).status, 200)
})

testInShop('the email and phone of a deleted account can be used again', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const { id, email, phone, password } = asha
  await proveEmail(shop, asha)
  await provePhone(shop, asha)
  await asha.call(deleteUser, {})
  assert.equal((await shop.visitor.call(login, { email, password })).code, 'WRONG_CREDENTIALS')
  const again = await shop.visitor.call(signup, { fullName: 'Ravi Kumar', email, phone, password })
  assert.equal(again.status, 200)
  const ravi = createPerson(shop.url, again.data)
  assert.notEqual((await ravi.call(getUser, {})).data._id, id)
})

testInShop(
  'a code of a deleted account is useless, even for the next owner of its email',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const { email, phone, password } = asha
    const sent = await askByEmail(shop, email)
    await asha.call(deleteUser, {})
    assert.equal((await shop.visitor.call(verifyEmail, sent)).status, 400)
    await shop.visitor.call(signup, { fullName: 'Ravi Kumar', email, phone, password })
    assert.equal((await shop.visitor.call(verifyEmail, sent)).status, 400)
  },
)

testInShop('after deletion, signing in with Google makes a new account', async (shop) => {
  const account = { email: newEmail('asha'), name: 'Asha Rao' }
  const first = createPerson(shop.url, (await signInWithGoogle(shop, account)).data)
  const { data: old } = await first.call(getUser, {})
  await first.call(deleteUser, {})
  const again = createPerson(shop.url, (await signInWithGoogle(shop, account)).data)
  assert.notEqual((await again.call(getUser, {})).data._id, old._id)
})

testInShop(
  'administrators cannot delete their account until another administrator has demoted them',
  async (shop) => {
    const admin = await signUpAdmin(shop)
    const other = await signUpAdmin(shop, 'Ravi Admin')
    const refused = await admin.call(deleteUser, {})
    assert.deepEqual([refused.status, refused.code], [409, 'ADMIN_STAYS'])
    assert.equal((await admin.call(getUser, {})).status, 200)
    await other.call(editUserAsAdmin, { id: admin.id, role: 'user' })
    assert.equal((await admin.call(deleteUser, {})).status, 200)
  },
)

testInShop('deleting an account resets no rate limit', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await askByEmail(shop, asha.email)
  await asha.call(deleteUser, {})
  const { status, code } = await shop.visitor.call(forgotPassword, { email: asha.email })
  assert.deepEqual([status, code], [429, 'RESEND_TOO_SOON'])
})
