import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { field, fill, follow, navigate, press, signInAs } from '#tests/e2e/support/page-actions.ts'
import { CONTROLS, expectLargeControls } from '#tests/e2e/support/controls.ts'
import { expectPaid, goToReview, setUpCheckout, signInBuyer } from '#tests/e2e/support/checkout.ts'

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

const journey = inOneShop(setUpCheckout)

journey(
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

journey(
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
      if (path === '/') await page.goto(path)
      else await navigate(page, path)
      await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectLargeControls(page)
      if (path.startsWith('/dashboard'))
        await expect.poll(() => page.evaluate(FIND_COVERED), path).toEqual([])
    }
    await page.getByRole('button', { name: 'account of Asha Rao' }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expectLargeControls(page)

    await navigate(page, '/dashboard/account-details')
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
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
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

journey(
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
    await navigate(page, '/admin/user')
    await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
    await expectLargeControls(page)
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await expect(field(page, 'Role')).toBeVisible()
    await expectLargeControls(page)
    await navigate(page, `/admin/user/${admin.id}?tab=sessions`)
    await expect(page.getByRole('button', { name: 'End all sessions' })).toBeVisible()
    await expectLargeControls(page)
    await press(page, 'Search')
    await expect(page.getByRole('option', { name: 'Users' })).toBeVisible()
    await expectLargeControls(page)
  },
)
