import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login, signup } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { proveEmail, provePhone } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  newEmail,
  newPhone,
  PASSWORD,
  signUp,
  signUpByCall,
  tally,
} from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const testInShop = shareShop(openShop)

const newcomer = () => ({
  fullName: 'Asha Rao',
  email: newEmail('asha'),
  phone: newPhone(),
  password: PASSWORD,
})

testInShop('a visitor signs up, is signed in and is welcomed by email', async (shop) => {
  const asha = await signUpByCall(shop, 'Asha Rao')
  const { data } = await asha.call(getUser, {})
  assert.equal(data.email, asha.email)
  assert.deepEqual(
    [data.fullName, data.phone, data.role, data.isBlocked],
    ['Asha Rao', asha.phone, 'user', false],
  )
  assert.deepEqual([data.isEmailVerified, data.isPhoneVerified], [false, false])
  const [mail] = await shop.inbox.waitFor(asha.email, 1)
  assert.match(mail!.subject, /Welcome/)
  assert.match(mail!.text, /Hello Asha/)
})

testInShop(
  'sign-up refuses bad input with the messages of the specification',
  async ({ visitor }) => {
    const refusals: [field: string, value: unknown, message: string][] = [
      ['fullName', undefined, 'All fields are required'],
      ['fullName', '', 'All fields are required'],
      ['fullName', '  ', 'All fields are required'],
      ['fullName', 'Asha1', 'Full name can only contain letters and spaces'],
      ['fullName', 'Asha <b>', 'Full name can only contain letters and spaces'],
      ['fullName', 'a'.repeat(81), 'Full name can have at most 80 letters'],
      ['email', undefined, 'All fields are required'],
      ['email', '', 'All fields are required'],
      ['email', 'asha', 'Invalid email address'],
      ['email', 'asha@example', 'Invalid email address'],
      ['email', 'as ha@example.com', 'Invalid email address'],
      ['email', 'a@b@example.com', 'Invalid email address'],
      ['email', 'asha@example.com\r\nBcc: all@example.com', 'Invalid email address'],
      ['email', `${'a'.repeat(250)}@example.com`, 'Invalid email address'],
      ['phone', undefined, 'All fields are required'],
      ['phone', '', 'All fields are required'],
      ['phone', '987654321', 'Phone number must be 10 digits'],
      ['phone', '98765432101', 'Phone number must be 10 digits'],
      ['phone', '+919876543210', 'Phone number must be 10 digits'],
      ['phone', '98765x3210', 'Phone number must be 10 digits'],
      ['phone', '९८७६५४३२१०', 'Phone number must be 10 digits'],
      ['password', undefined, 'All fields are required'],
      ['password', '', 'All fields are required'],
      ['password', 'Pass0r!', 'Password must be at least 8 characters long'],
      ['password', 'Password!', 'Password must contain at least one number'],
      ['password', 'Passw0rds', 'Password must contain at least one special character'],
      ['password', 'passw0rd!', 'Password must contain at least one uppercase letter'],
      ['password', 'PASSW0RD!', 'Password must contain at least one lowercase letter'],
      ['password', `Passw0rd!${'a'.repeat(200)}`, 'This password is too long'],
    ]
    for (const [field, value, message] of refusals) {
      const sent = { ...newcomer(), [field]: value }
      const answer = await visitor.send('POST', '/api/v1/auth/signup', sent)
      const said = [answer.status, answer.code, answer.message, answer.data]
      assert.deepEqual(said, [400, 'BAD_INPUT', message, null], `${field} ${String(value)}`)
      assert.deepEqual(answer.errors[0], { field, message })
    }
  },
)

testInShop('sign-up reports all wrong fields at once', async ({ visitor }) => {
  const { status, errors } = await visitor.send('POST', '/api/v1/auth/signup', {})
  assert.equal(status, 400)
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['fullName', 'email', 'phone', 'password'],
  )
})

testInShop('sign-up refuses unknown fields such as a role', async ({ visitor, sql }) => {
  const countPeople = async () => (await sql`select from users`).length
  const before = await countPeople()
  const forbidden = {
    role: 'admin',
    isBlocked: false,
    balance: 5,
    isEmailVerified: true,
    _id: 'me',
  }
  for (const [field, value] of Object.entries(forbidden)) {
    const sent = { ...newcomer(), [field]: value }
    const { status, errors } = await visitor.send('POST', '/api/v1/auth/signup', sent)
    assert.equal(status, 400)
    assert.deepEqual(errors, [{ field, message: `Unknown field: ${field}` }])
  }
  assert.equal(await countPeople(), before)
})

testInShop('a value of the wrong type is refused, not converted', async ({ visitor }) => {
  const wrongs = { fullName: ['Asha'], email: { a: 1 }, phone: 9_876_543_210, password: true }
  for (const [field, value] of Object.entries(wrongs)) {
    const sent = { ...newcomer(), [field]: value }
    const { status, errors } = await visitor.send('POST', '/api/v1/auth/signup', sent)
    assert.equal(status, 400)
    assert.deepEqual(errors, [{ field, message: 'All fields are required' }])
  }
})

testInShop('names in the scripts of India are accepted, with their marks', async ({ url }) => {
  const names = ['आशा राव', 'অনন্যা সেন', 'ಅನನ್ಯಾ ಶೆಟ್ಟಿ', 'അഞ്ജലി മേനോൻ', 'ஆஷா', 'ਆਸ਼ਾ', 'José Núñez']
  for (const fullName of names) {
    const person = createPerson(url)
    const { status, data } = await person.call(signup, { ...newcomer(), fullName })
    assert.equal(status, 200, fullName)
    person.tokens = data
    assert.equal((await person.call(getUser, {})).data.fullName, fullName)
  }
})

testInShop('the case of an email does not matter', async ({ visitor }) => {
  const asha = newcomer()
  const spelled = ` ${asha.email.toUpperCase()} `
  const first = await visitor.send('POST', '/api/v1/auth/signup', { ...asha, email: spelled })
  assert.equal(first.status, 200)
  assert.equal((await visitor.call(login, { email: asha.email, password: PASSWORD })).status, 200)
  const again = await visitor.call(signup, { ...asha, phone: newPhone() })
  assert.equal(again.status, 409)
})

testInShop(
  'a registered email and a verified phone are refused with the same message',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    await proveEmail(shop, asha)
    await provePhone(shop, asha)
    const { email, phone } = asha
    for (const taken of [{ email }, { phone }, { email, phone }]) {
      const { status, message } = await shop.visitor.call(signup, { ...newcomer(), ...taken })
      assert.deepEqual([status, message], [409, 'This e-mail is already registered'])
    }
  },
)

testInShop('twenty simultaneous sign-ups with one email make one account', async ({ visitor }) => {
  const asha = newcomer()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => visitor.call(signup, { ...asha, phone: newPhone() })),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 19 })
})

test('a sign-up makes the account, its session and its welcome mail together, or none of them', async (t) => {
  const { visitor, sql } = await openShop(t)
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger refuse before insert on job for each row execute function refuse()`)
  const asha = newcomer()
  assert.equal((await visitor.call(signup, asha)).status, 500)
  const left = await sql`select id from users union all select id from session`
  assert.deepEqual([...left], [])
  await sql.unsafe('drop trigger refuse on job')
  assert.equal((await visitor.call(signup, asha)).status, 200)
})
