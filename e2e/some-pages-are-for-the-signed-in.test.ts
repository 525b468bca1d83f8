import { expect } from '@playwright/test'
import { signUp } from '#server/testing/people.ts'
import { inOneShop } from './browser.ts'
import { follow, logIn, settle, signOut } from './people.ts'

const journey = inOneShop(async () => {})

journey(
  'who is asked to sign in comes back to where they wanted to go',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await page.goto('/color')
    for (const [wanted, shown, title] of [
      ['/dashboard', '/dashboard/home', 'Hello, Asha'],
      ['/purchase?gameSlug=a', '/purchase?gameSlug=a', 'Complete Your Purchase'],
    ] as const) {
      await page.goto(wanted)
      await page.waitForURL('/login')
      await page.goBack() // and not to the page that would only ask again
      await page.waitForURL('/color')
      await page.goForward()
      await logIn(page, asha)
      await page.waitForURL(shown)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
      await page.evaluate('localStorage.clear()')
      await page.goto('/color')
    }
    await follow(page, 'Log in')
    await logIn(page, asha)
    await page.waitForURL('/') // nobody wanted anything this time
  },
)

journey(
  'who is signed in has no use for the pages where one signs in',
  {},
  async ({ page, shop }) => {
    await settle(page, await signUp(shop, 'Asha Rao'))
    for (const path of ['/login', '/signup', '/login-otp', '/forget-password', '/reset-password']) {
      await page.goto(path)
      await page.waitForURL('/')
    }
    await page.goto('/dashboard')
    await page.waitForURL('/dashboard/home')
  },
)

journey(
  'signing out or in in one tab is noticed in the other',
  {},
  async ({ page, context, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await settle(page, asha)
    await page.goto('/dashboard/account-details')
    await expect(page.getByRole('heading', { name: 'Account details' })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await signOut(other)
    await page.waitForURL('/login')
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()

    await logIn(other, asha)
    await page.waitForURL('/')
    await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
  },
)
