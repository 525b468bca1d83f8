import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  forgotPassword,
  login,
  loginOtp,
  reauthenticate,
  sendEmailOtp,
  sendOtp,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { askByEmail, wrong } from '#tests/support/accounts/codes.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import {
  createPerson,
  fromAddress,
  keepCookie,
  newEmail,
  newPhone,
  signUp,
} from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Ask = () => Promise<{ status: number; code: string | undefined; headers: Headers }>

/** Asks once a minute until refused. Returns the number of answers and the first refusal. */
async function askUntilRefused(shop: TestShop, ask: Ask) {
  for (let answered = 0; answered < 40; answered += 1) {
    const { status, code, headers } = await ask()
    const seconds = Number(headers.get('retry-after'))
    if (status !== 200) return { answered, status, code, seconds }
    shop.wait(MINUTE)
  }
  throw new Error('It was never refused')
}

test('a new code can be requested after one minute, whether or not the account exists', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  const stranger = { email: newEmail('nobody'), phone: newPhone() }
  const asks = [
    () => shop.visitor.call(forgotPassword, { email: asha.email }),
    () => shop.visitor.call(forgotPassword, { email: stranger.email }),
    () => shop.visitor.call(loginOtp, { phone: stranger.phone }),
    () => asha.call(sendOtp, { phone: asha.phone }),
  ]
  for (const ask of asks) {
    const first = await ask()
    assert.deepEqual([first.status, first.message], [200, 'OTP sent successfully!'])
    const second = await ask()
    assert.deepEqual([second.status, second.code], [429, 'RESEND_TOO_SOON'])
    const seconds = Number(second.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
  }
  shop.wait(MINUTE)
  for (const ask of asks) assert.equal((await ask()).status, 200)
})

test('ten simultaneous requests send one code', async (t) => {
  const shop = await openShop(t)
  const { email } = await signUp(shop, 'Asha Rao')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.visitor.call(forgotPassword, { email })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal((await shop.inbox.waitFor(email, 1)).length, 1)
})

test('each email, phone and account gets at most ten codes a day', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_CODES_PER_ADDRESS_PER_DAY: '1000' } })
  const asha = await signUp(shop, 'Asha Rao')
  const phone = newPhone()
  const asks: Record<string, Ask> = {
    'one account': async () => {
      await asha.call(reauthenticate, { password: asha.password })
      return asha.call(sendOtp, { phone: newPhone() })
    },
    'one email': () => shop.visitor.call(forgotPassword, { email: asha.email }),
    'one phone': () => shop.visitor.call(loginOtp, { phone }),
  }
  for (const [name, ask] of Object.entries(asks)) {
    const { seconds, ...refusal } = await askUntilRefused(shop, ask)
    assert.deepEqual(refusal, { answered: 10, status: 429, code: 'TOO_MANY_CODES' }, name)
    assert.ok(seconds > 23 * 60 * 60 && seconds <= 24 * 60 * 60, `${seconds} s`)
  }
  shop.wait(DAY)
  assert.equal((await asks['one email']!()).status, 200)
  assert.equal((await asks['one phone']!()).status, 200)
})

test('one address can request at most thirty codes a day', async (t) => {
  const shop = await openShop(t)
  const asks = () => shop.visitor.call(loginOtp, { phone: newPhone() })
  const { seconds: _, ...refusal } = await askUntilRefused(shop, asks)
  assert.deepEqual(refusal, { answered: 30, status: 429, code: 'TOO_MANY_CODES' })
})

test('known devices still get codes after strangers used up the account’s limit', async (t) => {
  const shop = await openShop(t, { env: { TRUSTED_PROXIES: 'loopback' } })
  const asha = await signUp(shop, 'Asha Rao')
  await proveEmail(shop, asha)
  const { email, password } = asha
  const at = (address: string) => fromAddress(shop.url, address)
  const device = at('198.51.100.1')
  keepCookie(device, await device.call(login, { email, password }))
  let sentCodes = 0
  let wrongAnswers = 0
  for (let address = 0; address < 5; address += 1) {
    const stranger = at(`192.0.2.${address}`)
    for (let asked = 0; asked < 11; asked += 1) {
      const sent = await askByEmail({ inbox: shop.inbox, visitor: stranger }, email).catch(
        () => null,
      )
      sentCodes += sent ? 1 : 0
      for (let tries = 0; sent && tries < 4; tries += 1) {
        const guess = { q: sent.q, code: wrong(sent.code) }
        const { code } = await stranger.call(verifyEmail, guess)
        if (code === 'WRONG_CODE') wrongAnswers += 1
      }
      shop.wait(MINUTE)
    }
  }
  assert.deepEqual([sentCodes, wrongAnswers], [50, 50])
  const late = await at('203.0.113.1').call(forgotPassword, { email })
  assert.deepEqual([late.status, late.code], [429, 'TOO_MANY_CODES'])
  const own = await askByEmail({ inbox: shop.inbox, visitor: device }, email)
  assert.equal((await device.call(verifyEmail, own)).status, 200)
})

test('devices of an account with an unverified email get no codes of their own to guess', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_CODES_PER_DAY_TOTAL: '2' } })
  const thief = await signUp(shop, 'A Thief')
  const ask = async () => {
    const device = createPerson(shop.url)
    keepCookie(device, await device.call(login, { email: thief.email, password: thief.password }))
    shop.wait(MINUTE)
    return [
      await device.call(forgotPassword, { email: thief.email }),
      await Object.assign(device, { tokens: thief.tokens }).call(sendEmailOtp, {}),
    ].map(({ status }) => status)
  }
  assert.deepEqual(
    [await ask(), await ask()],
    [
      [200, 200],
      [429, 429],
    ],
  )
})

test('a single address cannot block an email’s codes or correct answers from other addresses', async (t) => {
  const shop = await openShop(t, { env: { TRUSTED_PROXIES: 'loopback' } })
  const { email } = await signUp(shop, 'Asha Rao')
  const at = (address: string) => fromAddress(shop.url, address)
  const stranger = at('192.0.2.1')
  let last
  for (let asked = 0; asked < 10; asked += 1) {
    const { q, code } = await askByEmail({ inbox: shop.inbox, visitor: stranger }, email)
    for (let tries = 0; tries < 5; tries += 1)
      last = await stranger.call(verifyEmail, { q, code: wrong(code) })
    shop.wait(MINUTE)
  }
  assert.deepEqual([last?.status, last?.code], [429, 'TOO_MANY_WRONG_CODES'])
  assert.ok(Number(last?.headers.get('retry-after')) > 20 * 60 * 60)
  const owner = at('198.51.100.1')
  const own = await askByEmail({ inbox: shop.inbox, visitor: owner }, email)
  assert.equal((await owner.call(verifyEmail, own)).status, 200)
})
