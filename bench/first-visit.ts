// node bench/first-visit.ts [address]: how the shop's pages come to a slow phone, in a real browser.
// The address is that of a running shop with its demo; localhost:3000 where none is given.
import process from 'node:process'
import { chromium, type Browser, type Page } from 'playwright'
import { listGames } from '#contract/catalog.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { findChromium } from '#scripts/find-chromium.ts'

const RUNS = 5
const CPU_SLOWDOWN = 4
// Slow 4G as Lighthouse has it: 150 ms there and back, 1.6 Mbit/s down.
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

type Visit = {
  fcp: number
  lcp: number
  shift: number
  scripts: number
  bytes: number
  requests: number
}

const WATCH = `
  window.seen = { fcp: 0, lcp: 0, shift: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcp = startTime })
  watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })`

const shop = process.argv[2] ?? 'http://localhost:3000'
const games = (await (await fetch(`${shop}${API_BASE}${listGames.path}`)).json()) as {
  data: { gameSlug: string }[]
}
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
console.log(`Medians of ${RUNS} first visits, CPU ${CPU_SLOWDOWN} x slower, slow 4G\n`)
console.log('| page | FCP ms | LCP ms | CLS | scripts kB | all kB | requests |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const path of ['/', `/product/${games.data[0]?.gameSlug}`, '/services']) await report(path)
await browser.close()

async function report(path: string): Promise<void> {
  const visits: Visit[] = []
  for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, `${shop}${path}`))
  const median = (name: keyof Visit) =>
    visits.map((one) => one[name]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!
  const kilobytes = (name: 'scripts' | 'bytes') => (median(name) / 1000).toFixed(1)
  const cells = [
    path,
    Math.round(median('fcp')),
    Math.round(median('lcp')),
    median('shift').toFixed(3),
    kilobytes('scripts'),
    kilobytes('bytes'),
    median('requests'),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const weight = await slowDown(page)
  await page.addInitScript(WATCH)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  const seen = (await page.evaluate('window.seen')) as Pick<Visit, 'fcp' | 'lcp' | 'shift'>
  await context.close()
  return { ...seen, ...weight }
}

/** Counts what comes meanwhile. */
async function slowDown(page: Page): Promise<Pick<Visit, 'scripts' | 'bytes' | 'requests'>> {
  const cdp = await page.context().newCDPSession(page)
  const weight = { scripts: 0, bytes: 0, requests: 0 }
  const types = new Map<string, string>()
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    types.set(requestId, type)
    weight.requests++
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    weight.bytes += encodedDataLength
    if (types.get(requestId) === 'Script') weight.scripts += encodedDataLength
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return weight
}
