import type { Page } from 'playwright'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, type Journey } from '#tests/e2e/support/browser.ts'
import { field, follow, press } from '#tests/e2e/support/page-actions.ts'
import {
  type CheckoutShop,
  expectPaid,
  goToReview,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const CODE_PAGE = /\/pay\/cashfree\//

const journey = inOneShop(async (shop) => {
  const checkoutShop = await setUpCheckout(shop)
  await checkoutShop.admin.call(choosePaymentGateway, {
    active: 'cashfree',
    upiCodes: ['cashfree'],
  })
  return checkoutShop
})

/** Stops the page's clock from here on, so that a test can turn it. */
async function goToCode({ page, shop }: Journey, checkoutShop: CheckoutShop): Promise<void> {
  await goToReview(page, await signInBuyer({ page, shop }, checkoutShop))
  await field(page, 'UPI').check()
  await page.clock.install()
  await press(page, 'Proceed to Pay')
  await page.waitForURL(CODE_PAGE)
}

const codeOn = (page: Page) => page.getByRole('img', { name: 'UPI code for ₹129.00' })

journey(
  'an order is paid by the UPI code on the shop’s own page, which moves on by itself',
  { screen: 'phone' },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    await goToCode(setup, checkoutShop)
    const address = page.url()
    await expect(page.getByRole('heading', { name: 'Pay by UPI' })).toBeVisible()
    await expect(page.getByText('₹129.00')).toBeVisible()
    await expect(page.getByText('120 Opals')).toBeVisible()
    await expect(codeOn(page)).toBeVisible()
    await axeInBothLayouts(page)

    await follow(page, 'Back to Gemstall')
    await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible()
    await press(page, 'Pay now')
    await page.waitForURL(address)
    await expect(codeOn(page)).toBeVisible()
    await payAt(shop, address)
    await page.clock.fastForward('00:05')
    await page.waitForURL(/\/purchase\/status\?status=true/)
    await expectPaid(page)
  },
)

journey(
  'a UPI code counts down to its end, and a customer who comes back from paying goes on at once',
  { screen: 'phone' },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    await goToCode(setup, checkoutShop)
    await expect(page.getByRole('timer')).toHaveText(/^1[4-7]:\d\d$/)
    await page.clock.fastForward('17:30')
    await expect(page.getByText('This code has expired.').first()).toBeVisible()
    await expect(codeOn(page)).toBeHidden()
    await axe(page)
    await payAt(shop, page.url(), { webhook: 'never' })
    const asks = page.waitForRequest((request) => request.method() === 'POST', { timeout: 30_000 })
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await asks // long before the page would ask by itself
    await page.waitForURL(/\/purchase\/status\?status=true/)
  },
)
