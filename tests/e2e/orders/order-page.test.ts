import { randomUUID } from 'node:crypto'
import { signUp } from '#tests/support/accounts/people.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { field, follow, navigate, press, signInAs } from '#tests/e2e/support/page-actions.ts'
import {
  expectPaid,
  goToReview,
  listOwnOrders,
  placeOrder,
  settleOrder,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const journey = inOneShop(setUpCheckout)

const EVENTS = '**/api/v1/order/*/events'

journey(
  'reloading the payment page shows the same and pays nothing',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await goToReview(page, checkout)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await page.reload()
    await expectPaid(page)
    await expect(page.getByText('Being delivered to Player-0007')).toBeVisible()
    expect((await listOwnOrders(checkout)).length).toBe(1)
  },
)

journey(
  'a forged payment result in the address is not believed',
  { expects: [/status of 404/] },
  async ({ page, shop }, checkoutShop) => {
    const id = await placeOrder(await signInBuyer({ page, shop }, checkoutShop))
    await shop.sql`
      update orders set status = 'pending', payment_method = 'upi', paid_at = null where id = ${id}`
    for (const claim of [`status=true&orderId=${id}`, 'status=true']) {
      await page.goto(`/purchase/status?${claim}`)
      await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0)
    }
    await navigate(page, `/purchase/status?status=true&orderId=${randomUUID()}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    await navigate(page, '/purchase/status?status=false')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  },
)

journey(
  'the page of a failed order says that the money was refunded',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    const id = await placeOrder(checkout)
    await page.goto(`/purchase/status?status=true&orderId=${id}`)
    await expectPaid(page)
    await settleOrder(checkout, 'refused')
    await expect(page.getByRole('heading', { name: 'Payment Refunded' })).toBeVisible()
    await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  },
)

journey(
  'an order page without live updates polls, and streams again when it can',
  { expects: [/ERR_FAILED/] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    const id = await placeOrder(checkout)
    await page.route(EVENTS, (route) => route.abort())
    await page.goto(`/dashboard/orders/${id}`)
    await expect(page.getByText('we check every few seconds')).toBeVisible()
    await page.unroute(EVENTS)
    await expect(page.getByText('This page updates automatically')).toBeVisible()
    await page.route(EVENTS, (route) => route.abort())
    await page.reload()
    await expect(page.getByText('we check every few seconds')).toBeVisible()
    await settleOrder(checkout, 'delivered')
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText('every few seconds')).toHaveCount(0)
  },
)

journey(
  'an order page shows the whole order, and its invoice ID is passed on to support',
  {},
  async ({ page, shop, context }, checkoutShop) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    const id = await placeOrder(checkout)
    const [order] = await listOwnOrders(checkout)
    await page.goto(`/dashboard/orders/${id}`)
    for (const words of ['Moonfall Arena', 'Player-0007', '900000007', '₹129.00', 'Wallet, Paid'])
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    await page.getByTitle('Copy the invoice ID').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(order!.invoiceId)
    const gift = page.getByRole('link', { name: 'Send by WhatsApp' })
    const text = new URL((await gift.getAttribute('href'))!).searchParams.get('text')!
    expect(text).toContain('in Moonfall Arena, for Player-0007.')
    expect(text.split('\n')[1]).toBe(`${new URL(page.url()).origin}/product/moonfall-arena`)
    await follow(page, 'Ask for help')
    await expect(field(page, 'Order number (optional)')).toHaveValue(order!.invoiceId)
  },
)

journey(
  'an order of someone else is not found',
  { expects: [/status of 404/] },
  async ({ page, shop }, checkoutShop) => {
    const id = await placeOrder(await signInBuyer({ page, shop }, checkoutShop))
    await signInAs(page, await signUp(shop, 'Bala Iyer'))
    await page.goto(`/dashboard/orders/${id}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    await expect(page.getByText('120 Opals')).toHaveCount(0)
  },
)
