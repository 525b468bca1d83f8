import assert from 'node:assert/strict'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import { expectToast, follow, press } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

/** Records each title that was ever visible, in order. */
const WATCH_TITLES = `
  window.shown = []
  const look = () => {
    const title = [...document.querySelectorAll('main h1, main h2')].find((one) => one.checkVisibility())
    if (title && title.textContent !== window.shown.at(-1)) window.shown.push(title.textContent)
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
`

journey(
  'choosing an account at Google signs a person in',
  { screen: 'phone', expects: [/status of 400/] }, // Google answers this when the back button returns to a used form
  async ({ page, shop }) => {
    await page.addInitScript(WATCH_TITLES)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await page.goto('/dashboard/home')
    await page.waitForURL('/login')
    await press(page, 'Continue with Google')
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await page.getByRole('button', { name: 'asha.rao@gmail.test' }).click()

    await page.waitForURL('/dashboard/home')
    await expectToast(page, 'Login successful')
    await expect(page.getByRole('heading', { name: 'Hello, Asha' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ready when you are' })).toBeVisible()
    await expect(page.getByText('Your email is not verified yet.')).toBeHidden()
    assert.deepEqual(await page.evaluate('window.shown'), ['Signing you in…', 'Hello, Asha'])
    assert.ok(addresses.some((address) => address.startsWith(`${shop.url}/login?code=`)))
    await page.goBack() // back does not lead to the address with the code
    assert.doesNotMatch(page.url(), /code=/)
  },
)

journey(
  'cancelling at Google returns to the login page with a message and a clean address',
  {},
  async ({ page }) => {
    await page.goto('/')
    await follow(page, 'Log in')
    await press(page, 'Continue with Google')
    await press(page, 'Back to the shop')
    await page.waitForURL('/login')
    await expectToast(page, 'Google login failed')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  },
)

journey(
  'returning from Google never shows a form on the way',
  { screen: 'phone', expects: [UNAUTHORIZED] },
  async ({ page }) => {
    await page.addInitScript(WATCH_TITLES)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/auth/google?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login?code=made-up&state=made-up')
    await expect(page.getByRole('heading')).toHaveText('Signing you in…')
    await expect(page.getByRole('status').filter({ hasText: 'Google' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
    await axe(page)
    assert.deepEqual(await page.evaluate('window.shown'), ['Signing you in…'])

    release()
    await page.waitForURL('/login')
    await expectToast(page, 'Google login failed')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
    await follow(page, 'Sign up')
    await follow(page, 'Log in')
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  },
)
