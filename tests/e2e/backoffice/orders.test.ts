import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { settleDelivery } from '#contract/orders/deliveries.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { endow, makeUsers } from '#tests/support/money/ledger.ts'
import { placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { makeManyOrders, makePack } from '#tests/support/database/past-orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { press as pressByKey } from '#tests/e2e/support/keyboard.ts'
import { buy, savePlayer, setUpDeliveryShop } from '#tests/e2e/support/delivery-shop.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  follow,
  navigate,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(setUpDeliveryShop)

const NOTE = 'They asked for it on the phone'

async function makeBuyer(shop: TestShop, pack: FullItem, paise: number) {
  const asha = await signUp(shop, 'Asha Rao')
  if (paise > 0) await endow(shop.sql, asha.id, paise)
  const gameDetailId = await savePlayer(asha, { pack, playerId: '77712345' })
  return Object.assign(asha, { gameDetailId })
}

const rowsOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name }).getByRole('row')

/** Downloads the file and returns its lines without the header. */
async function download(page: Page): Promise<string[]> {
  const downloading = page.waitForEvent('download')
  await press(page, 'Download CSV')
  const file = await downloading
  assert.match(file.suggestedFilename(), /^(orders|transactions)-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  return text.split('\r\n').slice(1, -1)
}

/** A download is found again after leaving the page. */
async function checkTasks(page: Page): Promise<void> {
  await follow(page, 'Tasks')
  await page.waitForURL('/admin/task')
  const rows = rowsOf(page, 'Tasks')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('4 of 4')
  await axe(page)
  const downloading = page.waitForEvent('download')
  await rows.getByRole('button', { name: /^Download orders-/ }).click()
  await downloading
  await expectToast(page, '.csv is saved')
  await follow(page, 'Orders, failed, payment failed, upi')
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible()
  await axe(page)
}

journey(
  'an administrator filters and searches orders, and downloads the result',
  { expects: [/status of 404/] },
  async ({ page, shop }, { admin }) => {
    const [customer] = await makeUsers(shop.sql, 1)
    const pack = await makePack(admin)
    await makeManyOrders(shop.sql, { count: 30, days: 30, users: [customer!], pack })
    await signInAs(page, admin)
    await page.goto('/admin/home')
    await follow(page, 'Orders')
    await page.waitForURL('/admin/order')
    const rows = rowsOf(page, 'Orders')
    await expect(rows).toHaveCount(11)
    await axe(page)
    await press(page, 'Next page')
    await page.waitForURL('/admin/order?page=2')

    await field(page, 'Paid by').selectOption('UPI or card')
    await page.waitForURL('/admin/order?paymentMethod=upi')
    await expect(rows).toHaveCount(5)
    await field(page, 'Status').selectOption('Failed')
    await field(page, 'Payment status').selectOption('Never paid')
    await page.waitForURL(/paymentStatus=failed/)
    await expect(rows).toHaveCount(5)
    await field(page, 'Sort by amount').selectOption('Lowest first')
    await page.waitForURL(/sort=amount/)
    await expect(field(page, 'Sort by amount')).toHaveValue('amount') // the download uses the order shown
    await expect(field(page, 'Sort by date')).toHaveValue('')
    assert.equal((await download(page)).length, 4)
    await expectToast(page, '.csv is saved')
    await press(page, 'Save filter')
    await fill(page, { Name: 'Lost UPI' })
    await axe(page)
    await press(page, 'Save')
    await press(page, 'Clear filters')
    await page.waitForURL('/admin/order?sort=amount')
    await page.reload()
    await press(page, 'Lost UPI')
    await page.waitForURL(/status=failed/)
    await expect(rows).toHaveCount(5)
    await press(page, 'Delete the filter Lost UPI')
    await expect(page.getByRole('button', { name: 'Lost UPI' })).toHaveCount(0)

    await field(page, 'Date to').fill('2020-01-01')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
    await navigate(page, '/admin/order')
    const invoice = (await rows.nth(1).getByRole('link').first().textContent())!
    await field(page, 'Search').fill(invoice)
    await expect(rows).toHaveCount(2)
    await pressByKey(page, rows.getByRole('link', { name: invoice }))
    await expect(page.getByRole('heading', { name: invoice })).toBeVisible()
    await page.goBack()
    await rows.last().getByRole('cell').nth(4).click()
    await expect(page.getByRole('heading', { name: invoice })).toBeVisible()
    await axe(page)
    await checkTasks(page)
    await navigate(page, '/admin/order/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('The link may be incomplete.')).toBeVisible()
  },
)

journey(
  'an open order updates by itself, offers only possible actions, and is refunded once',
  { expects: [/status of 409/] },
  async ({ page, shop }, { admin, packs }) => {
    const asha = await makeBuyer(shop, packs.lanterns, 500_00)
    const order = await buy(asha, packs.lanterns, null)
    await signInAs(page, admin)
    await page.goto('/admin/waiting')
    await follow(page, order.invoiceId)
    await page.waitForURL(`/admin/order/${order._id}`)
    await expect(page.getByText('Not claimed yet')).toBeVisible()
    await expect(page.getByText('Nothing was sent to a supplier.')).toBeVisible()
    await axe(page)

    await press(page, 'Cancel order')
    const cancel = page.getByRole('dialog', { name: 'Cancel order' })
    await fill(page, { Note: NOTE })
    const input = {
      id: order._id,
      outcome: 'delivered',
      note: 'Sent it',
      message: 'Enjoy',
    } as const
    assert.equal((await admin.call(settleDelivery, input)).status, 200)
    await expect(page.getByText('Delivered to the player. Enjoy').last()).toBeVisible()
    await press(cancel, 'Cancel order')
    await expectToast(page, 'A completed order can’t become cancelled')
    await expect(field(page, 'Note')).toHaveValue(NOTE)
    await page.keyboard.press('Escape')
    await press(page, 'Discard')

    await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
    await press(page, 'Refund')
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await fill(page, { Note: NOTE })
    await axe(page)
    await dialog.getByRole('button', { name: 'Refund', exact: true }).dblclick()
    await expectToast(page, 'Order updated')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('The order was refunded').last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    assert.equal((await asha.call(getUser, {})).data.balance, 500_00)
    const edits = (await listActions(shop)).filter(
      ({ action, subject }) => action === 'edit order' && subject === `order ${order._id}`,
    )
    assert.equal(edits.length, 1)
  },
)

journey(
  'a gateway payment is paid out through its gateway, and a payment outside of the shop completes an order',
  {},
  async ({ page, shop }, { admin, packs }) => {
    await admin.call(choosePaymentGateway, { active: 'razorpay' })
    const asha = await makeBuyer(shop, packs.lanterns, 0)
    const paid = await placeByUpi(asha, { item: packs.lanterns })
    await payAt(shop, paid.url)
    await untilOrder(asha, paid.id, 'processing')
    await signInAs(page, admin)
    await page.goto(`/admin/order/${paid.id}`)
    await press(page, 'Cancel order')
    await field(page, 'Where to send ₹100.00').selectOption('Back to the original payment method')
    await press(page.getByRole('dialog'), 'Cancel order')
    await expectToast(page, 'Order updated')
    await expect(
      page.getByText(/is on its way back to where the customer paid from/).last(),
    ).toBeVisible()
    await expect(page.getByText(/^(On its way back|Sent back)$/)).toBeVisible()
    await axe(page)

    const { id } = await placeByUpi(asha, { item: packs.lanterns })
    await navigate(page, `/admin/order/${id}`)
    await press(page, 'Complete')
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await press(dialog, 'Complete')
    const missing = 'Please enter a note and the payment reference'
    await expectFieldError(page, 'Reference of the payment', missing)
    await fill(page, { 'Reference of the payment': 'HDFC-77', Note: 'Paid at the counter' })
    await axe(page)
    await press(dialog, 'Complete')
    await expectToast(page, 'Order updated')
    await expect(page.getByRole('button', { name: 'HDFC-77' })).toBeVisible()
    await checkTransactions(page, asha)
  },
)

/** Three of the transactions are for the payment that was sent back. */
async function checkTransactions(page: Page, { email }: Member): Promise<void> {
  await follow(page, 'Their transactions')
  await page.waitForURL(/\/admin\/transaction\?searchIndex=email/)
  const rows = rowsOf(page, 'Transactions')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1)).toContainText('Sent back to the bank')
  await axe(page)
  await field(page, 'Sort').selectOption('Price high to low')
  await page.waitForURL(/sort=priceHighToLow/)
  await expect(rows.nth(1)).toContainText('+₹100.00')
  const lines = await download(page)
  assert.ok(lines.length === 4 && lines.every((line) => line.includes(email)))
  await expectToast(page, '.csv is saved')
  await field(page, 'Status').selectOption('Pending')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await press(page, 'Clear filters')
  await rows.getByRole('link', { name: 'See the order' }).first().click()
  await page.waitForURL(/\/admin\/order\//)
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
}
