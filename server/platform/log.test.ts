import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  login,
  refreshToken,
  resetPassword,
  signup,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { GOOGLE, MSG91, SMTP } from '#sandbox/credentials.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { askByEmail, provePhone } from '#tests/support/accounts/codes.ts'
import { comeBack, leaveForGoogle } from '#tests/support/accounts/google.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  newEmail,
  newPhone,
  PASSWORD,
  signUpByCall,
  type Tokens,
} from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const SECRET = 'the secret of a shop that tells nobody'
const MINUTE = 60_000

const passwords = {
  first: 'The-f1rst-Secret!',
  second: 'The-sec0nd-Secret!',
  third: 'The-th1rd-Secret!',
  guessed: 'The-gue55ed-Secret!',
}

/** Makes every call that involves a secret, with success and with failure. Returns the secrets. */
async function goThroughEverything(shop: TestShop): Promise<string[]> {
  const { visitor } = shop
  const secrets: string[] = [PASSWORD, ...Object.values(passwords)]
  const keep = ({ accessToken, refreshToken: refresh }: Tokens) =>
    void secrets.push(accessToken, refresh, refresh.split('.')[1]!)

  const asha = await signUpByCall(shop, 'Asha Rao')
  keep(asha.tokens)
  await asha.call(changePassword, { newPassword: passwords.first })
  for (const password of [passwords.guessed, passwords.first])
    await visitor.call(login, { email: asha.email, password })
  const rotated = await visitor.call(refreshToken, { refreshToken: asha.tokens.refreshToken })
  keep(rotated.data)
  asha.tokens = rotated.data
  await visitor.call(refreshToken, { refreshToken: `${rotated.data.refreshToken}x` })
  asha.tokens = (await visitor.call(login, { email: asha.email, password: passwords.first })).data
  keep(asha.tokens)
  await provePhone(shop, asha)
  keep(asha.tokens)

  const byEmail = await askByEmail(shop, asha.email)
  secrets.push(byEmail.q)
  keep((await visitor.call(verifyEmail, byEmail)).data)
  shop.wait(MINUTE)
  const { q: token, code } = await askByEmail(shop, asha.email)
  secrets.push(token)
  keep((await visitor.call(resetPassword, { token, code, newPassword: passwords.second })).data)

  const { url, cookie } = await leaveForGoogle(shop)
  const callback = await signIn(url, { email: newEmail('asha') })
  for (const name of ['code', 'state']) secrets.push(callback.searchParams.get(name)!)
  secrets.push(cookie.split('=')[1]!)
  keep((await comeBack(shop, callback, cookie)).data)
  await comeBack(shop, callback, cookie)
  return secrets
}

/** Makes the database, the mail server and Google fail while they handle secrets. Returns the secrets. */
async function failAtEverything(shop: TestShop): Promise<string[]> {
  const { url, cookie } = await leaveForGoogle(shop)
  const callback = await signIn(url, { email: newEmail('asha') })
  for (const target of ['mail', 'identity'] as const)
    await breakOutside(shop, { target, kind: 'error' })
  await comeBack(shop, callback, cookie)
  await signUpByCall(shop, 'Ravi Kumar')
  await until('a mail has failed', () => shop.log.some((line) => line.includes('job failed')))
  await mendOutside(shop)

  await shop.sql.unsafe('alter table users add constraint never check (false) not valid')
  const newcomer = { fullName: 'Asha Rao', email: newEmail('asha'), phone: newPhone() }
  const { status } = await shop.visitor.call(signup, { ...newcomer, password: passwords.third })
  assert.equal(status, 500)
  return [callback.searchParams.get('code')!, cookie.split('=')[1]!]
}

test('no password, code, token, cookie or key is in any line of the log', async (t) => {
  const shop = await openShop(t, { env: { SECRET } })
  const secrets = [
    ...(await goThroughEverything(shop)),
    ...(await failAtEverything(shop)),
    SECRET,
    SMTP.password,
    MSG91.authKey,
    GOOGLE.clientSecret,
    new URL(shop.databaseUrl).password || SECRET, // a server that trusts local connections has no password
    '$argon2id$',
    'Bearer ',
    'gemstall_google=',
  ]
  const log = shop.log.join('')
  assert.ok(log.includes('request failed') && log.includes('never'), 'the failures are told')
  for (const secret of secrets) {
    assert.ok(secret.length > 5, secret)
    assert.ok(!log.includes(secret), secret)
    assert.ok(!log.includes(encodeURIComponent(secret)), secret)
    assert.ok(!log.includes(Buffer.from(secret).toString('base64')), secret)
  }
})
