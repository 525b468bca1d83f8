import assert from 'node:assert/strict'
import { login, sendEmailOtp, verifyEmail, verifyOwnEmail } from '#contract/accounts/auth.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { askByEmail, askForOwnEmail, provePhone, wrong } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  logIn,
  newEmail,
  PASSWORD,
  signUp,
  signUpByCall,
  tally,
  type Member,
} from '#tests/support/accounts/people.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let shop: TestShop

const test = shareAmongTests(async (stack) => {
  shop = await openShop({ after: (close) => stack.defer(close) })
})

const isVerified = async (member: Member) =>
  (await member.call(getUser, {})).data?.isEmailVerified ?? null

/** Reads the token from the link in the welcome mail. */
async function readLink({ email }: Member) {
  const [mail] = await shop.inbox.waitFor(email, 1)
  const [, q, code] = /account-details\?q=([\w-]+)&code=(\d{4})/.exec(mail!.text)!
  return { q: q!, code: code! }
}

test('verifying the email keeps the password, phone and devices of the account', async () => {
  const asha = await signUp(shop, 'Asha Rao')
  await provePhone(shop, asha)
  const elsewhere = await logIn(asha)
  const sent = await askForOwnEmail(shop, asha)
  const mail = await shop.inbox.find(asha.email, `${sent.code} is your Gemstall code`)
  assert.match(mail.text, /Enter this code to verify your email address/)
  assert.doesNotMatch(mail.text, /https?:/, 'only codes to sign in have a link')
  const { status, message } = await asha.call(verifyOwnEmail, sent)
  assert.deepEqual([status, message], [200, 'Your email is verified'])
  assert.deepEqual([await isVerified(asha), await isVerified(elsewhere)], [true, true])
  assert.equal((await asha.call(getUser, {})).data.isPhoneVerified, true)
  assert.equal((await logIn(asha)).id, asha.id)
  assert.equal((await asha.call(sendEmailOtp, {})).code, 'EMAIL_ALREADY_VERIFIED')
})

test('the link in the welcome mail verifies the email once, and only for its own account', async () => {
  const [asha, ravi] = [await signUpByCall(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  const link = await readLink(asha)
  assert.equal((await shop.visitor.call(verifyOwnEmail, link)).status, 401)
  assert.equal((await ravi.call(verifyOwnEmail, link)).code, 'CODE_ENDED')
  assert.deepEqual([await isVerified(asha), await isVerified(ravi)], [false, false])
  const answers = await Promise.all([1, 2, 3].map(() => asha.call(verifyOwnEmail, link)))
  assert.deepEqual(tally(answers), { 200: 1, 400: 2 })
  assert.equal(await isVerified(asha), true)
})

test('the link in the welcome mail works for three days and only for its email', async () => {
  const late = await signUpByCall(shop, 'Asha Rao')
  const moved = await signUpByCall(shop, 'Ravi Kumar')
  const [lateLink, movedLink] = [await readLink(late), await readLink(moved)]
  await moved.call(editUser, { email: newEmail('another') })
  assert.equal((await moved.call(verifyOwnEmail, movedLink)).code, 'CODE_ENDED')
  shop.wait(3 * DAY)
  const again = await logIn(late)
  assert.equal((await again.call(verifyOwnEmail, lateLink)).code, 'CODE_ENDED')
  assert.deepEqual(
    [await isVerified(again), await isVerified(await logIn({ ...late }))],
    [false, false],
  )
})

test('a stranger who signed up with somebody’s email cannot verify it without the mailbox', async () => {
  const thief = await signUp(shop, 'A Thief')
  const { q, code } = await askForOwnEmail(shop, thief)
  for (let tries = 0; tries < 5; tries += 1)
    assert.notEqual((await thief.call(verifyOwnEmail, { q, code: wrong(code) })).status, 200)
  assert.equal((await thief.call(verifyOwnEmail, { q, code })).code, 'CODE_ENDED')
  const toSignIn = await askByEmail(shop, thief.email)
  assert.equal((await thief.call(verifyOwnEmail, toSignIn)).code, 'CODE_ENDED')
  const own = await signUp(shop, 'A Thief')
  const ofOwn = await askForOwnEmail(shop, own)
  assert.equal((await thief.call(verifyOwnEmail, ofOwn)).code, 'CODE_ENDED')
  assert.equal((await shop.visitor.call(verifyEmail, ofOwn)).code, 'CODE_ENDED')
  assert.equal(await isVerified(thief), false)
})

test('a stranger loses the account when the owner of its mailbox signs in, whatever codes they hold', async () => {
  const thief = await signUpByCall(shop, 'A Thief')
  const { email, phone } = thief
  await provePhone(shop, thief)
  const [link, asked] = [await readLink(thief), await askForOwnEmail(shop, thief)]
  const { data } = await shop.visitor.call(verifyEmail, await askByEmail(shop, email))
  assert.equal(data.isReclaimed, true)
  const owner = createPerson(shop.url, data)
  for (const held of [link, asked])
    assert.equal((await thief.call(verifyOwnEmail, held)).status, 401)
  assert.equal((await shop.visitor.call(login, { email, password: PASSWORD })).status, 401)
  const { data: user } = await owner.call(getUser, {})
  assert.deepEqual([user.isEmailVerified, user.isPhoneVerified, user.phone], [true, false, phone])
})
