import assert from 'node:assert/strict'
import sharp from 'sharp'
import { editSettings } from '#contract/catalogue/settings.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, journey } from '#tests/e2e/support/browser.ts'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'
import { PAGES } from '#tests/e2e/support/public-pages.ts'

const test = shareAmongTests(async (stack) => {
  const shop = await openShop({ after: (close) => stack.defer(close) })
  const catalogue = await fillCatalogue(shop)
  return { ...catalogue, shop, get: (path: string) => get(shop, path) }
})

async function get({ url }: TestShop, path: string) {
  const response = await fetch(`${url}${path}`)
  return { response, text: await response.text() }
}

function readHead(html: string) {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const structured = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    meta: Object.fromEntries(metas.map(([, name, content]) => [name!, content!])),
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    structured: structured.map(([, json]) => JSON.parse(json!) as Record<string, unknown>),
  }
}

test('every public page has a title, description, address and picture of its own', async ({
  get,
  shop,
}) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const path of PAGES) {
    const { response, text } = await get(path)
    assert.equal(response.status, 200, path)
    const { title, meta, canonical } = readHead(text)
    titles.add(title)
    descriptions.add(meta['description']!)
    assert.match(title, / \| Gemstall$/)
    assert.equal(canonical, `${shop.url}${path}`)
    assert.equal(meta['og:url'], canonical)
    assert.equal(`${meta['og:title']} | Gemstall`, title)
    assert.ok(meta['description']!.length >= 50 && meta['description']!.length <= 300, path)
    const pngFile = await fetch(meta['og:image']!)
    const { width, height } = await sharp(await pngFile.arrayBuffer()).metadata()
    assert.deepEqual([width, height], [1200, 630])
    assert.deepEqual([meta['og:image:width'], meta['og:image:height']], ['1200', '630'])
  }
  assert.deepEqual([titles.size, descriptions.size], [PAGES.length, PAGES.length])
})

test('search engines get every pack of a game with its price in rupees', async ({ get, shop }) => {
  const { text } = await get('/product/moonfall-arena')
  const [product, crumbs] = readHead(text).structured
  assert.equal(crumbs!['@type'], 'BreadcrumbList')
  const { offers, ...rest } = product as { offers: { offers: Record<string, string>[] } }
  const { image, ...said } = rest as Record<string, unknown>
  assert.deepEqual(said, {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Moonfall Arena',
    description: 'Opals for the arena under the moon.',
    url: `${shop.url}/product/moonfall-arena`,
  })
  assert.equal((await fetch(String(image))).status, 200)
  const { offers: all, ...range } = offers
  assert.deepEqual(range, {
    '@type': 'AggregateOffer',
    priceCurrency: 'INR',
    lowPrice: '75.00',
    highPrice: '499.00',
    offerCount: 4,
  })
  assert.deepEqual(
    all.map(({ name, price, priceCurrency, availability }) =>
      [name, price, priceCurrency, availability!.split('/').at(-1)].join(' '),
    ),
    [
      '60 Opals 75.00 INR InStock',
      '120 Opals 129.00 INR InStock',
      '500 Opals 499.00 INR InStock',
      'Moon Pass 399.00 INR OutOfStock',
    ],
  )
})

test('search engines get the address of every public page and of no other', async ({
  get,
  shop,
}) => {
  const robots = await get('/robots.txt')
  assert.match(robots.response.headers.get('content-type')!, /^text\/plain/)
  assert.match(robots.text, new RegExp(`^Sitemap: ${shop.url}/sitemap.xml$`, 'm'))
  for (const path of ['/admin', '/dashboard', '/purchase', '/api/'])
    assert.match(robots.text, new RegExp(`^Disallow: ${path}$`, 'm'))
  const sitemap = await get('/sitemap.xml')
  assert.match(sitemap.response.headers.get('content-type')!, /xml/)
  const found = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!)
  const games = ['/product/quiet-colosseum', '/product/tide-runners']
  assert.deepEqual(found.toSorted(), [...PAGES, ...games].map((path) => shop.url + path).toSorted())
  for (const path of ['/product/nobody', '/offline', '/no-such-page']) {
    const { text } = await get(path)
    assert.match(text, /<meta name="robots" content="noindex"\/>/, path)
  }
})

test('the new name of a shop is in every title and in the installed app', async ({
  admin,
  get,
  shop,
}) => {
  await admin.call(editSettings, { shopName: 'Ruby Corner' })
  for (const path of ['/', '/login', '/dashboard/orders', '/admin/settings', '/offline'])
    assert.match(readHead((await get(path)).text).title, / \| Ruby Corner$/, path)
  const description = await get('/api-docs/openapi.json')
  assert.match(description.text, /"title": "Ruby Corner reseller API"/)
  const { response, text } = await get('/manifest.webmanifest')
  assert.match(response.headers.get('content-type')!, /^application\/manifest\+json/)
  const manifest = JSON.parse(text) as {
    short_name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  assert.deepEqual(
    [manifest.short_name, manifest.start_url, manifest.display],
    ['Ruby Corner', '/', 'standalone'],
  )
  for (const { src, sizes } of manifest.icons) {
    const icon = await fetch(`${shop.url}${src}`)
    const { width, height, format } = await sharp(await icon.arrayBuffer()).metadata()
    assert.deepEqual([format, `${width}x${height}`], ['png', sizes])
  }
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'))
  assert.match((await get('/')).text, /<title>[^<]+ \| Ruby Corner<\/title>/)
})

journey(
  'without a network the shop shows its offline page and no stored price',
  { hasOfflineWorker: true, expects: [/ERR_INTERNET_DISCONNECTED/] },
  async ({ page, shop, context }) => {
    await fillCatalogue(shop)
    await page.goto('/product/moonfall-arena')
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    const kept = await page.evaluate(`(async () => {
      const cache = await caches.open((await caches.keys())[0])
      return (await cache.keys()).map(({ url }) => new URL(url).pathname.split('.').at(-1))
    })()`)
    assert.deepEqual([...new Set(kept as string[])].toSorted(), [
      '/offline',
      'css',
      'js',
      'svg',
      'woff2',
    ])
    await context.setOffline(true)
    await page.evaluate("location.assign('/product/tide-runners')")
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    await expect(page.getByText('₹')).toHaveCount(0)
    await axe(page)
    // It asks now and then, and at once when the browser says that it is online.
    const hasAsked = page.waitForEvent('console')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await hasAsked
    await context.setOffline(false)
    // The page reloads by itself.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide Runners')
  },
)
