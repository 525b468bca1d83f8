import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { axe, axeInBothLayouts, expectColorScheme } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { waitUntilInteractive } from '#tests/e2e/support/contexts.ts'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'
import { expectLargeControls } from '#tests/e2e/support/controls.ts'
import { follow, press } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(fillCatalogue)

const PUBLIC = [
  ['/', 'Gems for your game, at any time'],
  ['/check-region', 'Check region'],
  ['/services', 'Services'],
  ['/leaderboard', 'Leaderboard'],
  ['/api-docs', 'API documentation'],
  ['/privacy-policy', 'Privacy policy'],
  ['/terms-and-conditions', 'Terms and conditions'],
  ['/refund-policy', 'Refund policy'],
  ['/color', 'Colours and pieces'],
  ['/login', 'Welcome back'],
  ['/signup', 'Create your account'],
  ['/login-otp', 'Log in by SMS'],
  ['/forget-password', 'Forgot your password?'],
  ['/guest/orders', 'See your orders'],
  ['/reset-password', 'Set a new password'],
] as const
const TOKEN_QUERY = 'token=019a9f0e-6d2f-7000-8000-5d0c1f6c4d11'
/** Journeys to these pages check their accessibility. */
const CHECKED_ELSEWHERE = [
  ['/product/moonfall-arena', 'Moonfall Arena'],
  [`/verify?phone=9876543210&${TOKEN_QUERY}`, 'Enter your code'],
  [`/verify?email=asha@example.com&${TOKEN_QUERY}`, 'Enter your code'],
] as const
const UNKNOWN_PATHS = ['/no-such-page', '/product', '/dashboard/nothing', '/login/again'] as const
const NOT_FOUND = /status of 404/

/** Calls are described alike, and thousands of elements take seconds. The second layout has the first call of each chapter. */
const REMOVE_LATER_CALLS =
  "document.querySelectorAll('section > section ~ section').forEach((call) => call.remove())"

// Takes over 20 s: every public page is checked in both colour schemes and both layouts.
journey(
  'every public page is accessible, in light and dark, with controls large enough for a thumb',
  { screen: 'phone', expects: [NOT_FOUND] },
  async ({ page }) => {
    const unknown = [UNKNOWN_PATHS[0], 'Page Not Found'] as const
    for (const [path, title] of [...PUBLIC, unknown]) {
      await open(page, path, { status: path === unknown[0] ? 404 : 200, title })
      await expectColorScheme(page, 'light')
      await expectLargeControls(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectColorScheme(page, 'dark')
      if (path === '/api-docs') {
        await axe(page)
        await page.evaluate(REMOVE_LATER_CALLS)
      }
      await axeInBothLayouts(page)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    for (const [path, title] of CHECKED_ELSEWHERE) {
      await open(page, path, { status: 200, title })
      await expectLargeControls(page)
    }
  },
)

async function open(page: Page, path: string, wanted: { status: number; title: string }) {
  const response = await page.goto(path)
  assert.equal(response!.status(), wanted.status, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wanted.title)
}

journey(
  'without scripts every public page shows its text and says that buying needs scripts',
  { screen: 'phone', hasScripts: false, expects: [NOT_FOUND] },
  async ({ page }) => {
    for (const [path, title] of PUBLIC) {
      await open(page, path, { status: 200, title })
      await expect(page.getByText('To sign in and to buy, please turn it on.')).toBeVisible()
    }
    await page.goto('/')
    for (const words of ['How it works', 'Pick a pack', 'Name your player', 'Pay, and play'])
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await follow(page, 'Create your account')
    await page.waitForURL('/signup')
    for (const path of UNKNOWN_PATHS) {
      await open(page, path, { status: 404, title: 'Page Not Found' })
      await expect(page.getByText('404', { exact: true })).toBeVisible()
    }
  },
)

journey(
  'the leaderboard of an empty month invites to buy',
  { screen: 'phone' },
  async ({ page }) => {
    await page.goto('/leaderboard')
    await expect(page.getByRole('heading', { name: 'First place is open' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pick a game' })).toBeVisible()
  },
)

journey(
  'Go Back leads to the page before, and home when there is none',
  { expects: [NOT_FOUND] },
  async ({ page, context }) => {
    await page.goto('/services')
    await page.goto('/no-such-page')
    await press(page, 'Go Back')
    await page.waitForURL('/services')

    const opened = context.waitForEvent('page')
    await page.evaluate("void window.open('/no-such-page')")
    const fresh = await opened
    await fresh.waitForURL('/no-such-page')
    await waitUntilInteractive(fresh)
    await press(fresh, 'Go Back')
    await fresh.waitForURL('/')
  },
)

journey(
  'colours follow the system until a person chooses, then the choice holds everywhere',
  {},
  async ({ page, context }) => {
    await page.goto('/')
    await expectColorScheme(page, 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectColorScheme(page, 'dark')
    await press(page, 'Switch between light and dark')
    await expectColorScheme(page, 'light')
    await page.goto('/login')
    await expectColorScheme(page, 'light')
    await page.goto('/dashboard/home')
    await expectColorScheme(page, 'light')
    await press(page, 'Switch between light and dark')
    await expectColorScheme(page, 'dark')
    const other = await context.newPage() // its system is light
    await other.goto('/services')
    await expectColorScheme(other, 'dark')
  },
)
