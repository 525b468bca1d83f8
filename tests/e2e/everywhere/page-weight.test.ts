import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { addBanners, fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const journey = inOneShop(async (shop) =>
  addBanners(await fillCatalogue(shop), ['Lanterns are lit', 'Opals for less']),
)

const KB = 1_000
const SCRIPTS_KB_MAX = 130 // docs/promises.md promises this
const HTML_KB_MAX = 20
const REQUESTS_MAX = 30

type Transfer = { type: string; bytes: number; path: string }

/** Measures everything sent until the network is idle, in compressed bytes. */
async function measureTransfers(page: Page, path: string): Promise<Transfer[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const known = new Map<string, Transfer>()
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    known.set(requestId, { type, bytes: 0, path: new URL(response.url).pathname })
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const sent = known.get(requestId)
    if (sent) sent.bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return [...known.values()]
}

const kilobytes = (all: Transfer[]) => all.reduce((sum, { bytes }) => sum + bytes, 0) / KB

const TELL_PAINTED = `
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) tellPainted()
  }).observe({ type: 'paint', buffered: true })`

const WATCH_SHIFTS = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push(value + ' ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(' | '))
  }).observe({ type: 'layout-shift', buffered: true })`

journey(
  'the scripts, HTML and requests of a first visit are within their budget',
  { screen: 'phone', isFirstVisit: true, hasOfflineWorker: true },
  async ({ page }) => {
    const sent = await measureTransfers(page, '/')
    const of = (type: string) => sent.filter((one) => one.type === type)
    const scripts = kilobytes(of('Script'))
    assert.ok(scripts > 50, 'scripts were weighed')
    assert.ok(scripts <= SCRIPTS_KB_MAX, `${scripts.toFixed(1)} kB of scripts`)
    const html = kilobytes(of('Document'))
    assert.ok(html <= HTML_KB_MAX, `${html.toFixed(1)} kB of HTML`)
    const paths = sent.map(({ type, path }) => `${type} ${path}`)
    assert.ok(sent.length <= REQUESTS_MAX, paths.join('\n'))
    assert.deepEqual(
      paths.filter((path) => path.includes('/api/')),
      [],
      'a visitor’s page asks nothing',
    )
  },
)

journey(
  'a browser without JavaScript loads no scripts',
  { screen: 'phone', hasScripts: false, isFirstVisit: true },
  async ({ page }) => {
    const sent = await measureTransfers(page, '/')
    assert.deepEqual(
      sent.filter(({ path }) => path.endsWith('.js')),
      [],
    )
    assert.ok(sent.some(({ path }) => path.endsWith('.css')))
  },
)

for (const screen of ['phone', 'desktop'] as const)
  journey(
    `nothing shifts while a page loads, with late fonts, and scrolls on a ${screen}`,
    { screen, isFirstVisit: true },
    async ({ page }) => {
      let painted = Promise.withResolvers<void>()
      await page.exposeFunction('tellPainted', () => painted.resolve())
      await page.route(/\.woff2$/, async (route) => {
        await painted.promise
        await route.continue()
      })
      await page.addInitScript(TELL_PAINTED)
      await page.addInitScript(WATCH_SHIFTS)
      for (const path of ['/', '/product/moonfall-arena', '/leaderboard']) {
        painted = Promise.withResolvers()
        await page.goto(path, { waitUntil: 'networkidle' })
        await page.evaluate('scrollTo(0, document.body.scrollHeight)')
        await expect(page.getByRole('contentinfo')).toBeInViewport()
        await page.waitForLoadState('networkidle')
        assert.deepEqual(await page.evaluate('window.shifts'), [], path)
      }
    },
  )
