import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import { sendLines } from '#tests/support/calls/raw.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openShop)

/** Returns the answer as sent. `fetch` would decompress it. */
async function get(url: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const asking = request(url, { method, headers, agent: false }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

for (const path of ['/', '/login', '/nothing-here'])
  test(`the content policy of ${path} allows only the shop’s own parts`, async (shop) => {
    const { headers, body } = await get(`${shop.url}${path}`)
    const html = body.toString()
    const policy = String(headers['content-security-policy'])
    const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)]
    assert.ok(scripts.length > 0)
    const allowed = /script-src ([^;]*)/.exec(policy)![1]!.trim().split(' ')
    assert.deepEqual(
      allowed.toSorted(),
      ["'self'", ...new Set(scripts.map(([, script]) => sha256(script!)))].toSorted(),
    )
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
    assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|javascript:/i)
    const elsewhere = html.replaceAll(`"${shop.url}`, '"') // pages have their full address, for search engines
    assert.doesNotMatch(elsewhere, /(src|href)="(https?:)?\/\//)
    assert.match(policy, /object-src 'none'.*base-uri 'none'/)
    const { 'content-security-policy': _, ...others } = SECURITY_HEADERS // a page has its own
    for (const [name, value] of Object.entries(others)) assert.equal(headers[name], value)
  })

test('the scripts of a page wait in a noscript element, whole and in the expected form', async (shop) => {
  for (const path of ['/', '/login', '/admin']) {
    const html = await (await fetch(`${shop.url}${path}`)).text()
    const [before, held, after] = html.split(
      /<noscript id="scripts"><template>([^]*)<\/template><\/noscript>/,
    )
    assert.ok(held && after, `${path} has the element`)
    assert.doesNotMatch(before + after, /modulepreload"|type="module"|<script[^>]* src=/, path)
    // web/state/page/after-paint.ts relies on all that follows.
    const parts = held.matchAll(/<(link|script)( [^>]*?)?(?:\/>|>([^]*?)<\/script>)/g)
    const all = [...parts].map(([, tag, attributes, text]) => ({ tag, attributes, text }))
    const links = all.filter(({ tag }) => tag === 'link')
    const scripts = all.filter(({ tag }) => tag === 'script')
    const preloaded = links.map(
      ({ attributes }) => /^ rel="modulepreload" href="([^"]+)"$/.exec(attributes!)?.[1],
    )
    assert.deepEqual(
      scripts.map(({ attributes }) => attributes),
      [undefined, ' type="module" async=""'],
      path,
    )
    const [context, modules] = scripts.map(({ text }) => text!)
    assert.match(context!, /^window\.__reactRouterContext = .*streamController/, path)
    const imported = [...modules!.matchAll(/(?:from|import) ?\(?"([^"]+)"/g)].map(([, to]) => to)
    assert.ok(imported.length > 3 && imported.every((to) => preloaded.includes(to)), path)
    assert.match(modules!, /import\("\/assets\/entry\.client-[^"]+"\);$/, path)
    const starts = after.indexOf('<script>(() => {')
    const streams = after.indexOf('__reactRouterContext.streamController.enqueue')
    assert.ok(starts === 0 && streams > 0, `${path}: the context exists before its data arrives`)
  }
})

test('a page has the same content in every encoding that the browser accepts', async (shop) => {
  const plain = await get(shop.url)
  const encodings: [accepted: string, encoding: string | undefined][] = [
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0.0', undefined],
    ['br;q=0.001, gzip ; q=0.500', 'br'],
    ['br;q=x, gzip;q=-1, *;q=99999', undefined],
    ['deflate', undefined],
    ['', undefined],
    ['identity', undefined],
  ]
  for (const [accepted, encoding] of encodings) {
    const { headers, body } = await get(shop.url, { 'accept-encoding': accepted })
    assert.equal(headers['content-encoding'], encoding, accepted)
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(headers.vary, 'accept-encoding')
    assert.equal(headers.etag, plain.headers.etag)
    const unpack =
      encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : null
    const unpacked = unpack?.(body) ?? body
    assert.deepEqual(unpacked, plain.body, accepted)
  }
})

test('an unchanged page is not sent again', async (shop) => {
  const { headers } = await get(shop.url)
  const etag = headers.etag!
  for (const seen of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await get(shop.url, { 'if-none-match': seen, 'accept-encoding': 'br' })
    assert.deepEqual([again.status, again.body.length], [304, 0], seen)
    assert.equal(again.headers.etag, etag)
    assert.equal(again.headers['cache-control'], headers['cache-control'])
    assert.equal(again.headers['content-security-policy'], headers['content-security-policy'])
  }
  for (const seen of ['"other"', etag.slice(0, -1), ''])
    assert.equal((await get(shop.url, { 'if-none-match': seen })).status, 200)
})

test('a HEAD request gets the head alone', async (shop) => {
  for (const path of ['/', '/nothing-here', '/favicon.svg']) {
    const whole = await get(`${shop.url}${path}`)
    const head = await get(`${shop.url}${path}`, {}, 'HEAD')
    assert.deepEqual([head.status, head.body.length], [whole.status, 0])
    const { date: _, ...kept } = whole.headers
    const { date: __, ...same } = head.headers
    assert.deepEqual(same, kept)
  }
})

test('unknown addresses share one not-found page', async (shop) => {
  const paths = [
    '/x',
    '/a/b/c',
    '/login/x',
    '/index.html',
    '/%',
    '/%E0%A4%A',
    '/wp-login.php?a=1',
    '/apiary',
    '/x.data',
  ]
  const answers = await Promise.all(paths.map((path) => sendLines(shop.url, `GET ${path}`)))
  for (const { status, headers, body } of answers) {
    assert.equal(status, 404)
    assert.match(body, /Page Not Found/)
    assert.equal(headers.get('etag'), answers[0]!.headers.get('etag'))
  }
})

test('a thousand spellings of an address cost no more than one', async (shop) => {
  const spellings = Array.from({ length: 300 }, (_, n) => {
    const letters = 'forget-password'
      .split('')
      .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
    return `/${letters.join('')}${n % 2 ? '/' : ''}`
  })
  const rest = [
    Array.from({ length: 300 }, (_, n) => `/nowhere-${n}`),
    Array.from({ length: 300 }, (_, n) => `/login?n=${n}`),
  ]
  const askAll = async (paths: string[]) => {
    const before = process.cpuUsage()
    for (const path of paths) await (await fetch(`${shop.url}${path}`)).arrayBuffer()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const once = await askAll(Array<string>(300).fill('/login'))
  for (const paths of [spellings, ...rest]) {
    const time = await askAll(paths)
    assert.ok(time < 5 * once + 100, `${paths[1]}: ${time.toFixed(0)} ms to ${once.toFixed(0)} ms`)
  }
})

test('built files are cached for good, and no other file is served', async (shop) => {
  const folder = join(import.meta.dirname, '../../../build/client/assets')
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  for (const name of files.slice(0, 20)) {
    const { status, headers } = await get(`${shop.url}/assets/${name}`)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(
      headers['content-type']!,
      name.endsWith('.js') ? /^text\/javascript/ : /^text\/css/,
    )
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
  const others = [
    '/assets/../../server/index.js',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/../package.json',
    '//etc/passwd',
    '/assets/',
    `/assets/${files[0]}.br`,
    `/assets/${files[0]}/`,
    '/.built',
  ]
  for (const path of others)
    assert.equal((await sendLines(shop.url, `GET ${path}`)).status, 404, path)
})

test('no odd address makes a page fail', async (shop) => {
  const logged = shop.log.length
  const path = fc.oneof(
    fc.webPath(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'grapheme-ascii' }),
    fc
      .array(
        fc.constantFrom(
          '/',
          '.',
          '..',
          '%2f',
          '%00',
          '%',
          ';',
          ':',
          '*',
          'login',
          '.data',
          '_',
          '?',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  const property = fc.asyncProperty(
    path,
    fc.constantFrom('GET', 'HEAD', 'POST'),
    async (odd, method) => {
      const { status } = await sendLines(shop.url, `${method} /${odd}`)
      assert.ok(!(status >= 500), `${method} /${odd}: ${status}`)
    },
  )
  await fc.assert(property, { seed: 1, numRuns: 400 })
  const faults = shop.log
    .slice(logged)
    .filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  assert.deepEqual(faults, [])
})
