import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as openId from 'openid-client'
import { signIn } from '#sandbox/sign-in.ts'
import { openSandbox, SHOP_URL, took } from '#sandbox/testing.ts'

const asha = { email: 'Asha@Example.test', name: 'Asha Rao' }

type Secret = { secret?: string; authentication?: typeof openId.ClientSecretPost }

/** The shop's side, with the library that the shop uses. */
async function open(t: TestContext, { secret, authentication }: Secret = {}) {
  const sandbox = await openSandbox(t)
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = sandbox.shop
  const config = await openId.discovery(
    new URL(GOOGLE_ISSUER),
    GOOGLE_CLIENT_ID,
    undefined,
    (authentication ?? openId.ClientSecretPost)(secret ?? GOOGLE_CLIENT_SECRET),
    { execute: [openId.allowInsecureRequests] },
  )
  const verifier = openId.randomPKCECodeVerifier()
  const keep = { state: openId.randomState(), nonce: openId.randomNonce(), verifier }
  const parameters = {
    redirect_uri: `${SHOP_URL}/login`,
    scope: 'openid email profile',
    prompt: 'select_account',
    state: keep.state,
    nonce: keep.nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  return {
    ...sandbox,
    parameters,
    begin: (change: Record<string, string> = {}) =>
      openId.buildAuthorizationUrl(config, { ...parameters, ...change }),
    finish: (callback: URL) =>
      openId.authorizationCodeGrant(config, callback, {
        expectedState: keep.state,
        expectedNonce: keep.nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
  }
}

test('a sign-in returns the profile as Google does', async (t) => {
  const { begin, finish, shop } = await open(t)
  const callback = await signIn(begin(), asha)
  assert.equal(`${callback.origin}${callback.pathname}`, `${SHOP_URL}/login`)
  assert.equal(callback.searchParams.get('iss'), shop.GOOGLE_ISSUER)

  const claims = (await finish(callback)).claims()!
  assert.match(claims.sub, /^\d{21}$/)
  assert.deepEqual(
    { email: claims['email'], name: claims['name'], isVerified: claims['email_verified'] },
    { email: asha.email, name: asha.name, isVerified: true },
  )
})

test('the same email always has the same subject', async (t) => {
  const { begin, finish } = await open(t)
  const subjectOf = async (email: string) =>
    (await finish(await signIn(begin(), { email }))).claims()!.sub
  const first = await subjectOf('asha@example.test')
  assert.equal(await subjectOf('ASHA@example.test'), first)
  assert.notEqual(await subjectOf('rohan@example.test'), first)
})

test('an unverified email is reported as such', async (t) => {
  const { begin, finish } = await open(t)
  const callback = await signIn(begin(), { ...asha, isEmailVerified: false })
  assert.equal((await finish(callback)).claims()!['email_verified'], false)
})

test('the client secret is also accepted in the header', async (t) => {
  const { begin, finish } = await open(t, { authentication: openId.ClientSecretBasic })
  assert.ok((await finish(await signIn(begin(), asha))).claims())
})

test('requests without PKCE, or with plain PKCE, are refused with a redirect', async (t) => {
  const { begin } = await open(t)
  const plain = begin({ code_challenge_method: 'plain' })
  const none = begin()
  none.searchParams.delete('code_challenge')
  none.searchParams.delete('code_challenge_method')
  for (const url of [plain, none]) {
    const { searchParams } = await signIn(url, asha)
    assert.equal(searchParams.get('error'), 'invalid_request')
    assert.equal(searchParams.get('code'), null)
  }
})

test('redirects to other addresses are refused on the spot', async (t) => {
  const { begin } = await open(t)
  for (const redirect_uri of [`${SHOP_URL}/login/`, `${SHOP_URL}/`, 'http://evil.test/login']) {
    const response = await fetch(begin({ redirect_uri }), { redirect: 'manual' })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /invalid_redirect_uri/)
  }
})

test('a wrong secret gets no tokens', async (t) => {
  const { begin, finish } = await open(t, { secret: 'wrong' })
  await assert.rejects(finish(await signIn(begin(), asha)), { error: 'invalid_client' })
})

test('a code works once', async (t) => {
  const { begin, finish } = await open(t)
  const callback = await signIn(begin(), asha)
  await finish(callback)
  await assert.rejects(finish(callback), { error: 'invalid_grant' })
})

test('the shop notices a reply to another request', async (t) => {
  const { begin, finish } = await open(t)
  const callback = await signIn(begin({ nonce: 'another' }), asha)
  await assert.rejects(finish(callback), { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' })
})

test('an abandoned sign-in is refused with its error code', async (t) => {
  const { begin } = await open(t)
  const { searchParams } = await signIn(begin(), 'cancel')
  assert.equal(searchParams.get('error'), 'access_denied')
})

test('after signing in, another account can be chosen the next time', async (t) => {
  const { begin, finish } = await open(t)
  const browser = new Map<string, string>()
  await signIn(begin(), asha, browser)
  const callback = await signIn(begin(), { email: 'rohan@example.test' }, browser)
  assert.equal((await finish(callback)).claims()!['email'], 'rohan@example.test')
})

test('an invalid email address is asked for again', async (t) => {
  const { begin } = await open(t)
  await assert.rejects(signIn(begin(), { email: 'asha' }), /answered 400/)
})

test('an account page opened directly says that it has expired', async (t) => {
  const { url } = await open(t)
  const response = await fetch(`${url}/google/interaction/nothing`)
  assert.equal(response.status, 400)
  assert.match(await response.text(), /has expired/)
})

test('an error at the token call leaves the code unused', async (t) => {
  const { begin, finish, breakIt, url } = await open(t)
  const callback = await signIn(begin(), asha)
  await breakIt({ target: 'identity', kind: 'error' })
  await assert.rejects(finish(callback), { code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' })
  await fetch(`${url}/faults`, { method: 'DELETE' })
  assert.ok(await finish(callback))
})

test('a lost reply of the token call uses up the code', async (t) => {
  const { begin, finish, breakIt, url } = await open(t)
  const callback = await signIn(begin(), asha)
  await breakIt({ target: 'identity', kind: 'drop-reply' })
  await assert.rejects(finish(callback), TypeError)
  await fetch(`${url}/faults`, { method: 'DELETE' })
  await assert.rejects(finish(callback), { error: 'invalid_grant' })
})

test('a slow token call takes the set time', async (t) => {
  const { begin, finish, breakIt } = await open(t)
  const callback = await signIn(begin(), asha)
  await breakIt({ target: 'identity', kind: 'latency', ms: 150 })
  assert.ok((await took(() => finish(callback))) >= 145)
})
