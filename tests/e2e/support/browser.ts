import assert from 'node:assert/strict'
import process from 'node:process'
import { after, test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { expect as playwrightExpect } from '@playwright/test'
import { chromium, type Browser, type BrowserContext, type Page, type Response } from 'playwright'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { AXE, RUN_AXE } from './axe-script.ts'
import { WATCH_WIDTH } from './watch-width.ts'

type Options = {
  screen?: 'phone' | 'desktop'
  scheme?: 'light' | 'dark'
  /** Expected messages in the browser's console. Each must appear. */
  expects?: RegExp[]
  hasScripts?: boolean
}

const TIMEOUT_MS = 60_000 // far more than any step takes, even on half a processor
const RETRIES_MS = [100, 250, 500, 1_000]

export const expect = playwrightExpect.configure({ timeout: TIMEOUT_MS })

/** The browser and the shop of a journey. */
export type Journey = {
  shop: TestShop
  context: BrowserContext
  page: Page
  /** Opens another browser, for another person. */
  openAnotherBrowser(): Promise<Page>
}

export const UNAUTHORIZED = /status of 401/
export const REFUSED = /status of 4(00|03|09|29)/

const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

/** A test in a browser. It fails on any console error and on sideways scrolling. */
export const journey = (title: string, options: Options, run: (setup: Journey) => Promise<void>) =>
  test(title, async (t) => runJourney(t, { shop: await openShop(t), options, run }))

/**
 * Journeys through one shop, set up once. Each creates its own people, and leaves everything else for the next one. The
 * shop is closed after the last of them. A hook would wait until every file of the batch has run, and so many open
 * shops use up the database's connections.
 */
export function inOneShop<T>(fill: (shop: TestShop) => Promise<T>) {
  const stack = new AsyncDisposableStack()
  const open = async () => {
    const shop = await openShop({ after: (close) => stack.defer(close) })
    return { shop, content: await fill(shop) }
  }
  let opened: ReturnType<typeof open> | undefined
  let left = 0
  return (title: string, options: Options, run: (setup: Journey, content: T) => Promise<void>) => {
    left++
    void test(title, async (t) => {
      try {
        const { shop, content } = await (opened ??= open())
        await runJourney(t, { shop, options, run: (setup) => run(setup, content) })
      } finally {
        if (--left === 0) await stack.disposeAsync()
      }
    })
  }
}

type JourneyRun = { shop: TestShop; options: Options; run: (setup: Journey) => Promise<void> }

async function runJourney(t: TestContext, { shop, options, run }: JourneyRun): Promise<void> {
  const consoleErrors: string[] = []
  const context = await openContext(shop, options, consoleErrors)
  const otherContexts: BrowserContext[] = []
  async function openAnotherBrowser(): Promise<Page> {
    const other = await openContext(shop, options, consoleErrors)
    otherContexts.push(other)
    return other.newPage()
  }
  try {
    await run({ shop, context, page: await context.newPage(), openAnotherBrowser })
  } catch (error) {
    for (const message of consoleErrors) t.diagnostic(message)
    throw error
  } finally {
    for (const one of [context, ...otherContexts]) await one.close()
  }
  const { expects = [] } = options
  const isExpected = (message: string) => expects.some((pattern) => pattern.test(message))
  assert.deepEqual(
    consoleErrors.filter((message) => !isExpected(message)),
    [],
  )
  for (const pattern of expects)
    assert.match(consoleErrors.join('\n'), pattern, 'expected in the console')
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
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${FEATURES_OFF.join(',')}`,
    ],
  })

async function openContext(
  shop: TestShop,
  options: Options,
  consoleErrors: string[],
): Promise<BrowserContext> {
  const { screen = 'desktop', scheme = 'light', hasScripts = true } = options
  browser ??= launch()
  const context = await (
    await browser
  ).newContext({
    ...SCREENS[screen],
    baseURL: shop.url,
    colorScheme: scheme,
    javaScriptEnabled: hasScripts,
    reducedMotion: 'reduce',
    locale: 'en-IN',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  if (hasScripts) context.on('page', waitAfterLoading)
  await context.addInitScript(WATCH_WIDTH)
  collectErrors(context, consoleErrors)
  return context
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

/** Waits for a page that was reached without `goto` or `reload`. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  const isInteractive =
    "document.readyState !== 'loading' && (!document.scripts.length || Object.keys(document).some((key) => key.startsWith('__reactContainer')))"
  const look = () => page.evaluate(isInteractive).catch(() => false) // the page may redirect meanwhile
  await expect.poll(look, { intervals: [20, 50, 100] }).toBe(true)
}

function collectErrors(context: BrowserContext, consoleErrors: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()))
      consoleErrors.push(`${message.text()} (${message.location().url || message.page()?.url()})`)
  })
  context.on('weberror', (error) => consoleErrors.push(String(error.error().stack)))
}

/**
 * No part of the page may fail an accessibility rule. Sizes have a journey of their own, because messages may cover
 * parts of a control. Running axe by hand takes a third of the time of its builder. Moving elements, such as a closing
 * list, are checked again once they have arrived.
 */
export async function axe(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  let found = await page.evaluate<string[]>(RUN_AXE)
  for (const pause of RETRIES_MS) {
    if (found.length === 0) return
    await setTimeout(pause)
    found = await page.evaluate<string[]>(RUN_AXE)
  }
  expect(found, page.url()).toEqual([])
}

/** Checks the page as it is, and then at the other screen size in the other colour scheme. */
export async function axeInBothLayouts(page: Page): Promise<void> {
  await axe(page)
  const viewport = page.viewportSize()!
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const other = viewport.width === SCREENS.phone.viewport.width ? 'desktop' : 'phone'
  const [colorScheme, otherScheme] = isDark
    ? (['dark', 'light'] as const)
    : (['light', 'dark'] as const)
  await page.evaluate('window.isResizing = true')
  await resizeTo(page, { viewport: SCREENS[other].viewport, colorScheme: otherScheme })
  await axe(page)
  await resizeTo(page, { viewport, colorScheme })
  await page.evaluate('window.isResizing = false')
}

type Layout = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' }

/** A page may keep its old layout for a moment after a resize, so this waits. */
async function resizeTo(page: Page, { viewport, colorScheme }: Layout): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const readOverflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(readOverflow, `sideways at ${viewport.width} px`).toBe(0)
}

/** Reads the lightness of the background: 'oklch(0.97 ...)' is light. */
export async function expectColorScheme(page: Page, brightness: 'light' | 'dark'): Promise<void> {
  const read = async () => {
    const colour = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    return Number(/^oklch\(([\d.]+)/.exec(String(colour))?.[1]) > 0.5 ? 'light' : 'dark'
  }
  await expect.poll(read).toBe(brightness)
}
