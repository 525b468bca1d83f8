import type { Page } from 'playwright'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { expect, inOneShop, journey } from '#tests/e2e/support/browser.ts'
import { field, fill, follow, press, signInAs } from '#tests/e2e/support/page-actions.ts'
import { addBanners, fillCatalogue } from '#tests/e2e/support/catalogue.ts'
import { expectPaid, goToReview, openCheckout } from '#tests/e2e/support/checkout.ts'

const SIDE_MIN = 44
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=option]'

/** Controls smaller than a thumb, except links inside a sentence. */
const FIND_SMALL = `[...document.querySelectorAll('${CONTROLS}')]
  .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
  .filter((element) => {
    const { display } = getComputedStyle(element)
    const words = element.parentElement.textContent.trim()
    return display !== 'inline' || words === element.textContent.trim()
  })
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ box }) => box.width < ${SIDE_MIN} - 0.01 || box.height < ${SIDE_MIN} - 0.01)
  .map(({ element, box }) =>
    Math.round(box.width) + ' x ' + Math.round(box.height) + ': ' + element.outerHTML.slice(0, 160))`

async function expectLargeControls(page: Page): Promise<void> {
  // Elements that just opened may still be growing.
  await expect.poll(() => page.evaluate(FIND_SMALL), page.url()).toEqual([])
}

/** Elements covered by the bottom bar, at the end of the page and when they have the focus. */
const FIND_COVERED = `(async () => {
  const bar = document.querySelector('nav[aria-label="Main navigation"]')
  if (!bar) return []
  const all = [...document.querySelectorAll('${CONTROLS}')]
    .filter((element) => !bar.contains(element) && element.checkVisibility() && element.tabIndex >= 0)
  const isCovered = (element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    const edge = bar.getBoundingClientRect().top
    return top < innerHeight && bottom > edge + 1 && height < edge / 2
  }
  const tell = (when) => (element) => when + ': ' + element.outerHTML.slice(0, 160)
  scrollTo(0, document.documentElement.scrollHeight)
  const atEnd = all.filter(isCovered).map(tell('at the end'))
  scrollTo(0, 0)
  const onFocus = all.filter((element) => (element.focus(), isCovered(element))).map(tell('on focus'))
  scrollTo(0, 0)
  return [...atEnd, ...onFocus]
})()`

/** Controls that a toast covers. */
const FIND_UNDER_TOAST = `(() => {
  const box = document.querySelector('.Toastify__toast').getBoundingClientRect()
  return [...document.querySelectorAll('${CONTROLS}')]
    .filter((element) => element.checkVisibility() && !element.closest('.Toastify'))
    .map((element) => ({ element, own: element.getBoundingClientRect() }))
    .filter(({ own }) => own.height > 0 && own.top < box.bottom && own.bottom > box.top && own.left < box.right && own.right > box.left)
    .map(({ element }) => element.outerHTML.slice(0, 160))
})()`

const inShop = inOneShop(async (shop) =>
  addBanners(await fillCatalogue(shop), ['Lanterns are lit', 'Opals for less']),
)

const TOKEN_QUERY = 'token=019a9f0e-6d2f-7000-8000-5d0c1f6c4d11'

inShop(
  'every control that visitors see is large enough for a thumb',
  { screen: 'phone', expects: [/status of 404/] },
  async ({ page }) => {
    for (const path of [
      '/',
      '/product/moonfall-arena',
      '/check-region',
      '/services',
      '/leaderboard',
      '/api-docs',
      '/refund-policy',
      '/no-such-stall',
      '/login',
      '/signup',
      '/login-otp',
      '/forget-password',
      '/reset-password',
      `/verify?phone=9876543210&${TOKEN_QUERY}`,
      `/verify?email=asha@example.com&${TOKEN_QUERY}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectLargeControls(page)
    }
  },
)

inShop(
  'every shared component is large enough for a thumb',
  { screen: 'phone' },
  async ({ page }) => {
    await page.goto('/color')
    await press(page, 'Good news')
    await expect(page.getByRole('button', { name: 'close' })).toBeVisible()
    await expect.poll(() => page.evaluate(FIND_UNDER_TOAST)).toEqual([])
    await expectLargeControls(page)
    await press(page, 'Menu')
    await expect(page.getByRole('menuitem', { name: 'Choose this' })).toBeVisible()
    await expectLargeControls(page)
    await page.keyboard.press('Escape')
    await press(page, 'Dialog')
    await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible()
    await expectLargeControls(page)
  },
)

inShop(
  'every control that customers see is large enough for a thumb',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    const pack = await makePack(await signUpAdmin(shop))
    for (const method of ['upi', 'wallet'] as const)
      await makeOrder(shop.sql, { userId: asha.id, pack, method })
    await signInAs(page, asha)
    for (const path of [
      '/',
      '/dashboard/home',
      '/dashboard/orders?status=pending',
      '/dashboard/wallet?amount=75',
      '/dashboard/wallet/statement',
      '/dashboard/query',
      '/purchase',
      '/admin/user',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectLargeControls(page)
      if (path.startsWith('/dashboard'))
        await expect.poll(() => page.evaluate(FIND_COVERED), path).toEqual([])
    }
    await page.getByRole('button', { name: 'account of Asha Rao' }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expectLargeControls(page)

    await page.goto('/dashboard/account-details')
    await press(page, 'Send OTP')
    await fill(page, { OTP: '12' })
    await expect(page.getByRole('button', { name: 'Use another phone' })).toBeVisible()
    await expectLargeControls(page)
    await press(page, 'Delete account')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectLargeControls(page)
  },
)

journey(
  'every control of the checkout is large enough for a thumb',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const checkout = await openCheckout(shop, page)
    await goToReview(page, checkout)
    await expectLargeControls(page)
    await page.goBack()
    await expect(page.getByText('Saved Game Details')).toBeVisible()
    await expectLargeControls(page)
    await press(page, 'Go to review')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await expectLargeControls(page)
    await follow(page, 'Check Order Status')
    await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
    await expectLargeControls(page)
  },
)

inShop(
  'every control that administrators see is large enough for a thumb',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const admin = await signUpAdmin(shop)
    await signInAs(page, admin)
    await shop.sql`
      insert into users (id, full_name, email, created_at, updated_at)
      select gen_random_uuid(), 'Rohan Mehta', 'rohan.' || n || '@example.com', now(), now()
      from generate_series(1, 12) n`
    await page.goto('/admin/home')
    await expect(page.getByRole('heading', { name: 'Newest accounts' })).toBeVisible()
    await expectLargeControls(page)
    await page.goto('/admin/user')
    await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
    await expectLargeControls(page)
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await expect(field(page, 'Role')).toBeVisible()
    await expectLargeControls(page)
    await page.goto(`/admin/user/${admin.id}?tab=sessions`)
    await expect(page.getByRole('button', { name: 'End all sessions' })).toBeVisible()
    await expectLargeControls(page)
    await press(page, 'Search')
    await expect(page.getByRole('option', { name: 'Users' })).toBeVisible()
    await expectLargeControls(page)
  },
)
