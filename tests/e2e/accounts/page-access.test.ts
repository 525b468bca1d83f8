import assert from 'node:assert/strict'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import routes from '#web/routes.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { follow, logIn, navigate, signInAs, signOut } from '#tests/e2e/support/page-actions.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const journey = inOneShop(async () => {})

journey(
  'a visitor who has to sign in returns to the page they wanted',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await page.goto('/services')
    for (const [wanted, shown, title] of [
      ['/dashboard', '/dashboard/home', 'Hello, Asha'],
      ['/purchase?gameSlug=a', '/purchase?gameSlug=a', 'Complete Your Purchase'],
    ] as const) {
      await page.goto(wanted)
      await page.waitForURL('/login')
      await page.goBack() // not to the page that would only ask to sign in again
      await page.waitForURL('/services')
      await page.goForward()
      await logIn(page, asha)
      await page.waitForURL(shown)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
      await page.goto('/robots.txt') // no script of the shop asks for anything meanwhile
      await page.evaluate('localStorage.clear()')
      await page.goto('/services')
    }
    await follow(page, 'Log in')
    await logIn(page, asha)
    await page.waitForURL('/') // no page was requested this time
  },
)

journey('signed-in people are redirected from the sign-in pages', {}, async ({ page, shop }) => {
  await signInAs(page, await signUp(shop, 'Asha Rao'))
  await page.goto('/login')
  await page.waitForURL('/')
  for (const path of ['/signup', '/login-otp', '/forget-password', '/reset-password']) {
    await navigate(page, '/services')
    await navigate(page, path)
    await expect(page).toHaveURL('/')
  }
  await page.goto('/dashboard')
  await page.waitForURL('/dashboard/home')
})

journey(
  'signing out or in in one tab changes the other tab',
  {},
  async ({ page, context, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    await page.goto('/dashboard/account-details')
    await expect(page.getByRole('heading', { name: 'Account details' })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await signOut(other)
    await page.waitForURL('/login')
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()

    await logIn(other, asha)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
  },
)

/** Screens of the back office, with `something` for each parameter. Unknown screens lead to the first one. */
const BACK_OFFICE_PATHS = (routes.find(({ path }) => path === 'admin')?.children ?? []).map(
  ({ path = '' }) => `/admin/${path.replace(/:\w+/, 'something').replace('*?', 'nowhere')}`,
)

journey(
  'no screen of the back office opens for a visitor, a customer or a reseller',
  {},
  async ({ page, shop, openAnotherBrowser }) => {
    assert.ok(
      BACK_OFFICE_PATHS.includes('/admin/home') && BACK_OFFICE_PATHS.length > 20,
      `${BACK_OFFICE_PATHS.length} screens`,
    )
    const [asha, reseller] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
    const admin = await signUpAdmin(shop)
    await proveEmail(shop, reseller)
    await admin.call(editUserAsAdmin, { id: reseller.id, role: 'reseller' })

    await page.goto('/admin/home')
    await page.waitForURL('/login')
    for (const path of BACK_OFFICE_PATHS) {
      const html = await (await fetch(`${shop.url}${path}`)).text()
      assert.doesNotMatch(html, /href="\/admin/, 'the server sends no screen')
    }
    // One layout admits people to all screens, so each person tries a few. Other tests try every call.
    const triedBy = (person: number) => BACK_OFFICE_PATHS.filter((_, nth) => nth % 9 === person)
    for (const path of triedBy(0)) {
      await navigate(page, path)
      await expect(page).toHaveURL('/login')
    }
    for (const [nth, outsider] of [asha, reseller].entries()) {
      const otherPage = await openAnotherBrowser()
      await signInAs(otherPage, outsider)
      await otherPage.goto('/admin/home')
      for (const path of triedBy(1 + nth)) {
        await navigate(otherPage, path)
        await expect(otherPage.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
        await expect(otherPage.getByRole('navigation', { name: 'Back office' })).toBeEmpty()
      }
    }
  },
)
