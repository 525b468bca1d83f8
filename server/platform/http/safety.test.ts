import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login, refreshToken, startGoogle } from '#contract/accounts/auth.ts'
import { comeBack, leaveForGoogle } from '#tests/support/accounts/google.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { sendLines } from '#tests/support/calls/raw.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { SECURITY_HEADERS } from './headers.ts'

const testInShop = shareShop(openShop)

const DAY = 24 * 60 * 60 * 1000

testInShop(
  'every answer has security headers and a content policy that allows nothing',
  async (shop) => {
    const places = [
      '/',
      '/login',
      '/nothing',
      '/healthz',
      '/api/v1/game',
      '/files/x',
      '/go/x',
      '/pay/x/y',
      '/offline-worker.js',
      '/favicon.svg',
      '/robots.txt',
    ]
    for (const place of places) {
      const { headers } = await fetch(`${shop.url}${place}`)
      const { 'content-security-policy': _, ...others } = SECURITY_HEADERS
      for (const [name, value] of Object.entries(others))
        assert.equal(headers.get(name), value, place)
      const policy = headers.get('content-security-policy')!
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(part), `${place}: ${policy}`)
    }
    const broken = await sendLines(shop.url, 'GET /', ['a header that is none'])
    assert.equal(broken.status, 400)
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      assert.equal(broken.headers.get(name), value)
  },
)

test('over https the Google cookie is bound to the host and works', async (t) => {
  const shop = await openShop(t, { env: { PUBLIC_URL: 'https://shop.example' } })
  const start = await shop.visitor.call(startGoogle, {})
  assert.match(
    start.headers.getSetCookie()[0]!,
    /^__Host-gemstall_google=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const { cookie } = await leaveForGoogle(shop)
  const plain = cookie.replace('__Host-', '')
  assert.equal((await comeBack(shop, { search: '?code=x' }, plain)).status, 401)
})

test('a session ends after ninety days even if it is used', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  let { refreshToken: shown } = asha.tokens
  const refresh = async () => {
    const { status, data } = await shop.visitor.call(refreshToken, { refreshToken: shown })
    if (status === 200) shown = data.refreshToken
    return status
  }
  for (const days of [29, 29, 29]) {
    shop.wait(days * DAY)
    assert.equal(await refresh(), 200)
  }
  shop.wait(4 * DAY)
  assert.equal(await refresh(), 401)
})

testInShop(
  'sign-ins, failed sign-ins and refusals are logged, without any secret',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    const lines = () => shop.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const has = (wanted: Record<string, unknown>) =>
      lines().some((line) => Object.entries(wanted).every(([name, value]) => line[name] === value))
    const waitFor = (wanted: Record<string, unknown>) =>
      until(JSON.stringify(wanted), () => has(wanted))
    await waitFor({ msg: 'signed in', userId: asha.id })
    await shop.visitor.call(login, { email: asha.email, password: 'Wr0ng-pass!' })
    await waitFor({ msg: 'wrong password', userId: asha.id })
    await waitFor({ msg: 'request', route: '/api/v1/auth/login', refusedAs: 'WRONG_CREDENTIALS' })
    await asha.send('GET', '/api/v1/order/all')
    await waitFor({ msg: 'request', status: 403, refusedAs: 'ACCESS_DENIED', userId: asha.id })
    await asha.send('PUT', '/api/v1/user/change-password', { newPassword: 1 })
    await waitFor({ msg: 'request', status: 400, refusedAs: 'BAD_INPUT', userId: asha.id })
    assert.ok(lines().every(({ time }) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(time))))
    assert.ok(shop.log.every((line) => !line.includes(asha.email) && !line.includes('Wr0ng')))
  },
)
