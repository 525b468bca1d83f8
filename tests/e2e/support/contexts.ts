import process from 'node:process'
import { after } from 'node:test'
import { chromium, type Browser, type BrowserContext, type Page, type Response } from 'playwright'
import { PATIENCE } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { WATCH_WIDTH } from './watch-width.ts'

export type Options = {
  screen?: 'phone' | 'desktop'
  scheme?: 'light' | 'dark'
  /** Expected messages in the browser's console. Each must appear. */
  expects?: RegExp[]
  hasScripts?: boolean
  /** Registers the service worker with the offline page. It costs work on every page. */
  hasOfflineWorker?: boolean
  /** Starts with an empty cache. */
  isFirstVisit?: boolean
}

/** Browsers of one shop. Each has the cookies, the storage and the cache of one person. */
export type Browsers = {
  open(options: Options, consoleErrors: string[]): Promise<Page>
  /** Lets the next journey use these browsers, with nothing left in them but their cache. */
  release(pages: Page[]): Promise<void>
  close(): Promise<void>
}

export const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

export const SMALLEST_PAGE = '/healthz'

const TIMEOUT_MS = 60_000 // far more than any step takes, even on half a processor

type Entry = {
  page: Page
  options: Options
  consoleErrors: string[]
  isFree: boolean
  isChanged: boolean
  hasOtherMedia: boolean
}

/**
 * Opening a page in a new context costs as much as three pages in an old one: processes start, and all scripts are
 * fetched and compiled. So journeys through one shop share contexts, one after the other.
 */
export function openBrowsers(origin: string): Browsers {
  const entries: Entry[] = []
  async function drop(entry: Entry): Promise<void> {
    entries.splice(entries.indexOf(entry), 1)
    await entry.page.context().close()
  }
  return {
    async open(options, consoleErrors) {
      const free = entries.find((entry) => entry.isFree && isAlike(entry.options, options))
      if (free && !options.isFirstVisit) {
        Object.assign(free, { isFree: false, consoleErrors })
        return free.page
      }
      const context = await createContext(origin, options)
      const page = await context.newPage()
      const entry = {
        page,
        options,
        consoleErrors,
        isFree: false,
        isChanged: false,
        hasOtherMedia: false,
      }
      watch(entry)
      entries.push(entry)
      return page
    },
    async release(pages) {
      for (const entry of entries.filter(({ page }) => pages.includes(page)))
        if (entry.isChanged || entry.page.isClosed()) await drop(entry)
        else {
          await clear(entry, origin)
          entry.isFree = true
        }
    },
    async close() {
      for (const entry of entries.slice()) await drop(entry)
    },
  }
}

const isAlike = (one: Options, other: Options): boolean =>
  (['screen', 'scheme', 'hasScripts', 'hasOfflineWorker'] as const).every(
    (name) => one[name] === other[name],
  )

/** Leaves the page before clearing its storage, because its scripts would respond to that. */
async function clear(entry: Entry, origin: string): Promise<void> {
  const { page, options } = entry
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const routed of [context, page]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(`${origin}${SMALLEST_PAGE}`)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await context.clearCookies()
  await context.clearPermissions()
  const { viewport } = SCREENS[options.screen ?? 'desktop']
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  if (entry.hasOtherMedia)
    await page.emulateMedia({ media: null, colorScheme: options.scheme ?? 'light' })
}

let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

/**
 * Otherwise every window takes a second to prepare suggestions for an address bar that nobody sees. Only the last such
 * list counts, so it repeats what Playwright turns off.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const launch = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
      `--disable-features=${FEATURES_OFF.join(',')}`,
      '--js-flags=--no-turbofan --no-maglev', // a page lives too briefly to earn back optimized code
    ],
  })

/** The shop's pages give up on a call as late as the shop does, so that a slow machine makes journeys wait and not fail. */
const WAIT_LONGER = `{
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds * ${PATIENCE})
}`

/** Each transition costs a frame and three events, for people who asked for none. */
const WATCH_MOTION = `addEventListener('transitionrun', ({ target }) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    console.error('moves despite reduced motion', target.outerHTML)
}, true)`

async function createContext(origin: string, options: Options): Promise<BrowserContext> {
  const { screen = 'desktop', scheme = 'light', hasScripts = true } = options
  browser ??= launch()
  const launched = await browser
  const context = await launched.newContext({
    ...SCREENS[screen],
    baseURL: origin,
    colorScheme: scheme,
    javaScriptEnabled: hasScripts,
    reducedMotion: 'reduce',
    locale: 'en-IN',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  if (hasScripts) context.on('page', waitAfterLoading)
  await context.addInitScript(WATCH_WIDTH)
  await context.addInitScript(WATCH_MOTION)
  await context.addInitScript(WAIT_LONGER)
  if (!options.hasOfflineWorker)
    await context.addInitScript('delete Navigator.prototype.serviceWorker')
  return context
}

/** Collects console errors, and notices changes that cannot be cleared. */
function watch(entry: Entry): void {
  const { page } = entry
  const context = page.context()
  context.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()))
      entry.consoleErrors.push(
        `${message.text()} (${message.location().url || message.page()?.url()})`,
      )
  })
  context.on('weberror', (error) => entry.consoleErrors.push(String(error.error().stack)))
  for (const [owner, name, change] of [
    [page, 'addInitScript', { isChanged: true }],
    [page.clock, 'install', { isChanged: true }],
    [page, 'emulateMedia', { hasOtherMedia: true }],
  ] as const) {
    const method = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    const call = (...args: unknown[]) => {
      Object.assign(entry, change)
      return method.apply(owner, args)
    }
    Object.assign(owner, { [name]: call })
  }
}

/** Waits until a page responds, not only until it has loaded. A redirect may interrupt loading. */
function waitAfterLoading(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const wait = async (loading: Promise<Response | null>): Promise<Response | null> => {
    const response = await loading.catch((error: Error) => {
      if (!error.message.includes('net::ERR_ABORTED')) throw error
      return null
    })
    await waitUntilInteractive(page)
    return response
  }
  page.goto = (...args) => wait(goto(...args))
  page.reload = (...args) => wait(reload(...args))
}

const INTERACTIVE = `new Promise((resolve) => {
  const isInteractive = () =>
    document.readyState !== 'loading' &&
    (!document.scripts.length ||
      (window.__reactRouterDataRouter && Object.keys(document).some((key) => key.startsWith('__reactContainer'))))
  const look = () => (isInteractive() ? resolve(true) : setTimeout(look, 20))
  look()
})`

/** Waits for a page that was reached without `goto` or `reload`. It may redirect meanwhile. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await until('the page responds', () => page.evaluate<boolean>(INTERACTIVE).catch(() => false))
}
