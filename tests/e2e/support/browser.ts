import assert from 'node:assert/strict'
import { expect as playwrightExpect } from '@playwright/test'
import type { BrowserContext, Page } from 'playwright'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { openBrowsers, type Browsers, type Options } from './contexts.ts'

const TIMEOUT_MS = 60_000 // far more than any step takes, even on half a processor

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

/** A test in a browser. It fails on any console error and on sideways scrolling. */
export const journey = (title: string, options: Options, run: (setup: Journey) => Promise<void>) =>
  inOneShop(async () => {})(title, options, run)

/** Journeys through one shop, set up once. Each creates its own people, and leaves everything else for the next one. */
export function inOneShop<T>(fill: (shop: TestShop) => Promise<T>) {
  const testInShop = shareAmongTests(async (stack) => {
    const shop = await openShop({ after: (close) => stack.defer(close) })
    const browsers = openBrowsers(shop.url)
    stack.defer(() => browsers.close())
    return { shop, browsers, content: await fill(shop) }
  })
  return (title: string, options: Options, run: (setup: Journey, content: T) => Promise<void>) =>
    testInShop(title, ({ content, ...setup }) =>
      runJourney({ ...setup, options, run: (journey) => run(journey, content) }),
    )
}

type JourneyRun = {
  shop: TestShop
  browsers: Browsers
  options: Options
  run: (setup: Journey) => Promise<void>
}

async function runJourney({ shop, browsers, options, run }: JourneyRun) {
  const consoleErrors: string[] = []
  const pages: Page[] = []
  const openAnotherBrowser = async () => {
    const page = await browsers.open(options, consoleErrors)
    pages.push(page)
    return page
  }
  try {
    const page = await openAnotherBrowser()
    await run({ shop, context: page.context(), page, openAnotherBrowser })
    await browsers.release(pages)
  } catch (error) {
    const seen = await Promise.all(pages.map(describePage))
    await browsers.close()
    throw new Error([...seen, ...consoleErrors].join('\n'), { cause: error })
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

/** The address and the text of a page, for the message of a failed journey. */
async function describePage(page: Page): Promise<string> {
  const words = await page.innerText('body', { timeout: 5_000 }).catch(() => 'unreadable')
  return `At ${page.url()}: ${words.replaceAll(/\s+/g, ' ').slice(0, 500)}`
}
