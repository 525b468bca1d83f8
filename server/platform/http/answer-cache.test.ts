import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRate } from '#contract/catalogue/rate.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { sendLines } from '#tests/support/calls/raw.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const get = ({ url }: TestShop, path: string, ...headers: string[]) =>
  sendLines(url, `GET ${path}`, headers)

test('the catalogue is compressed, and not sent again until it changes', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await makeGame(admin, { gameDescription: 'Diamonds in moments. '.repeat(40) })
  const ask = (...headers: string[]) => get(shop, '/api/v1/game', ...headers)
  for (const round of ['made', 'kept']) {
    const { headers, body } = await ask()
    const etag = headers.get('etag')!
    assert.equal(headers.get('vary'), 'authorization, accept-encoding', round)
    for (const encoding of ['br', 'gzip']) {
      const packed = await ask(`accept-encoding: ${encoding}`)
      assert.equal(packed.headers.get('content-encoding'), encoding)
      assert.equal(packed.headers.get('etag'), etag)
      assert.ok(packed.body.length < body.length)
    }
    const again = await ask(`if-none-match: ${etag}`)
    assert.deepEqual([again.status, again.body], [304, ''], round)
  }
  const before = (await ask()).headers.get('etag')!
  await makeGame(admin)
  const after = await ask(`if-none-match: ${before}`)
  assert.equal(after.status, 200)
  assert.notEqual(after.headers.get('etag'), before)
})

test('all spellings of an address share one cached answer', async (t) => {
  const shop = await openShop(t)
  await get(shop, '/api/v1/rate')
  // This change is not announced. An answer that shows it did not come from the cache.
  await shop.sql`
    insert into exchange_rate (per_rupee, origin, is_held, created_at) values (0.0111, 'source', false, now())`
  for (const spelling of ['r%61te', '%72ate', '%72%61%74%65', 'rat%65', '%52ate', 'ra%74e'])
    for (const headers of [[], ['authorization: Bearer made.up.token']]) {
      const { status, body } = await get(shop, `/api/v1/${spelling}`, ...headers)
      if (status === 200) assert.match(body, /"USD":0.012\b/, spelling)
      else assert.equal(status, 404, spelling) // a capital letter is another address
    }
  const asha = await signUp(shop, 'Asha Rao')
  const own = `authorization: Bearer ${asha.tokens.accessToken}`
  assert.match((await get(shop, '/api/v1/rate', own)).body, /0.0111/) // the answer for her role is made only now
  await (await signUpAdmin(shop)).call(setRate, { USD: 0.0125, follow: false })
  for (const headers of [[], [own]])
    assert.match((await get(shop, '/api/v1/r%61te', ...headers)).body, /0.0125/) // after an announced change
})
