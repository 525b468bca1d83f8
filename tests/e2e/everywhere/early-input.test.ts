import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { signUp } from '#tests/support/accounts/people.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import {
  expectToast,
  field,
  fill,
  logIn,
  newCustomer,
  press,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

/** Opens a page and holds its scripts back. */
async function openWithHeldScripts(page: Page, path: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const loading = page.goto(path)
  await page.waitForURL(path, { waitUntil: 'commit' })
  return async () => {
    release()
    await loading
  }
}

journey(
  'a password submitted before the scripts have loaded signs in, and is in no address',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const releaseScripts = await openWithHeldScripts(page, '/login')
    await logIn(page, asha)
    await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true')
    await releaseScripts()
    await expectToast(page, 'Login successful')
    await expect(page).toHaveURL('/')
    assert.deepEqual(
      addresses.filter((address) => address.includes('password')),
      [],
    )
  },
)

journey(
  'text typed before the scripts have loaded is kept, and its mistakes are shown after a submit',
  { screen: 'phone' },
  async ({ page }) => {
    const asha = { ...newCustomer(), Email: 'asha@nowhere' }
    const releaseScripts = await openWithHeldScripts(page, '/signup')
    await fill(page, asha)
    await releaseScripts()
    for (const [label, value] of Object.entries(asha))
      await expect(field(page, label)).toHaveValue(value)
    await press(page, 'Sign up')
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Email')).toBeFocused()
    await expect(field(page, 'Password')).toHaveValue(asha.Password)
  },
)

journey(
  'a search typed before the scripts have loaded finds its game',
  { screen: 'desktop' },
  async ({ page }) => {
    const releaseScripts = await openWithHeldScripts(page, '/')
    await page.getByRole('combobox', { name: 'Search games' }).fill('zzz')
    await releaseScripts()
    await expect(page.getByRole('combobox', { name: 'Search games' })).toHaveValue('zzz')
    await expect(page.getByRole('status').filter({ hasText: 'zzz' })).toBeVisible()
  },
)

journey(
  'without scripts a submitted password is not sent',
  { screen: 'phone', hasScripts: false },
  async ({ page }) => {
    await page.goto('/login')
    await fill(page, { Email: 'asha@example.com', Password: 'secret' })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await press(page, 'Log in')
    await expect(field(page, 'Password')).toHaveValue('secret')
    assert.deepEqual(requests, [])
  },
)
