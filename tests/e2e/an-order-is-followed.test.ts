import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { signUp } from '#tests/support/accounts/people.ts'
import { expect, inOneShop } from './browser.ts'
import { field, follow, press, settle } from './people.ts'
import {
  approach,
  endOrder,
  expectPaid,
  goToReview,
  layTill,
  listOwnOrders,
  type Till,
} from './till.ts'

const journey = inOneShop(layTill)

const EVENTS = '**/api/v1/order/*/events'

async function buy(page: Page, till: Till): Promise<string> {
  await goToReview(page, till)
  await press(page, 'Proceed to Pay')
  await expectPaid(page)
  return (await listOwnOrders(till))[0]!._id
}

journey(
  'a reload of the payment page says the same again, and pays nothing',
  {},
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await buy(page, till)
    await page.reload()
    await expectPaid(page)
    await expect(page.getByText('Being delivered to Player-0007')).toBeVisible()
    expect((await listOwnOrders(till)).length).toBe(1)
  },
)

journey(
  'an address that claims a payment is not believed',
  { expects: [/status of 404/] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    const id = await buy(page, till)
    await shop.sql`
      update orders set status = 'pending', payment_method = 'upi', paid_at = null where id = ${id}`
    for (const claim of [`status=true&orderId=${id}`, 'status=true']) {
      await page.goto(`/purchase/status?${claim}`)
      await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0)
    }
    await page.goto(`/purchase/status?status=true&orderId=${randomUUID()}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    await page.goto('/purchase/status?status=false')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  },
)

journey(
  'an order that fails says by itself that the money is back',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await buy(page, till)
    await endOrder(till, 'refused')
    await expect(page.getByRole('heading', { name: 'Payment Refunded' })).toBeVisible()
    await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  },
)

journey(
  'where the stream is cut the page asks, and it streams again when it can',
  { expects: [/ERR_FAILED/] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    const id = await buy(page, till)
    await page.route(EVENTS, (route) => route.abort())
    await page.goto(`/dashboard/orders/${id}`)
    await expect(page.getByText('we check every few seconds')).toBeVisible()
    await page.unroute(EVENTS)
    await expect(page.getByText('This page updates automatically')).toBeVisible()
    await page.route(EVENTS, (route) => route.abort())
    await page.reload()
    await expect(page.getByText('we check every few seconds')).toBeVisible()
    await endOrder(till, 'delivered')
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText('every few seconds')).toHaveCount(0)
  },
)

journey(
  'an order’s page has all of it, and its invoice comes along to those who help',
  {},
  async ({ page, shop, context }, counter) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const till = await approach({ page, shop }, counter)
    const id = await buy(page, till)
    const [order] = await listOwnOrders(till)
    await page.goto(`/dashboard/orders/${id}`)
    for (const words of ['Moonfall Arena', 'Player-0007', '900000007', '₹129.00', 'Wallet, Paid'])
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    await page.getByTitle('Copy the invoice ID').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(order!.invoiceId)
    await follow(page, 'Ask for help')
    await expect(field(page, 'Order number (optional)')).toHaveValue(order!.invoiceId)
  },
)

journey(
  'somebody else’s order is not there',
  { expects: [/status of 404/] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    const id = await buy(page, till)
    await settle(page, await signUp(shop, 'Bala Iyer'))
    await page.goto(`/dashboard/orders/${id}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    await expect(page.getByText('120 Opals')).toHaveCount(0)
  },
)
