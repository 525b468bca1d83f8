import assert from 'node:assert/strict'
import { test } from 'node:test'
import { google, startGoogle } from '#contract/accounts/auth.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { comeBack, leaveForGoogle, signInWithGoogle } from '#tests/support/accounts/google.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { newEmail } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const AWAY = 'We can’t reach Google right now. Please try again'

for (const kind of ['error', 'drop-reply'] as const)
  test(`during ${kind} at Google sign-in says so, and works again afterwards`, async (t) => {
    const shop = await openShop(t)
    const account = { email: newEmail('asha'), name: 'Asha Rao' }
    const { url, cookie } = await leaveForGoogle(shop)
    const callback = await signIn(url, account)
    await breakOutside(shop, { target: 'identity', kind })
    const { status, message } = await comeBack(shop, callback, cookie)
    assert.deepEqual([status, message], [503, AWAY])
    await mendOutside(shop)
    assert.equal((await signInWithGoogle(shop, account)).status, 200)
  })

test('a Google that is too slow is reported to the person signing in', async (t) => {
  const shop = await openShop(t)
  const { url, cookie } = await leaveForGoogle(shop)
  const callback = await signIn(url, { email: newEmail('asha') })
  await breakOutside(shop, { target: 'identity', kind: 'latency', ms: 600_000 })
  const timeouts = holdTimeouts(t)
  const signingIn = comeBack(shop, callback, cookie)
  await until('Google is asked', () => timeouts.limits().length === 1)
  timeouts.expire()
  const { status, message } = await signingIn
  assert.deepEqual([status, message], [503, AWAY])
  assert.deepEqual(timeouts.limits(), [5_000]) // the browser gives up after ten seconds
})

test('an unreachable Google is reported when sign-in starts', async (t) => {
  const shop = await openShop(t, { env: { GOOGLE_ISSUER: 'http://localhost:9/google' } })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { status, message } = await shop.visitor.call(startGoogle, {})
    assert.deepEqual([status, message], [503, AWAY])
  }
})

test('a shop without Google credentials refuses to start a Google sign-in', async (t) => {
  const shop = await openShop(t, { env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' } })
  const { status, message } = await shop.visitor.call(startGoogle, {})
  const words = 'This shop doesn’t offer sign-in with Google'
  assert.deepEqual([status, message], [503, words])
  const back = await shop.visitor.call(google, { code: 'x' })
  assert.ok(back.status === 401 || back.status === 503)
})

test('a wrong client secret is reported as a failure of the shop', async (t) => {
  const shop = await openShop(t, { env: { GOOGLE_CLIENT_SECRET: 'wrong' } })
  const { status, message } = await signInWithGoogle(shop, { email: newEmail('asha') })
  assert.deepEqual([status, message], [401, 'Google login failed'])
})
