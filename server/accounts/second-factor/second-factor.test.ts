import assert from 'node:assert/strict'
import {
  changePassword,
  deleteUser,
  logout,
  refreshToken,
  sendOtp,
} from '#contract/accounts/auth.ts'
import { createInvitation } from '#contract/accounts/invitations.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import {
  addApp,
  beginApp,
  beginPasskey,
  confirmByCode,
  deleteFactor,
  getSecondFactor,
  makeRecoveryCodes,
} from '#contract/accounts/second-factor.ts'
import { editUser, editUserAsAdmin, findUser, getUser } from '#contract/accounts/users.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { codeAt, setUpApp } from '#tests/support/accounts/factors.ts'
import {
  logIn,
  newEmail,
  signUp,
  signUpAdmin,
  tally,
  type Member,
} from '#tests/support/accounts/people.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000
const STEP = 30_000

/** All tests share one shop. Each signs up its own people and moves the clock by itself. */
let shop: TestShop

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
})
let waited = 0
const wait = (milliseconds: number) => {
  shop.wait(milliseconds)
  waited += milliseconds
}
const now = () => new Date(Date.now() + waited)
const paging = { page: 1, limit: 10, search: '' }
const orders = { ...paging, searchIndex: 'invoiceId', sort: '-createdAt' } as const

const giveOne = async (admin: Member, userId: string) =>
  (await admin.call(giftBalance, { userId, amount: 100 })).code

/** An access token expires after 15 minutes; its session does not. */
async function renew(member: Member): Promise<void> {
  const { refreshToken: shown } = member.tokens
  member.tokens = (await member.call(refreshToken, { refreshToken: shown })).data
}

async function waitForTries(...members: Member[]): Promise<void> {
  wait(15 * MINUTE)
  for (const member of members) await renew(member)
}

async function newAdmin() {
  const admin = await signUpAdmin(shop)
  return { admin, ...(await setUpApp(admin, now())) }
}

/** Uses the code of the next half minute, because the current one may be used up. */
async function show(member: Member, secret: string): Promise<string | undefined> {
  wait(STEP)
  return (await member.call(confirmByCode, { code: codeAt(secret, now()) })).code
}

test('a second factor opens the back office, and is required again before sensitive actions', async () => {
  const { admin, secret } = await newAdmin()
  const { id } = await signUp(shop, 'Bala Iyer')
  assert.equal(await giveOne(admin, id), undefined) // setting up the factor has confirmed the session
  wait(10 * MINUTE)
  assert.equal((await admin.call(listAllOrders, orders)).status, 200)
  const refused = await admin.call(giftBalance, { userId: id, amount: 100 })
  assert.deepEqual([refused.status, refused.code], [403, 'SECOND_FACTOR_NEEDED'])
  const invitation = { email: newEmail('friend'), rights: ['support' as const] }
  const invited = await admin.call(createInvitation, invitation)
  assert.equal(invited.code, 'SECOND_FACTOR_NEEDED')
  assert.equal(await show(admin, secret), undefined)
  assert.equal(await giveOne(admin, id), undefined)
  assert.equal((await admin.call(findUser, { id })).data.balance, 200)

  const elsewhere = await logIn(admin)
  assert.equal((await elsewhere.call(getUser, {})).data.isConfirmationDue, true)
  assert.equal((await elsewhere.call(listAllOrders, orders)).code, 'SECOND_FACTOR_NEEDED')
  assert.equal((await elsewhere.call(getSecondFactor, {})).data.factors[0]!.name, 'My phone')
  assert.equal(await show(elsewhere, secret), undefined)
  assert.equal((await elsewhere.call(getUser, {})).data.isConfirmationDue, false)
  assert.equal((await elsewhere.call(listAllOrders, orders)).status, 200)

  await renew(elsewhere)
  assert.equal(await giveOne(elsewhere, id), undefined) // a refreshed session stays confirmed
  await elsewhere.call(logout, {})
  assert.equal(
    (await (await logIn(admin)).call(listAllOrders, orders)).code,
    'SECOND_FACTOR_NEEDED',
  )
})

test('an authenticator code works once, for its owner, and only around its own time', async () => {
  const [asha, omar] = [await newAdmin(), await newAdmin()]
  wait(STEP)
  const confirm = async (code: string, who = asha.admin) =>
    (await who.call(confirmByCode, { code })).code
  const code = codeAt(asha.secret, now())
  assert.equal(await confirm(code, omar.admin), 'WRONG_FACTOR_CODE')
  const both = await Promise.all(
    Array.from({ length: 4 }, () => asha.admin.call(confirmByCode, { code })),
  )
  assert.deepEqual(tally(both), { 200: 1, 400: 3 })
  assert.equal(await confirm(code), 'WRONG_FACTOR_CODE')
  await waitForTries(asha.admin)
  assert.equal(await confirm(code), 'WRONG_FACTOR_CODE')
  const [before, next] = [-STEP, STEP].map((away) => new Date(now().getTime() + away))
  assert.equal(await confirm(codeAt(asha.secret, next!)), undefined)
  assert.equal(await confirm(codeAt(asha.secret, now())), 'WRONG_FACTOR_CODE') // an older code after a newer one
  assert.equal(await confirm(codeAt(asha.secret, before!)), 'WRONG_FACTOR_CODE')
})

test('five of fifty simultaneous guesses are checked, and then even the right code has to wait', async () => {
  const { admin, secret, recoveryCodes } = await newAdmin()
  const guesses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => admin.call(confirmByCode, { code: `9${10_000 + n}` })),
  )
  assert.deepEqual(tally(guesses), { 400: 5, 429: 45 })
  const late = guesses.find(({ status }) => status === 429)!
  assert.equal(late.code, 'TOO_MANY_WRONG_FACTORS')
  assert.ok(Number(late.headers.get('retry-after')) > 800)
  const other = await logIn(admin) // attempts count for the account, in every session
  assert.equal(await show(other, secret), 'TOO_MANY_WRONG_FACTORS')
  assert.equal((await other.call(confirmByCode, { code: recoveryCodes[0]! })).status, 429)
  await waitForTries(other)
  assert.equal(await show(other, secret), undefined)
})

test('each recovery code works once in any spelling, and new codes replace the old ones', async () => {
  const { admin, recoveryCodes } = await newAdmin()
  assert.equal(new Set(recoveryCodes).size, 10)
  const [first, second] = recoveryCodes as [string, string]
  const fresh = await logIn(admin)
  const typed = ` ${first.replaceAll('-', '').toUpperCase()} `
  const both = await Promise.all([typed, first].map((code) => fresh.call(confirmByCode, { code })))
  assert.deepEqual(tally(both), { 200: 1, 400: 1 })
  const { data } = await fresh.call(getSecondFactor, {})
  assert.equal(data.recoveryCodesLeft, 9)
  const made = await fresh.call(makeRecoveryCodes, {})
  assert.equal(made.data.recoveryCodes.length, 10)
  assert.equal((await fresh.call(confirmByCode, { code: second })).code, 'WRONG_FACTOR_CODE')
  const stored = await shop.sql`select hash from recovery_code where user_id = ${admin.id}`
  const known = made.data.recoveryCodes.map((code) => Buffer.from(code.replaceAll('-', '')))
  for (const { hash } of stored)
    assert.ok(!known.some((code) => (hash as Buffer).includes(code)), 'only hashes')
})

test('a stolen session can add neither a second factor nor another way to sign in', async () => {
  const admin = await signUpAdmin(shop)
  for (const begin of [beginApp, beginPasskey]) {
    assert.equal((await admin.call(begin, {})).code, 'WRONG_PASSWORD')
    assert.equal((await admin.call(begin, { password: 'Wr0ngpass!' })).code, 'WRONG_PASSWORD')
  }
  assert.equal((await admin.call(addApp, { name: 'A', code: '123456' })).code, 'FACTOR_NOT_BEGUN')
  wait(10 * MINUTE)
  const takeOver = async (code: string) => {
    const ways = [
      await admin.call(changePassword, { newPassword: 'Th1ef!pass' }),
      await admin.call(editUser, { email: 'thief@example.com' }),
      await admin.call(sendOtp, { phone: '9876543210' }),
    ]
    for (const way of ways) assert.deepEqual([way.status, way.code], [403, code])
  }
  await takeOver('PASSWORD_NEEDED')
  assert.equal((await admin.call(editUser, { fullName: 'Amrita' })).status, 200)

  const { secret } = await setUpApp(admin, now())
  wait(10 * MINUTE)
  await renew(admin)
  await takeOver('SECOND_FACTOR_NEEDED')
  const add = await admin.call(beginApp, { password: admin.password })
  assert.equal(add.code, 'SECOND_FACTOR_NEEDED')
  const { data } = await admin.call(getSecondFactor, {})
  const [factor] = data.factors
  const removing = await admin.call(deleteFactor, { id: factor!._id })
  const making = await admin.call(makeRecoveryCodes, {})
  for (const { code } of [removing, making]) assert.equal(code, 'SECOND_FACTOR_NEEDED')

  assert.equal(await show(admin, secret), undefined)
  const second = await admin.call(beginApp, {})
  wait(STEP)
  const code = codeAt(second.data.secret, now())
  const added = await admin.call(addApp, { name: 'Tablet', code })
  assert.deepEqual([added.status, added.data.recoveryCodes], [200, null])
  const stranger = await newAdmin()
  const theirs = await stranger.admin.call(deleteFactor, { id: factor!._id })
  assert.equal(theirs.code, 'NO_SUCH_FACTOR')
  assert.equal((await admin.call(deleteFactor, { id: factor!._id })).status, 200)
  wait(STEP)
  const old = await admin.call(confirmByCode, { code: codeAt(secret, now()) })
  assert.equal(old.code, 'WRONG_FACTOR_CODE')
})

test('a person without a password sets up the first factor in a session opened just now', async () => {
  const admin = await signUpAdmin(shop)
  await shop.sql`update users set password_hash = null where id = ${admin.id}`
  assert.equal((await admin.call(beginApp, {})).status, 200)
  wait(10 * MINUTE)
  assert.equal((await admin.call(beginApp, {})).code, 'PASSWORD_NEEDED')
})

test('where a second factor is required, staff without one must set it up before sensitive actions', async () => {
  const admin = await signUpAdmin(shop)
  const { id } = await signUp(shop, 'Bala Iyer')
  const node = await shop.openNode({ SECOND_FACTOR: 'required' })
  const there = { ...admin, url: node.url }
  const person = Object.assign(await logIn(there), { id: admin.id })
  const { status, code } = await person.call(giftBalance, { userId: id, amount: 100 })
  assert.deepEqual([status, code], [403, 'SECOND_FACTOR_MISSING'])
  assert.equal((await person.call(listAllOrders, orders)).status, 200)
  await setUpApp(person)
  assert.equal(await giveOne(person, id), undefined)
  await node.stop()
})

test('somebody demoted to customer loses the back office at once and keeps the factor', async () => {
  const { admin, secret } = await newAdmin()
  const boss = await signUpAdmin(shop)
  await boss.call(editUserAsAdmin, { id: admin.id, role: 'user' })
  assert.equal((await admin.call(listAllOrders, orders)).code, 'ACCESS_DENIED')
  const elsewhere = await logIn(admin)
  const { data } = await elsewhere.call(getUser, {})
  assert.deepEqual([data.role, data.isConfirmationDue], ['user', false])
  assert.equal((await elsewhere.call(deleteUser, {})).code, 'SECOND_FACTOR_NEEDED')
  assert.equal(await show(elsewhere, secret), undefined)
  assert.equal((await elsewhere.call(deleteUser, {})).status, 200)
  const left = async () =>
    (await shop.sql`select from second_factor where user_id = ${admin.id}`).length
  await until('nothing of it is left', async () => (await left()) === 0)
})
