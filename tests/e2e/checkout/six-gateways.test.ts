import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import {
  choosePaymentGateway,
  METHOD_NAMES,
  type GatewayMethod,
  type GatewayName,
} from '#contract/money/payments.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, type Journey } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  field,
  fill,
  navigate,
  press,
  type,
} from '#tests/e2e/support/page-actions.ts'
import {
  type Checkout,
  type CheckoutShop,
  expectPaid,
  goToReview,
  listOwnOrders,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'
import { connectorOf, UPI_GATEWAYS } from '#tests/support/money/connectors.ts'
import { moreMethodsOf } from '#server/money/gateways/methods.ts'

type Flow = { outbound: 'by link' | 'by script' | 'by form'; inbound: 'by link' | 'by form' }

/** Ways to reach a gateway's page, and to return to the shop. */
const FLOWS: Partial<Record<GatewayName, Flow>> = {
  razorpay: { outbound: 'by link', inbound: 'by link' },
  cashfree: { outbound: 'by link', inbound: 'by link' },
  phonepe: { outbound: 'by script', inbound: 'by link' },
  payu: { outbound: 'by form', inbound: 'by form' },
  paytm: { outbound: 'by form', inbound: 'by form' },
  stripe: { outbound: 'by link', inbound: 'by link' },
}

/** UPI at the others. */
const METHODS: Partial<Record<GatewayName, GatewayMethod>> = {
  cashfree: 'mobile-wallet',
  phonepe: 'netbanking',
  payu: 'card',
  paytm: 'pay-later',
}

/** Takes its payments as a stand-in, because the first choice doesn't offer the method. */
const STAND_IN = 'cashfree'
const FIRST = 'razorpay'

const journey = inOneShop(setUpCheckout)

type Buyer = Checkout & { review: string; home: string }

async function openReview({ shop, page }: Journey, checkoutShop: CheckoutShop): Promise<Buyer> {
  const checkout = await signInBuyer({ shop, page }, checkoutShop)
  await goToReview(page, checkout)
  const { pathname, search, origin } = new URL(page.url())
  return { ...checkout, review: pathname + search, home: `${origin}/` }
}

/** A single click leads to the gateway's page, which learns where its customer comes from. */
async function goToGateway(page: Page, buyer: Buyer, gateway: GatewayName) {
  await chooseMethod(page, buyer, { gateway, method: 'upi' })
  await proceed(page, buyer, gateway)
}

type Way = { gateway: GatewayName; method: GatewayMethod }

async function chooseMethod(page: Page, { admin, review }: Buyer, { gateway, method }: Way) {
  const offered = { [gateway]: [...moreMethodsOf(connectorOf(gateway))] }
  await admin.call(choosePaymentGateway, {
    active: gateway === STAND_IN ? FIRST : gateway,
    standIns: gateway === STAND_IN ? [STAND_IN] : [],
    offered: { [FIRST]: [], ...offered },
  })
  await navigate(page, review)
  await field(page, METHOD_NAMES[method]).check()
}

async function proceed(page: Page, { home }: Buyer, gateway: GatewayName) {
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
  const { outbound } = FLOWS[gateway]!
  const hasPage = passed.some((url) => url.includes(`/pay/${gateway}/`))
  assert.equal(hasPage, outbound !== 'by link')
  const { referer } = await request.allHeaders()
  if (outbound !== 'by form') assert.equal(referer, home)
}

/** Presses a button there, and returns the way the gateway returns. */
async function choose(page: Page, gateway: GatewayName, button: 'Pay' | 'Fail'): Promise<void> {
  await page.context().clearCookies() // a form from another site sends no cookies
  await press(page, button)
  if (FLOWS[gateway]!.inbound === 'by form') await press(page, 'Continue')
}

async function expectReturnPaid(page: Page, checkout: Checkout): Promise<void> {
  const [order] = await listOwnOrders(checkout)
  await page.waitForURL(`/purchase/status?status=true&orderId=${order!._id}`)
  await expectPaid(page)
}

/** The form asks for a phone number below the method, once it is known that this gateway requires one. */
async function enterPhone(page: Page): Promise<void> {
  await expect(field(page, 'Phone')).toBeHidden()
  await press(page, 'Proceed to Pay')
  await expect(field(page, 'Phone')).toBeVisible()
  await press(page, 'Proceed to Pay')
  await expectFieldError(page, 'Phone', 'Please enter your phone number')
  await expect(field(page, 'Phone')).toBeFocused()
  await type(page, 'Phone', '98765')
  await press(page, 'Proceed to Pay')
  await expectFieldError(page, 'Phone', 'Please enter a valid phone number')
  await fill(page, { Phone: '+91 98765 43210' })
  await expect(field(page, 'Phone')).toHaveValue('9876543210')
  await axe(page)
}

journey(
  'a customer pays through each of the six gateways, by UPI or another method, and returns signed in',
  { screen: 'phone', expects: [/status of 409 .*order\/upi/] },
  async (setup, checkoutShop) => {
    const { page, shop } = setup
    const checkout = await openReview(setup, checkoutShop)
    await shop.sql`update users set phone = null where id = ${checkout.asha.id}`
    const gateways = Object.keys(FLOWS)
    assert.deepEqual(gateways.toSorted(), UPI_GATEWAYS)
    for (const gateway of gateways) {
      const method = METHODS[gateway] ?? 'upi'
      await chooseMethod(page, checkout, { gateway, method })
      if (gateway === STAND_IN) await enterPhone(page)
      else await expect(field(page, 'Phone')).toBeHidden()
      await proceed(page, checkout, gateway)
      if (method !== 'upi') await expect(page.getByText(METHOD_NAMES[method])).toBeVisible()
      await choose(page, gateway, 'Pay')
      await expectReturnPaid(page, checkout)
    }
    const orders = await listOwnOrders(checkout)
    assert.deepEqual(
      orders.map(({ status, method }) => `${status} ${method}`),
      gateways.map((name) => `processing ${METHODS[name] ?? 'upi'}`).toReversed(),
    )
  },
)

journey(
  'after a failed payment the next try pays the same order',
  { screen: 'phone' },
  async (setup, checkoutShop) => {
    const { page } = setup
    const checkout = await openReview(setup, checkoutShop)
    await goToGateway(page, checkout, 'razorpay')
    await choose(page, 'razorpay', 'Fail')
    await expect(page.getByRole('status')).toContainText('The last attempt failed')
    await choose(page, 'razorpay', 'Pay')
    await expectReturnPaid(page, checkout)

    await goToGateway(page, checkout, 'payu')
    await choose(page, 'payu', 'Fail')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await press(page, 'Try again')
    await page.waitForURL('**/payu/pay/*')
    await choose(page, 'payu', 'Pay')
    await expectReturnPaid(page, checkout)
    assert.equal((await listOwnOrders(checkout)).length, 2)
  },
)
