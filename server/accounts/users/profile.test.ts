import assert from 'node:assert/strict'
import { login } from '#contract/accounts/auth.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { proveEmail, provePhone } from '#tests/support/accounts/codes.ts'
import { newEmail, newPhone, signUp } from '#tests/support/accounts/people.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareShop(openShop)

test('a profile can be changed field by field', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const { data: before } = await asha.call(getUser, {})
  const renamed = await asha.call(editUser, { fullName: 'आशा राव' })
  assert.deepEqual([renamed.status, renamed.message], [200, 'Your profile is saved'])
  const { updatedAt } = renamed.data
  assert.deepEqual(renamed.data, { ...before, fullName: 'आशा राव', updatedAt })
  assert.ok(updatedAt > before.updatedAt)
  assert.deepEqual((await asha.call(getUser, {})).data, renamed.data)
  const nothing = await asha.call(editUser, {})
  assert.deepEqual(
    [nothing.status, nothing.data.fullName, nothing.data.email],
    [200, 'आशा राव', asha.email],
  )
})

test('a profile with bad input is refused with the messages of the specification', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const refusals: [field: string, value: unknown, message: string][] = [
    ['fullName', '', 'Please enter your name'],
    ['fullName', null, 'Please enter your name'],
    ['fullName', 'Asha1', 'Full name can only contain letters and spaces'],
    ['email', '', 'Please enter your email'],
    ['email', 'asha', 'Invalid email address'],
    ['phone', '123', 'Please enter a valid phone number'],
    ['phone', 9_876_543_210, 'Please enter a valid phone number'],
    ['role', 'admin', 'Unknown field: role'],
    ['isPhoneVerified', true, 'Unknown field: isPhoneVerified'],
    ['isEmailVerified', true, 'Unknown field: isEmailVerified'],
    ['isBlocked', false, 'Unknown field: isBlocked'],
    ['password', 'Passw0rd!', 'Unknown field: password'],
  ]
  for (const [field, value, message] of refusals) {
    const answer = await asha.send('PUT', '/api/v1/user', { [field]: value })
    assert.deepEqual([answer.status, answer.errors], [400, [{ field, message }]])
  }
})

test('a changed email is unverified, and the old address is notified', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  const email = newEmail('Asha')
  const { data } = await asha.send('PUT', '/api/v1/user', { email: email.toUpperCase() })
  assert.partialDeepStrictEqual(data, { email, isEmailVerified: false })
  const mail = await shop.inbox.find(asha.email, 'Your email address was changed')
  assert.ok(!mail.text.includes(email))
  const { password } = asha
  assert.equal((await shop.visitor.call(login, { email, password })).status, 200)
  assert.equal((await shop.visitor.call(login, { email: asha.email, password })).status, 401)
})

test('saving the same email again keeps it verified and notifies nobody', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  await shop.inbox.waitFor(asha.email, 1)
  const { data } = await asha.call(editUser, { email: asha.email })
  assert.equal(data.isEmailVerified, true)
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
  assert.equal((await shop.inbox.read(asha.email)).length, 1)
})

test('somebody else’s email is refused, and nothing is changed', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const ravi = await signUp(shop, 'Ravi Kumar')
  const change = { email: ravi.email.toUpperCase(), fullName: 'Somebody', phone: newPhone() }
  const { status, code, errors } = await asha.send('PUT', '/api/v1/user', change)
  assert.deepEqual([status, code, errors[0]!.field], [409, 'EMAIL_TAKEN', 'email'])
  const { data } = await asha.call(getUser, {})
  assert.deepEqual([data.fullName, data.email, data.phone], ['Asha Rao', asha.email, asha.phone])
})

test('saving a phone number does not reveal whether someone else has it', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const ravi = await signUp(shop, 'Ravi Kumar')
  await provePhone(shop, ravi)
  for (const phone of [ravi.phone, newPhone()]) {
    const { status, data } = await asha.call(editUser, { phone })
    assert.deepEqual([status, data.phone, data.isPhoneVerified], [200, phone, false])
  }
  assert.equal((await ravi.call(getUser, {})).data.isPhoneVerified, true)
})
