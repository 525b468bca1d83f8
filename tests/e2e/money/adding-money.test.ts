import type { Page } from 'playwright'
import { setRate } from '#contract/catalogue/rate.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { listReferences, payAt } from '#tests/support/money/payments.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, type Journey, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  follow,
  navigate,
  press,
} from '#tests/e2e/support/page-actions.ts'
import {
  type CheckoutShop,
  expectPaid,
  goToReview,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const GATEWAY_PAGE = /\/razorpay\/pay\//
const [, PHONE_NEEDED] = REFUSALS.PHONE_NEEDED
const DAY_MS = 24 * 60 * 60 * 1000

const journey = inOneShop(setUpCheckout)

async function openWallet({ shop, page }: Journey, checkoutShop: CheckoutShop) {
  const checkout = await signInBuyer({ shop, page }, checkoutShop, { INR: 100_50 })
  await checkout.admin.call(choosePaymentGateway, { active: 'razorpay' })
  await page.goto('/dashboard/wallet')
  return checkout
}

/** Returns the gateway's page, and the shop's page that waits for the payment. */
async function begin(shop: TestShop, page: Page, rupees: string) {
  await fill(page, { Amount: rupees })
  await press(page, 'Add Money')
  await page.waitForURL(GATEWAY_PAGE)
  return { paid: page.url(), waits: `/dashboard/wallet/add/${(await listReferences(shop)).at(-1)}` }
}

journey(
  'money missing for a purchase is added, with a receipt and a link back to the purchase',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop, { INR: 100_50 })
    await checkout.admin.call(choosePaymentGateway, { active: 'razorpay' })
    await goToReview(page, checkout)
    await follow(page, 'Pay from your wallet instead: Add ₹28.50')
    await expect(field(page, 'Amount')).toHaveValue('28.50')
    await press(page, 'Enter ₹50')
    await expect(field(page, 'Amount')).toHaveValue('50')
    await axe(page)
    await press(page, 'Add Money')
    await page.waitForURL(GATEWAY_PAGE)
    await press(page, 'Pay')
    await page.waitForURL(/\/dashboard\/wallet\/add\/P/)
    await expect(page.getByRole('heading', { name: '₹50.00 is in your wallet' })).toBeVisible()
    await expect(page.getByText('₹150.50')).toBeVisible()
    const receipt = page.getByRole('article')
    await expect(receipt).toContainText('Asha Rao')
    await expect(receipt).toContainText(/Paid with ?Razorpay/)
    await expect(receipt).toContainText(/UTR ?\d{12}/)
    await axe(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print receipt' })).toBeHidden()
    await expect(receipt).toBeVisible()
    await page.emulateMedia({ media: 'screen' })

    await follow(page, 'Back to your purchase')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await navigate(page, '/dashboard/wallet')
    await expect(page.getByText('+₹50.00')).toBeVisible()
    await expect(page.getByText('Money added')).toBeVisible()
  },
)

journey(
  'dollars missing for a purchase are added by card and pay for it, as PayPal does',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const money = { USD: 1_0001 }
    const checkout = await signInBuyer({ page, shop }, checkoutShop, money)
    await checkout.admin.call(setRate, { USD: 0.0125, follow: false })
    await checkout.admin.call(choosePaymentGateway, {
      active: 'razorpay',
      foreign: ['stripe', 'paypal'],
    })
    await page.evaluate("localStorage.setItem('currency', 'USD')")
    await goToReview(page, checkout)
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked()
    await follow(page, 'Pay from your wallet instead: Add $0.61')
    await expect(page.getByRole('radio', { name: 'Dollars' })).toBeChecked()
    await expect(field(page, 'Amount')).toHaveValue('0.61')
    await fill(page, { Amount: '0.4' })
    await press(page, 'Add Money')
    await expectFieldError(page, 'Amount', 'Add at least $0.50')
    await axe(page)
    await page.getByRole('radio', { name: 'Rupees' }).check()
    await expect(field(page, 'Amount')).toHaveValue('')
    await page.getByRole('radio', { name: 'Dollars' }).check()
    await press(page, 'Enter $50')
    await press(page, 'Add Money')
    await page.waitForURL(/\/stripe\/pay\//)
    await expect(page.getByRole('heading', { name: '$50.00' })).toBeVisible()
    await press(page, 'Pay')
    await page.waitForURL(/\/dashboard\/wallet\/add\/P/)
    await expect(page.getByRole('heading', { name: '$50.00 is in your wallet' })).toBeVisible()
    await expect(page.getByText('$51.0001')).toBeVisible()
    const receipt = page.getByRole('article')
    await expect(receipt).toContainText(/Paid in dollars ?\$50\.00/)
    await expect(receipt).toContainText('₹4,000.00')
    await follow(page, 'Back to your purchase')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)

    await goToReview(page, checkout)
    await page.getByRole('radio', { name: 'Card' }).check()
    await expect(page.getByText('You pay in dollars.')).toBeVisible()
    await axe(page)
    await press(page, 'Proceed to Pay')
    await page.waitForURL(/\/stripe\/pay\//)
    await press(page, 'Pay')
    await expectPaid(page)
    await follow(page, 'Check Order Status')
    await expect(page.getByText('Card, Paid')).toBeVisible()
    await goToReview(page, checkout)
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked() // as chosen the last time
    await press(page, 'Proceed to Pay')
    await page.waitForURL(/\/stripe\/pay\//)
    await page.goto('/dashboard/orders')
    await page.getByRole('link', { name: /^View Status/ }).click()
    await follow(page, 'Pay another way')
    await expect(page.getByText(/Paying here continues order/)).toBeVisible()
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await axe(page)
    await press(page, 'Proceed to Pay')
    await page.waitForURL(/\/paypal\/pay\//)
    await press(page, 'Pay')
    await expectPaid(page)
    await follow(page, 'Check Order Status')
    await expect(page.getByText('PayPal, Paid')).toBeVisible()
  },
)

journey(
  'a pending payment arrives by itself, and a gateway that needs a phone number asks for it',
  { screen: 'phone', expects: [/status of 409/] },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    const { admin, asha } = await openWallet(setup, checkoutShop)
    const { paid, waits } = await begin(shop, page, '500')
    await press(page, 'Keep pending')
    await page.goto(waits)
    await expect(page.getByRole('heading', { name: 'Payment not finished' })).toBeVisible()
    await expect(page.getByText('If you didn’t pay, you aren’t charged.')).toBeVisible()
    await axeInBothLayouts(page)
    await payAt(shop, paid, { amount: 450 })
    await expect(page.getByRole('heading', { name: '₹450.00 is in your wallet' })).toBeVisible()
    await expect(page.getByText('You asked to add ₹500.00, and ₹450.00 arrived.')).toBeVisible()
    await expect(page.getByText('₹550.50')).toBeVisible()
    await page.getByRole('button', { name: /, account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Wallet ₹550.50' })).toBeVisible()

    await navigate(page, '/dashboard/wallet')
    await fill(page, { Amount: '20' })
    await admin.call(choosePaymentGateway, { active: 'payu' })
    await shop.sql`update users set phone = null where id = ${asha.id}`
    await press(page, 'Add Money')
    await expectFieldError(page, 'Phone', PHONE_NEEDED)
    await axe(page)
    await fill(page, { Phone: '9876543210' })
    await press(page, 'Add Money')
    await page.waitForURL(/\/payu\/pay\//)
    await expect(page.getByText('₹20.00')).toBeVisible()

    const offered = { payu: ['netbanking' as const] } // at a stand-in
    await admin.call(choosePaymentGateway, { active: 'razorpay', standIns: ['payu'], offered })
    await shop.sql`update users set phone = null where id = ${asha.id}`
    await page.goto('/dashboard/wallet')
    await field(page, 'Net banking').check()
    await axeInBothLayouts(page)
    await fill(page, { Amount: '30' })
    await press(page, 'Add Money')
    await expectFieldError(page, 'Phone', PHONE_NEEDED)
    await fill(page, { Phone: '9876543210' })
    await press(page, 'Add Money')
    await page.waitForURL(/\/payu\/pay\//)
    await expect(page.getByText('Net banking')).toBeVisible()
  },
)

journey(
  'a payment that failed can be tried again, and an unknown payment is not found',
  { screen: 'phone', expects: [/status of 404/, UNAUTHORIZED] },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    await openWallet(setup, checkoutShop)
    const { waits } = await begin(shop, page, '500')
    await page.goto(waits)
    await expect(page.getByRole('heading', { name: 'Payment not finished' })).toBeVisible()
    shop.wait(2 * DAY_MS)
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await axe(page)
    await press(page, 'Try again')
    await page.waitForURL(GATEWAY_PAGE)
    await expect(page.getByText('₹500.00')).toBeVisible()

    await page.goto('/dashboard/wallet/add/P00000000000000000000000')
    await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible()
    await axe(page)
    await follow(page, 'Back to the wallet')
    await page.route('**/api/v1/wallet/add', (route) =>
      route.fulfill({ json: { success: true, message: '', data: {} } }),
    )
    await fill(page, { Amount: '20' })
    await press(page, 'Add Money')
    await expect(page.locator('form').getByRole('alert')).toHaveText(
      'Payment URL not found in the response.',
    )
    await expectToast(page, 'Payment URL not found in the response.')
    await expect(field(page, 'Amount')).toHaveValue('20')
  },
)
