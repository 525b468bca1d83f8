import assert from 'node:assert/strict'
import { changePassword, login, loginOtp, signup } from '#contract/accounts/auth.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import type { Tx } from '#server/platform/db/db.ts'
import {
  logIn,
  newEmail,
  newPhone,
  PASSWORD,
  signUp,
  signUpAdmin,
} from '#tests/support/accounts/people.ts'
import { whileHeld } from '#tests/support/shop/race.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openShop)

test('only the right password signs in', async (shop) => {
  const { email, password } = await signUp(shop, 'Asha Rao')
  const right = await shop.visitor.call(login, { email, password })
  assert.deepEqual([right.status, right.message], [200, 'Login successful'])
  for (const other of ['Passw0rd', 'passw0rd!', ' Passw0rd!', 'Passw0rd! ', 'x']) {
    const { status, code, data } = await shop.visitor.call(login, { email, password: other })
    assert.deepEqual([status, code, data], [401, 'WRONG_CREDENTIALS', null])
  }
})

test('spaces around a password are part of it', async ({ visitor }) => {
  const email = newEmail('asha')
  const password = ` ${PASSWORD} `
  await visitor.call(signup, { fullName: 'Asha Rao', email, phone: newPhone(), password })
  assert.equal((await visitor.call(login, { email, password })).status, 200)
  assert.equal((await visitor.call(login, { email, password: PASSWORD })).status, 401)
})

test('login refuses bad input with the messages of the specification', async ({ visitor }) => {
  const good = { email: newEmail('asha'), password: PASSWORD }
  const refusals: [field: string, value: unknown, message: string][] = [
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', 'asha', 'Invalid email address'],
    ['password', undefined, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', 12_345_678, 'Password is required'],
  ]
  for (const [field, value, message] of refusals) {
    const answer = await visitor.send('POST', '/api/v1/auth/login', { ...good, [field]: value })
    assert.deepEqual([answer.status, answer.errors], [400, [{ field, message }]])
  }
})

test('a bad phone number is refused with the messages of the specification', async ({
  visitor,
}) => {
  const refusals: [phone: unknown, message: string][] = [
    [undefined, 'Phone number is required'],
    ['', 'Phone number is required'],
    ['12345', 'Phone number must be 10 digits long'],
    [9_876_543_210, 'Phone number is required'],
  ]
  for (const [phone, message] of refusals) {
    const answer = await visitor.send('POST', `/api/v1${loginOtp.path}`, { phone })
    assert.deepEqual([answer.status, answer.errors], [400, [{ field: 'phone', message }]])
  }
})

test('a blocked account is reported only to somebody with the right password', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { id, email, password } = await signUp(shop, 'Asha Rao')
  await admin.call(editUserAsAdmin, { id, isBlocked: true })
  const right = await shop.visitor.call(login, { email, password })
  assert.deepEqual([right.status, right.code], [403, 'ACCOUNT_BLOCKED'])
  const guessed = await shop.visitor.call(login, { email, password: 'Guessed0!' })
  assert.deepEqual([guessed.status, guessed.code], [401, 'WRONG_CREDENTIALS'])
})

test('a person can be signed in on several devices', async (shop) => {
  const phone = await signUp(shop, 'Asha Rao')
  const laptop = await logIn(phone)
  for (const device of [phone, laptop]) assert.equal((await device.call(getUser, {})).status, 200)
})

const CHANGES: Record<string, (tx: Tx, id: string) => Promise<unknown>> = {
  'a new password': (tx, id) => tx`update users set password_hash = 'another' where id = ${id}`,
  'a block': (tx, id) => tx`update users set is_blocked = true where id = ${id}`,
  'a deletion': (tx, id) => tx`
    update users set email = null, phone = null, password_hash = null, deleted_at = now()
    where id = ${id}`,
}

for (const [name, change] of Object.entries(CHANGES))
  test(`a sign-in that began before ${name} fails if it ends afterwards`, async (shop) => {
    const { id, email, password } = await signUp(shop, 'Asha Rao')
    const call = () => shop.visitor.call(login, { email, password })
    const { status, data } = await whileHeld(shop.sql, {
      userId: id,
      call,
      change: (tx) => change(tx, id),
    })
    assert.equal(status, name === 'a block' ? 403 : 401)
    assert.equal(data, null)
  })

test('after a password change only the new password signs in', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await asha.call(changePassword, { newPassword: 'oblong' })
  const { email } = asha
  const old = await shop.visitor.call(login, { email, password: PASSWORD })
  assert.equal(old.status, 401)
  assert.equal((await shop.visitor.call(login, { email, password: 'oblong' })).status, 200)
})
