import assert from 'node:assert/strict'
import { generateApiKey } from '#contract/resellers/api-keys.ts'
import {
  changePassword,
  deleteUser,
  login,
  signup,
  undoChange,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import { getApiBalance } from '#contract/resellers/reseller.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { askByEmail, askForOwnPhone, provePhone } from '#tests/support/accounts/codes.ts'
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
} from '#tests/support/accounts/people.ts'
import { createApiClient, makeReseller } from '#tests/support/resellers/api-clients.ts'
import { searchTables } from '#tests/support/database/find-text.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const newPassword = 'An0ther!!'

let shop: TestShop

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
})

/** Reads the token from the undo link mailed to an address. */
async function linkTo(email: string, subject = 'Your email address was changed'): Promise<string> {
  const { text } = await shop.inbox.find(email, subject)
  return /undo-change\?token=([\w-]+)/.exec(text)![1]!
}

const undo = (token: string) => shop.visitor.call(undoChange, { token })

async function changeEmail(member: Member): Promise<string> {
  const email = newEmail('thief')
  assert.equal((await member.call(editUser, { email })).status, 200)
  return email
}

test('the old address can undo any number of changes and take the account back', async () => {
  const admin = await signUpAdmin(shop)
  const ravi = await makeReseller(shop, admin, {})
  await provePhone(shop, ravi)
  const owner = await logIn(ravi)
  const thief = await logIn(ravi)
  const { data: key } = await thief.call(generateApiKey, {})
  const [second, phone] = [await changeEmail(thief), newPhone()]
  await thief.call(verifyPhone, await askForOwnPhone(shop, thief, phone))
  const third = await changeEmail(thief)
  const { data: tokens } = await shop.visitor.call(verifyEmail, await askByEmail(shop, third))
  thief.tokens = tokens
  await thief.call(changePassword, { newPassword })
  const { data: late } = await thief.call(generateApiKey, {})

  const link = await linkTo(ravi.email)
  const { status, data } = await undo(link)
  assert.equal(status, 200)
  const back = createPerson(shop.url, data)
  const { data: user } = await back.call(getUser, {})
  assert.deepEqual(
    [user.email, user.isEmailVerified, user.phone, user.isPhoneVerified],
    [ravi.email, true, ravi.phone, true],
  )
  for (const device of [ravi, owner, thief])
    assert.equal((await device.call(getUser, {})).status, 401)
  for (const { apiKey } of [key, late])
    assert.equal((await createApiClient(shop.url, apiKey).call(getApiBalance, {})).status, 401)
  for (const [email, password] of [
    [ravi.email, PASSWORD],
    [ravi.email, newPassword],
    [third, newPassword],
  ] as const)
    assert.equal((await shop.visitor.call(login, { email, password })).status, 401)
  assert.equal((await back.call(changePassword, { newPassword: 'Th1rd!pass' })).status, 200)

  for (const token of [
    link,
    await linkTo(second),
    await linkTo(second, 'A phone number was verified'),
  ]) {
    const used = await undo(token)
    assert.deepEqual([used.status, used.code], [404, 'UNDO_LINK_WRONG'])
  }
  assert.equal((await back.call(getUser, {})).data.email, ravi.email)
})

test('an undo link works once even if used twice at the same time, and a forged one does nothing', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await changeEmail(asha)
  const token = await linkTo(asha.email)
  const bent = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  for (const wrong of ['', 'x', bent, `${token}A`]) assert.equal((await undo(wrong)).status, 404)
  const answers = await Promise.all(Array.from({ length: 4 }, () => undo(token)))
  assert.deepEqual(tally(answers), { 200: 1, 404: 3 })
})

test('an undo link works for seven days and is stored in no table', async () => {
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  await changeEmail(asha)
  await changeEmail(ravi)
  const [first, second] = [await linkTo(asha.email), await linkTo(ravi.email)]
  assert.deepEqual(await searchTables(shop.sql, first), [])
  shop.wait(7 * DAY - MINUTE)
  assert.equal((await undo(first)).status, 200)
  shop.wait(MINUTE)
  assert.equal((await undo(second)).status, 404)
})

test('an address that can still undo its change cannot be registered by others', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  const email = await changeEmail(asha)
  const newcomer = { fullName: 'A Thief', email: asha.email, phone: newPhone(), password: PASSWORD }
  const refused = await shop.visitor.call(signup, newcomer)
  assert.deepEqual([refused.status, refused.code], [409, 'EMAIL_TAKEN'])
  const thief = await signUp(shop, 'A Thief')
  assert.equal((await thief.call(editUser, { email: asha.email })).code, 'EMAIL_TAKEN')
  assert.equal((await asha.call(editUser, { email: asha.email })).status, 200)
  assert.equal((await thief.call(editUser, { email })).code, 'EMAIL_TAKEN')
  shop.wait(7 * DAY)
  const later = await shop.visitor.call(signup, { ...newcomer, email })
  assert.equal(later.status, 200)
})

test('a sign-up with the old address is refused while the change can be undone', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  const input = { fullName: 'A Thief', email: asha.email, phone: newPhone(), password: PASSWORD }
  const [, refused] = await Promise.all([changeEmail(asha), shop.visitor.call(signup, input)])
  assert.equal(refused.status, 409)
})

test('the undo link restores a changed phone, unless another account has it by now', async () => {
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  for (const member of [asha, ravi]) {
    await provePhone(shop, member)
    await member.call(editUser, { phone: newPhone() })
  }
  const other = await signUp(shop, 'Omar Khan')
  shop.wait(MINUTE)
  await other.call(verifyPhone, await askForOwnPhone(shop, other, ravi.phone))
  for (const [member, isVerified] of [
    [asha, true],
    [ravi, false],
  ] as const) {
    const { data } = await undo(await linkTo(member.email, 'Your phone number was changed'))
    const { data: user } = await createPerson(shop.url, data).call(getUser, {})
    assert.deepEqual([user.phone, user.isPhoneVerified], [member.phone, isVerified])
  }
  assert.equal((await other.call(getUser, {})).data.isPhoneVerified, true)
})

test('the undo link of a deleted account does nothing', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await changeEmail(asha)
  const token = await linkTo(asha.email)
  await asha.call(deleteUser, {})
  assert.equal((await undo(token)).status, 404)
})

test('an undo removes the second factor that the thief had added for the change', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await changeEmail(asha)
  const token = await linkTo(asha.email)
  const [{ at }] = await shop.sql<[{ at: Date }]>`
    select max(created_at) - interval '6 days' as at from address_undo where user_id = ${asha.id}`
  await shop.sql`
    insert into second_factor (id, user_id, kind, name, credential_id, public_key, sign_count, transports,
      created_at, used_at)
    values (gen_random_uuid(), ${asha.id}, 'passkey', 'Mine', ${asha.id}, 'key', 0, '{}', ${at}, ${at})`
  shop.wait(6 * DAY)
  assert.equal((await undo(token)).status, 200)
  const left = await shop.sql`select from second_factor where user_id = ${asha.id}`
  assert.equal(left.length, 0)
})
