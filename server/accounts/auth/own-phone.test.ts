import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, login, logout, sendOtp, verifyPhone } from '#contract/accounts/auth.ts'
import { beginAsGuest } from '#contract/accounts/guests.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { askBySms, askForOwnPhone, provePhone } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  keepCookie,
  logIn,
  newPhone,
  signUp,
  tally,
} from '#tests/support/accounts/people.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const testInShop = shareShop(openShop)

const MINUTE = 60_000

test('a phone verified with a code can be used to sign in', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  const sent = await askForOwnPhone(shop, asha)
  const answer = await asha.call(verifyPhone, sent)
  assert.deepEqual([answer.status, answer.message], [200, 'Phone number verified'])
  asha.tokens = answer.data
  assert.equal((await asha.call(getUser, {})).data.isPhoneVerified, true)

  shop.wait(MINUTE)
  const { data } = await shop.visitor.call(verifyPhone, await askBySms(shop, asha.phone))
  assert.equal((await createPerson(shop.url, data).call(getUser, {})).data._id, asha.id)
})

testInShop('a verified phone is not verified again', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  const { status, message } = await asha.call(sendOtp, { phone: asha.phone })
  assert.deepEqual([status, message], [409, 'Phone number already verified'])
})

testInShop(
  'an invalid phone number is refused with the message of the specification',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    for (const phone of [undefined, '', '12345', '98765432101', 9_876_543_210, '+919876543210']) {
      const { status, errors } = await asha.send('PUT', '/api/v1/user/send-otp', { phone })
      const message = 'Please enter a valid phone number'
      assert.deepEqual([status, errors], [400, [{ field: 'phone', message }]])
    }
  },
)

test('a phone belongs to the account that verified it last, and the former owner is notified', async (t) => {
  const shop = await openShop(t)
  const phone = newPhone()
  const asha = await signUp(shop, 'Asha Rao')
  const ravi = await signUp(shop, 'Ravi Kumar')
  for (const person of [asha, ravi])
    assert.equal((await person.call(editUser, { phone })).status, 200)
  const ashasCode = await askForOwnPhone(shop, asha, phone)
  shop.wait(MINUTE)
  const ravisCode = await askForOwnPhone(shop, ravi, phone)

  assert.equal((await ravi.call(verifyPhone, ravisCode)).status, 200)
  assert.equal((await asha.call(verifyPhone, ashasCode)).status, 200)
  assert.equal((await asha.call(getUser, {})).data.isPhoneVerified, true)
  assert.equal((await ravi.call(getUser, {})).data.isPhoneVerified, false)
  await shop.inbox.find(ravi.email, 'Your phone number was verified by another account')
  shop.wait(MINUTE)
  const { data } = await shop.visitor.call(verifyPhone, await askBySms(shop, phone))
  assert.equal((await createPerson(shop.url, data).call(getUser, {})).data._id, asha.id)
})

testInShop('the verified phone becomes the account’s phone', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const phone = newPhone()
  await asha.call(verifyPhone, await askForOwnPhone(shop, asha, phone))
  const { data } = await asha.call(getUser, {})
  assert.deepEqual([data.phone, data.isPhoneVerified], [phone, true])
})

testInShop(
  'a phone code works only for the account that requested it, while it is signed in',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const ravi = await signUp(shop, 'Ravi Kumar')
    const elsewhere = await logIn(asha)
    const sent = await askForOwnPhone(shop, elsewhere)
    assert.equal((await ravi.call(verifyPhone, sent)).status, 400)
    assert.equal((await shop.visitor.call(verifyPhone, sent)).status, 401)
    await asha.call(changePassword, { newPassword: 'another one' })
    assert.equal((await elsewhere.call(verifyPhone, sent)).status, 401)
    assert.equal((await asha.call(verifyPhone, sent)).status, 200)
    await asha.call(logout, {})
    assert.equal((await asha.call(verifyPhone, sent)).status, 400)
  },
)

test('a changed phone is unverified, and the old one signs nobody in', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  const { data } = await asha.call(editUser, { phone: newPhone() })
  assert.equal(data.isPhoneVerified, false)
  shop.wait(MINUTE)
  const codes = await shop.inbox.countCodes(asha.phone)
  assert.equal(
    (await shop.visitor.send('POST', '/api/v1/auth/login-otp', { phone: asha.phone })).status,
    200,
  )
  await until('every job is done', async () => (await countJobs(shop.sql)) === 0)
  assert.equal(await shop.inbox.countCodes(asha.phone), codes)
})

testInShop('saving the same phone again keeps it verified', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  const { data } = await asha.call(editUser, { phone: asha.phone, fullName: 'Asha Rao Two' })
  assert.deepEqual([data.isPhoneVerified, data.fullName], [true, 'Asha Rao Two'])
})

const DAY = 24 * 60 * MINUTE

test('a phone last used 90 days ago signs in on a known device, and on no other', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  const { email, password, phone } = asha
  shop.wait(91 * DAY)
  const old = await shop.visitor.call(verifyPhone, await askBySms(shop, phone))
  assert.deepEqual([old.status, old.code], [403, 'PHONE_PROOF_OLD'])
  assert.equal((await shop.visitor.call(beginAsGuest, { phone })).status, 200)
  const device = createPerson(shop.url)
  keepCookie(device, await device.call(login, { email, password }))
  shop.wait(MINUTE)
  assert.equal((await device.call(verifyPhone, await askBySms(shop, phone))).status, 200)
  const [guest] = await shop.sql`select claimed_by from users where is_guest`
  assert.equal(guest!['claimedBy'], asha.id, 'the phone is proven again')
  shop.wait(89 * DAY)
  assert.equal((await shop.visitor.call(verifyPhone, await askBySms(shop, phone))).status, 200)
})

test('two accounts that verify each other’s phones at the same time swap them', async (t) => {
  const shop = await openShop(t)
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  await provePhone(shop, asha)
  await provePhone(shop, ravi)
  shop.wait(MINUTE)
  const codes = await Promise.all([
    askForOwnPhone(shop, asha, ravi.phone),
    askForOwnPhone(shop, ravi, asha.phone),
  ])
  const answers = await Promise.all([
    asha.call(verifyPhone, codes[0]),
    ravi.call(verifyPhone, codes[1]),
  ])
  assert.deepEqual(tally(answers), { 200: 2 })
  const users = await shop.sql`select phone, is_phone_verified from users order by created_at`
  assert.deepEqual(
    users.map((user) => [user['phone'], user['isPhoneVerified']]),
    [
      [ravi.phone, true],
      [asha.phone, true],
    ],
  )
})
