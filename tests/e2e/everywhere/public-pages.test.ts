import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import {
  axe,
  expect,
  expectColorScheme,
  inOneShop,
  waitUntilInteractive,
} from '#tests/e2e/support/browser.ts'
import { follow, press } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

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
  ['/reset-password', 'Set a new password'],
] as const
const UNKNOWN_PATHS = ['/no-such-stall', '/product', '/dashboard/nothing', '/login/again'] as const
const NOT_FOUND = /status of 404/

for (const [scheme, screen] of [
  ['light', 'phone'],
  ['dark', 'desktop'],
] as const)
  journey(
    `every public page is accessible on a ${scheme} ${screen}`,
    { screen, scheme, expects: [NOT_FOUND] },
    async ({ page }) => {
      for (const [path, title] of PUBLIC) {
        await open(page, path, { status: 200, title })
        await expectColorScheme(page, scheme)
        await axe(page)
      }
      await open(page, UNKNOWN_PATHS[0], { status: 404, title: 'Page Not Found' })
      await axe(page)
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
  'Go Back leads to the page before, and home when there is none',
  { expects: [NOT_FOUND] },
  async ({ page, context }) => {
    await page.goto('/color')
    await page.goto('/no-such-stall')
    await press(page, 'Go Back')
    await page.waitForURL('/color')

    const opened = context.waitForEvent('page')
    await page.evaluate("void window.open('/no-such-stall')")
    const fresh = await opened
    await fresh.waitForURL('/no-such-stall')
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
    for (const path of ['/', '/login', '/dashboard/home']) {
      await page.goto(path)
      await expectColorScheme(page, 'light')
    }
    await press(page, 'Switch between light and dark')
    await expectColorScheme(page, 'dark')
    const other = await context.newPage() // its system is light
    await other.goto('/color')
    await expectColorScheme(other, 'dark')
  },
)
