import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright'
import { listGames } from '#contract/catalogue/catalog.ts'
import { API_BASE } from '#contract/core/endpoint.ts'
import { findChromium } from '#scripts/testing/find-chromium.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { keeps, type PartResult, type Part, type Row, type Setting } from '#tests/bench/run/part.ts'
import { startDemo } from '#tests/bench/run/start-demo.ts'
import { medianOfEach } from '#tests/bench/run/take-turns.ts'

const RUNS = 5
const LCP_MAX_MS = 1_500
const SCRIPTS_MAX_KB = 130
const CPU_SLOWDOWN = 4
const CALM_MS = 1_000 // a second without requests means that the page is complete
const LOOKS_MAX = 60
// Slow 4G as Lighthouse defines it: 150 ms round trip, 1.6 Mbit/s down.
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

type Vitals = { fcp: number; lcp: number; shift: number }
type Weight = { scripts: number; bytes: number; requests: number }
type Visit = Vitals & Weight

const WATCH = `
  window.seen = { fcp: 0, lcp: 0, shift: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcp = startTime })
  watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })`

export const visit: Part = {
  name: 'visit',
  about: 'the first visit of a slow phone to the demo shop, in a real browser',
  measure: measureVisits,
}

async function measureVisits({ stack, say }: Setting): Promise<PartResult> {
  const folder = makeFolder(stack)
  const shop = await startDemo(stack, folder)
  const games = (await (await fetch(`${shop.url}${API_BASE}${listGames.path}`)).json()) as {
    data: { gameSlug: string }[]
  }
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  stack.defer(() => browser.close())
  const rows: Row[] = []
  const rounds: Record<string, Visit[]> = {}
  for (const path of ['/', `/product/${games.data[0]?.gameSlug}`, '/services']) {
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await look(browser, `${shop.url}${path}`))
    rounds[path] = visits
    rows.push(...toRows(path, medianOfEach(visits)))
    say(`${path}: LCP ${Math.round(medianOfEach(visits).lcp)} ms`)
  }
  await browser.close()
  await shop.stop()
  const notes = [
    `Medians of ${RUNS} first visits with a CPU ${CPU_SLOWDOWN} times slower and slow 4G (150 ms, 1.6 Mbit/s).`,
  ]
  return { rows, rounds, notes }
}

const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} kB`

function toRows(path: string, { lcp, shift, scripts, bytes, fcp, requests }: Visit): Row[] {
  const row = { against: '', ratio: null }
  return [
    {
      ...row,
      what: `first visit to ${path}, largest paint`,
      measured: `${Math.round(lcp)} ms (first paint ${Math.round(fcp)} ms)`,
      target: '< 1.5 s',
      isKept: keeps(lcp, { max: LCP_MAX_MS }),
    },
    {
      ...row,
      what: `first visit to ${path}, layout shift`,
      measured: shift.toFixed(3),
      target: '0',
      isKept: shift === 0,
    },
    {
      ...row,
      what: `first visit to ${path}, JavaScript`,
      measured: `${kilobytes(scripts)} of ${kilobytes(bytes)} in ${requests} requests`,
      target: `≤ ${SCRIPTS_MAX_KB} kB`,
      isKept: keeps(scripts, { max: SCRIPTS_MAX_KB * 1000 }),
    },
  ]
}

async function look(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const weight = await slowDown(page)
  await page.addInitScript(WATCH)
  await page.goto(url)
  const seen = await readWhenCalm(page, weight)
  await context.close()
  return { ...seen, ...weight }
}

/** Slows down the network and the CPU, and counts everything that the page loads. */
async function slowDown(page: Page): Promise<Weight> {
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

/** Waits for scripts and the largest paint too: the network is already quiet once before the first paint. */
async function readWhenCalm(page: Page, weight: Weight): Promise<Vitals> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const before = weight.requests
    await sleep(CALM_MS)
    const seen = (await page.evaluate('window.seen')) as Vitals
    if (weight.requests === before && weight.scripts > 0 && seen.lcp > 0) return seen
  }
  throw new Error(`${page.url()} did not become idle`)
}
