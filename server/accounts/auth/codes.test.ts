import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resetPassword, verifyEmail, verifyPhone } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import {
  askByEmail,
  askBySms,
  askForOwnPhone,
  proveEmail,
  provePhone,
  wrong,
} from '#tests/support/accounts/codes.ts'
import { createPerson, signUp, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const testInShop = shareShop(openShop)

const MINUTE = 60_000
const newPassword = 'An0ther!!'

testInShop('after five wrong answers the right one is refused', async (shop) => {
  const { email } = await signUp(shop, 'Asha Rao')
  const { q, code } = await askByEmail(shop, email)
  const codes = []
  for (let answer = 0; answer < 5; answer += 1)
    codes.push((await shop.visitor.call(verifyEmail, { q, code: wrong(code) })).code)
  assert.deepEqual(codes, [...Array<string>(4).fill('WRONG_CODE'), 'CODE_ENDED'])
  const { status, errors } = await shop.visitor.call(verifyEmail, { q, code })
  const message = 'This code has expired. Request a new one'
  assert.deepEqual([status, errors], [400, [{ field: 'code', message }]])
})

testInShop(
  'at most five of fifty simultaneous guesses are compared with the code',
  async (shop) => {
    const { email } = await signUp(shop, 'Asha Rao')
    const { q, code } = await askByEmail(shop, email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        shop.visitor.call(verifyEmail, { q, code: index === 40 ? code : wrong(code) }),
      ),
    )
    const lookedAt = answers.filter((answer) => answer.code !== 'CODE_ENDED')
    assert.ok(lookedAt.length <= 5, `${lookedAt.length} were looked at`)
    const [row] = await shop.sql`select tries from challenge where id = ${q}`
    assert.equal(row!['tries'], 5)
  },
)

test('fifty of a thousand answers a day from many addresses are compared with a code', async (t) => {
  const shop = await openShop(t, { env: { TRUSTED_PROXIES: 'loopback' } })
  const { email } = await signUp(shop, 'Asha Rao')
  let lookedAt = 0
  let asked = 0
  for (let minute = 0; minute < 14; minute += 1) {
    shop.visitor.headers['x-forwarded-for'] = `192.0.2.${minute}`
    const sent = await askByEmail(shop, email).catch(() => null)
    shop.wait(MINUTE)
    if (!sent) continue
    asked += 1
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const person = createPerson(shop.url)
        person.headers['x-forwarded-for'] = `198.51.100.${index}`
        return person.call(verifyEmail, { q: sent.q, code: wrong(sent.code) })
      }),
    )
    const wrongCodes = answers.filter(({ code }) => code === 'WRONG_CODE').length
    lookedAt += wrongCodes === 4 ? 5 : wrongCodes // the fifth is answered with CODE_ENDED
  }
  assert.deepEqual([asked, lookedAt], [14, 50])
})

testInShop('simultaneous right answers sign in once, and a used code is refused', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const sent = await askByEmail(shop, asha.email)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => shop.visitor.call(verifyEmail, sent)),
  )
  assert.deepEqual(tally(answers), { 200: 1, 400: 3 })
  assert.equal((await shop.visitor.call(verifyEmail, sent)).code, 'CODE_ENDED')
  const reset = { token: sent.q, code: sent.code, newPassword }
  assert.equal((await shop.visitor.call(resetPassword, reset)).code, 'CODE_ENDED')
})

test('a code expires after ten minutes', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  const sent = await askByEmail(shop, email)
  shop.wait(9 * MINUTE)
  assert.equal((await shop.visitor.call(verifyEmail, sent)).status, 200)
  const next = await askByEmail(shop, email)
  shop.wait(10 * MINUTE)
  assert.equal((await shop.visitor.call(verifyEmail, next)).code, 'CODE_ENDED')
})

test('a code works only for its own purpose', async (t) => {
  const shop = await openShop(t)
  const { visitor } = shop
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  await provePhone(shop, asha)
  shop.wait(MINUTE)
  const byEmail = await askByEmail(shop, asha.email)
  const bySms = await askBySms(shop, asha.phone)
  const toOwnPhone = await askForOwnPhone(shop, asha, '9000000009')
  const refusals = [
    await visitor.call(verifyPhone, byEmail),
    await asha.call(verifyPhone, byEmail),
    ...(await Promise.all(
      [bySms, toOwnPhone].flatMap(({ q, code }) => [
        asha.call(verifyEmail, { q, code }),
        asha.call(resetPassword, { token: q, code, newPassword }),
      ]),
    )),
    await visitor.call(verifyEmail, { q: byEmail.q, code: bySms.code }),
  ]
  for (const { status, data } of refusals) assert.deepEqual([status, data], [400, null])
  assert.equal((await asha.call(getUser, {})).status, 200)
  for (const answer of [
    await visitor.call(verifyEmail, byEmail),
    await visitor.call(verifyPhone, bySms),
    await asha.call(verifyPhone, toOwnPhone),
  ])
    assert.equal(answer.status, 200)
})

testInShop(
  'an invalid code or token is refused with the message of the specification',
  async (shop) => {
    const q = crypto.randomUUID()
    const refusals: [field: string, query: string, message: string][] = [
      ['code', `q=${q}`, 'OTP is required'],
      ['code', `q=${q}&code=`, 'OTP is required'],
      ['code', `q=${q}&code=123`, 'OTP must be 4 digits long'],
      ['code', `q=${q}&code=12345`, 'OTP must be 4 digits long'],
      ['code', `q=${q}&code=12a4`, 'OTP must be 4 digits long'],
      ['code', `q=${q}&code=1234&code=1234`, 'OTP is required'],
      ['q', 'code=1234', 'Please request a code first'],
      ['q', 'q=nothing&code=1234', 'Please request a code first'],
    ]
    for (const path of ['verify-email', 'verify-phone'])
      for (const [field, query, message] of refusals) {
        const answer = await shop.visitor.send('GET', `/api/v1/auth/${path}?${query}`)
        assert.deepEqual([answer.status, answer.errors], [400, [{ field, message }]])
      }
    const { status, code } = await shop.visitor.call(verifyEmail, { q, code: '1234' })
    assert.deepEqual([status, code], [400, 'CODE_ENDED'])
  },
)

test('a code from one node works on another, and after the secret was rotated', async (t) => {
  const old = 'the secret that was before the newest one'
  const shop = await openShop(t, { env: { SECRET: old } })
  const asha = await signUp(shop, 'Asha Rao')
  const sent = await askByEmail(shop, asha.email)
  const next = await shop.openNode({ SECRET: `a new secret, which signs from now on,${old}` })
  const known = createPerson(next.url, asha.tokens)
  assert.equal((await known.call(getUser, {})).status, 200)
  assert.equal((await next.visitor.call(verifyEmail, sent)).status, 200)

  const other = await shop.openNode({ SECRET: 'a secret that has nothing to do with it' })
  const stranger = createPerson(other.url, asha.tokens)
  assert.equal((await stranger.call(getUser, {})).status, 401)
})
