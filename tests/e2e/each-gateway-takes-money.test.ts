import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { choosePaymentGateway, GATEWAYS, type GatewayName } from '#contract/money/payments.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe, expect, journey } from './browser.ts'
import { expectComplaint, field, fill, press, type } from './people.ts'
import { expectPaid, goToReview, listOwnOrders, openTill, type Till } from './till.ts'

type Ways = { there: 'by link' | 'by script' | 'by form'; back: 'by link' | 'by form' }

/** Ways to reach a gateway's page, and to return to the shop. */
const WAYS: Record<GatewayName, Ways> = {
  razorpay: { there: 'by link', back: 'by link' },
  cashfree: { there: 'by link', back: 'by link' },
  phonepe: { there: 'by script', back: 'by link' },
  payu: { there: 'by form', back: 'by form' },
  paytm: { there: 'by form', back: 'by form' },
  stripe: { there: 'by link', back: 'by link' },
}

type Buyer = Till & { review: string }

async function openReview(shop: TestShop, page: Page): Promise<Buyer> {
  const till = await openTill(shop, page)
  await goToReview(page, till)
  return { ...till, review: page.url() }
}

/** A single click leads to the gateway's page, which learns where its customer comes from. */
async function goToGateway(page: Page, buyer: Buyer, gateway: GatewayName) {
  await chooseUpi(page, buyer, gateway)
  await proceed(page, buyer, gateway)
}

async function chooseUpi(page: Page, { admin, review }: Buyer, gateway: GatewayName) {
  await admin.call(choosePaymentGateway, { active: gateway })
  await page.goto(review)
  await field(page, 'UPI').check()
}

async function proceed(page: Page, { review }: Buyer, gateway: GatewayName) {
  const passed: string[] = []
  const remember = () => passed.push(page.url())
  page.on('framenavigated', remember)
  const [request] = await Promise.all([
    page.waitForRequest(`**/${gateway}/pay/*`),
    press(page, 'Proceed to Pay'),
  ])
  await page.waitForURL(request.url())
  await expect(page.getByText('₹129.00')).toBeVisible()
  page.off('framenavigated', remember)
  const { there } = WAYS[gateway]
  const hasPage = passed.some((url) => url.includes(`/pay/${gateway}/`))
  assert.equal(hasPage, there !== 'by link')
  const { referer } = await request.allHeaders()
  if (there !== 'by form') assert.equal(referer, new URL('/', review).href)
}

/** Presses a button there, and returns the way the gateway returns. */
async function choose(page: Page, gateway: GatewayName, button: 'Pay' | 'Fail'): Promise<void> {
  await page.context().clearCookies() // a form from another site sends no cookies
  await press(page, button)
  if (WAYS[gateway].back === 'by form') await press(page, 'Continue')
}

async function comeBackPaid(page: Page, till: Till): Promise<void> {
  const [order] = await listOwnOrders(till)
  await page.waitForURL(`/purchase/status?status=true&orderId=${order!._id}`)
  await expectPaid(page)
}

/** The form asks for a phone number beside UPI, because this gateway requires one. */
async function enterPhone(page: Page): Promise<void> {
  await press(page, 'Proceed to Pay')
  await expectComplaint(page, 'Phone', 'Please enter your phone number')
  await expect(field(page, 'Phone')).toBeFocused()
  await type(page, 'Phone', '98765')
  await press(page, 'Proceed to Pay')
  await expectComplaint(page, 'Phone', 'Please enter a valid phone number')
  await fill(page, { Phone: '+91 98765 43210' })
  await expect(field(page, 'Phone')).toHaveValue('9876543210')
  await axe(page)
}

journey(
  'a customer buys by UPI through each of the six gateways, is asked once for the phone number that one needs, and comes back signed in',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const till = await openReview(shop, page)
    await shop.sql`update users set phone = null where id = ${till.asha.id}`
    for (const gateway of GATEWAYS) {
      await chooseUpi(page, till, gateway)
      if (gateway === 'cashfree') await enterPhone(page)
      else await expect(field(page, 'Phone')).toBeHidden()
      await proceed(page, till, gateway)
      await choose(page, gateway, 'Pay')
      await comeBackPaid(page, till)
    }
    const orders = await listOwnOrders(till)
    assert.deepEqual(
      orders.map(({ status }) => status),
      GATEWAYS.map(() => 'processing'),
    )
  },
)

journey(
  'after a failure at a gateway the next try pays the same order, there or back in the shop',
  {},
  async ({ page, shop }) => {
    const till = await openReview(shop, page)
    await goToGateway(page, till, 'razorpay')
    await choose(page, 'razorpay', 'Fail')
    await expect(page.getByRole('status')).toContainText('The last attempt failed')
    await choose(page, 'razorpay', 'Pay')
    await comeBackPaid(page, till)

    await goToGateway(page, till, 'payu')
    await choose(page, 'payu', 'Fail')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await press(page, 'Try again')
    await page.waitForURL('**/payu/pay/*')
    await choose(page, 'payu', 'Pay')
    await comeBackPaid(page, till)
    assert.equal((await listOwnOrders(till)).length, 2)
  },
)
