import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { getBilling } from '#contract/accounting/billing.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { findOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, type Journey, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import { expectToast, field, follow, navigate, press } from '#tests/e2e/support/page-actions.ts'
import {
  type Checkout,
  type CheckoutShop,
  expectPaid,
  goToReview,
  listOwnOrders,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const journey = inOneShop(async (shop) => {
  const checkoutShop = await setUpCheckout(shop)
  await checkoutShop.admin.call(choosePaymentGateway, { active: 'razorpay' })
  return checkoutShop
})

const GATEWAY_PAGE = /\/razorpay\/pay\//
const MINUTE_MS = 60_000

async function openGatewayCheckout(
  { shop, page }: Journey,
  checkoutShop: CheckoutShop,
  money?: Parameters<typeof signInBuyer>[2],
): Promise<Checkout> {
  const checkout = await signInBuyer({ shop, page }, checkoutShop, money)
  await goToReview(page, checkout)
  if (money) await expect(field(page, 'UPI')).toBeChecked() // an empty wallet selects UPI
  await field(page, 'UPI').check()
  return checkout
}

/** Goes to the gateway's page, and returns the order it is for. */
async function goToGateway(
  page: Page,
  checkout: Checkout,
): Promise<{ id: string; address: string }> {
  await press(page, 'Proceed to Pay')
  await page.waitForURL(GATEWAY_PAGE)
  return { id: (await listOwnOrders(checkout))[0]!._id, address: page.url() }
}

const titled = (page: Page, name: string) => page.getByRole('heading', { name })

journey(
  'a failed UPI payment can be paid in another tab, and the order has an invoice',
  { screen: 'phone' },
  async (setup, checkoutShop) => {
    const { page, context } = setup
    const legal = { businessName: 'Moon Traders', address: '', email: '', taxId: '29ABCDE1234F1ZW' }
    await checkoutShop.admin.call(editSettings, {
      legal,
      tax: { name: 'GST', percent: 18, sac: '998439' },
    })
    const checkout = await openGatewayCheckout(setup, checkoutShop)
    const { id, address } = await goToGateway(page, checkout)
    await expect(page.getByText('₹129.00')).toBeVisible()
    await press(page, 'Fail')
    await expect(page.getByRole('status')).toContainText('The last attempt failed')
    for (const status of ['true', 'false']) {
      await page.goto(`/purchase/status?status=${status}&orderId=${id}`)
      await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
      await expect(page.getByText('Your payment could not be processed.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    }
    await axe(page)
    await press(page, 'Try again')
    await page.waitForURL(address)
    await page.close()

    const tab = await context.newPage()
    await tab.goto('/dashboard/orders')
    await expect(tab.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
    await axe(tab)
    await navigate(tab, '/dashboard/home')
    await expect(tab.getByRole('heading', { name: 'An order is not paid yet' })).toBeVisible()
    await press(tab, 'Pay now')
    await tab.waitForURL(address)
    await press(tab, 'Pay')
    await tab.waitForURL(`/purchase/status?status=true&orderId=${id}`)
    await expectPaid(tab)
    await expect(tab.getByText('Being delivered to Player-0007')).toBeVisible()
    for (const words of ['Zone ID', '2001', '₹129.00', 'Invoice ID'])
      await expect(tab.getByText(words, { exact: true }).first()).toBeVisible()
    await axe(tab)

    await follow(tab, 'Check Order Status')
    await tab.waitForURL(`/dashboard/orders?order=${id}`)
    const { transactionId } = (await checkout.asha.call(findOrder, { id })).data
    const UTR = transactionId!.UTR
    assert.match(UTR, /^\d{12}$/)
    await expect(tab.getByTitle('Copy the UTR')).toContainText(UTR)
    await follow(tab, 'Invoice')
    await expect(tab.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
    for (const words of ['Moon Traders', 'GSTIN 29ABCDE1234F1ZW', 'Asha Rao', '120 Opals', UTR])
      await expect(tab.getByRole('article')).toContainText(words)
    for (const half of ['CGST', 'SGST'])
      await expect(tab.getByRole('row', { name: `Included: ${half} 9% ₹9.84` })).toBeVisible()
    await axe(tab)
    const download = tab.waitForEvent('download')
    await press(tab, 'Download PDF of the invoice')
    expect((await download).suggestedFilename()).toMatch(/^GS-\d\d-\d\d-0000001\.pdf$/)
    await tab.emulateMedia({ media: 'print' })
    await expect(tab.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(tab.getByRole('banner')).toHaveCount(0)
    // The review asked for the State, with the shop's own filled in.
    expect((await checkout.asha.call(getBilling, {})).data.billing?.state).toBe('29')
  },
)

journey(
  'a pending UPI payment is resumed, and its page updates when it is paid',
  { screen: 'phone' },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    const checkout = await openGatewayCheckout(setup, checkoutShop)
    const { id, address } = await goToGateway(page, checkout)
    await press(page, 'Keep pending')
    await expect(page.getByText('the bank hasn’t decided yet')).toBeVisible()
    await page.goBack()
    await page.goBack()
    await field(page, 'UPI').check()
    await expect(page.getByText(/Paying here continues order GS/)).toBeVisible()
    await axe(page)
    await press(page, 'Proceed to Pay')
    await page.waitForURL(address)
    for (const [status, title] of [
      ['true', 'Payment Pending'],
      ['false', 'Payment not finished'],
    ] as const) {
      await page.goto(`/purchase/status?status=${status}&orderId=${id}`)
      await expect(titled(page, title)).toBeVisible()
      await expect(
        page.getByText('This page updates automatically', { exact: false }).first(),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
      await axe(page)
    }
    await payAt(shop, address)
    await expectPaid(page)
    await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
    await navigate(page, '/dashboard/orders')
    await expect(page.getByRole('listitem').filter({ hasText: 'Processing' })).toHaveCount(1)
    assert.equal((await listOwnOrders(checkout)).length, 1)
  },
)

journey(
  'an unpaid order is cancelled, and its page says what happens to late money',
  { screen: 'phone', expects: [UNAUTHORIZED] },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    const checkout = await openGatewayCheckout(setup, checkoutShop, {})
    const { id } = await goToGateway(page, checkout)
    await page.goto(`/purchase/status?status=false&orderId=${id}`)
    await expect(titled(page, 'Payment not finished')).toBeVisible()
    shop.wait(15 * MINUTE_MS + 1_000)
    await expect(titled(page, 'Order cancelled. Nothing was paid')).toBeVisible()
    await expect(page.getByText('we add it to your wallet')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      /^\/purchase\/review\?gameSlug=[^&]+&itemSlug=[^&]+&gameDetailId=/,
    )
    await axe(page)
    await navigate(page, `/dashboard/orders/${id}/invoice`)
    await expect(page.getByRole('heading', { name: 'No invoice found' })).toBeVisible()
    await axe(page)
  },
)

journey(
  'a UPI payment that cannot start shows the reason beside UPI and another way to pay',
  { screen: 'phone', expects: [/status of 50[23]/, /status of 409/] },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    const checkout = await openGatewayCheckout(setup, checkoutShop)
    const error = page.getByRole('group', { name: 'Payment mode' }).getByRole('alert')
    const tab = await page.context().newPage()
    await tab.goto('/purchase/status?status=true')
    await expect(tab.getByRole('heading', { name: 'No recent payment found' })).toBeVisible()
    await expect(tab.getByText('Payment Successful')).toHaveCount(0)
    await expect(tab.getByRole('link', { name: 'Check Order Status' })).toHaveAttribute(
      'href',
      '/dashboard/orders',
    )
    await axe(tab)
    await tab.close()
    for (const answer of [{ body: '<html></html>' }, { json: { error: 'Bad gateway' } }]) {
      await page.route('**/api/v1/coupon/code', (route) =>
        route.fulfill({ status: 502, ...answer }),
      )
      await field(page, 'Coupon code').fill('ANY')
      await press(page, 'Apply')
      await expect(page.getByText('Something went wrong!')).toBeVisible() // beside the field
      await page.unroute('**/api/v1/coupon/code')
    }
    await breakOutside(shop, { target: 'razorpay', kind: 'error' })
    await press(page, 'Proceed to Pay')
    await expect(error).toContainText('We couldn’t reach the payment page.')
    await expect(error).toContainText('or pay from your wallet.')
    await axe(page)
    await mendOutside(shop)

    await makeCoupon(await signUpAdmin(shop), { couponCode: 'WHOLE', discount: 129_00 })
    await field(page, 'Coupon code').fill('WHOLE')
    await press(page, 'Apply')
    await expect(page.getByText('₹0.00 with any UPI app')).toBeVisible()
    await press(page, 'Proceed to Pay')
    await expect(error).toHaveText(
      'This order costs nothing, so there’s no payment to make. Please choose your wallet instead.',
    )
    await press(page, 'Remove')

    await page.route('**/api/v1/order/upi', (route) =>
      route.fulfill({ json: { success: true, message: '', data: {} } }),
    )
    await press(page, 'Proceed to Pay')
    await page.waitForURL('/purchase/status?status=false')
    await expectToast(page, 'Payment URL not found in the response.')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await page.unroute('**/api/v1/order/upi')
    await page.goBack()
    await press(page, 'Go to review')
    await field(page, 'UPI').check()
    await goToGateway(page, checkout)
  },
)
