import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { listDelivered } from '#tests/support/orders/deliveries.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { expect, journey } from '#tests/e2e/support/browser.ts'
import { COUPON, LANTERN, OPALS, setUpShop } from '#tests/e2e/support/set-up-shop.ts'
import { dashboardFigure, dialogOf, openScreen } from '#tests/e2e/support/back-office.ts'
import {
  expectToast,
  field,
  fill,
  follow,
  logIn,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'
import { expectPaid, listOwnOrders } from '#tests/e2e/support/checkout.ts'

const PHONE = { width: 360, height: 740 }
const GIFT = 500
const REVENUE = OPALS.price - COUPON.discount + LANTERN.price
const PROFIT = REVENUE - OPALS.cost - LANTERN.cost

const EXPECTED_LOG = `
create image, create image, create tag,
create game, add item, create game, add item, create category,
create coupon, create banner, choose payment gateway,
gift balance, claim order, settle delivery, edit order,
edit issue, edit issue`
  .trim()
  .split(/,\s+/) // the issue is marked as read, then answered

// Takes over 20 s: it is the whole first day of a shop, screen after screen.
journey(
  'an owner sets up an empty shop, sells, delivers and refunds, and its figures are right',
  {},
  async ({ page, shop, openAnotherBrowser }) => {
    const owner = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    const bala = await signUp(shop, 'Bala Iyer')
    await page.goto('/admin/home')
    await logIn(page, owner)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await setUpShop(page)
    await giftTo(page, 'Asha Rao')

    const ashas = await openOnPhone(openAnotherBrowser, asha)
    const balas = await openOnPhone(openAnotherBrowser, bala)
    await buyWithCoupon(ashas)
    await buyAgain(ashas)
    await buyByUpi(balas)
    await deliverManually(page, balas)
    const [newest] = await listOwnOrders({ asha })
    await refund(page, newest!.invoiceId)
    await answer(page, ashas)

    await checkFigures(page)
    await checkLog(page, shop)
    const { data } = await asha.call(getUser, {})
    assert.equal(data.balance, (GIFT - OPALS.price + COUPON.discount) * 100)
    assert.equal((await listDelivered(shop)).length, 2, 'the lantern came from a person')
    assert.equal((await verifyLedger(shop.sql)).fault, null)
  },
)

async function openOnPhone(
  openAnotherBrowser: () => Promise<Page>,
  customer: Member,
): Promise<Page> {
  const otherPage = await openAnotherBrowser()
  await otherPage.setViewportSize(PHONE)
  await signInAs(otherPage, customer)
  return otherPage
}

async function giftTo(page: Page, name: string): Promise<void> {
  await openScreen(page, 'Users')
  await press(page, `Edit ${name}`)
  await fill(page, { Amount: String(GIFT), Reason: 'First customer' })
  await press(page, 'Continue')
  await press(page, `Add ₹${GIFT}.00`)
  await expectToast(page, `Added ₹${GIFT}.00 to ${name}’s wallet`)
}

/** From the banner on the front page to the delivered pack. */
async function buyWithCoupon(otherPage: Page): Promise<void> {
  await otherPage.goto('/')
  await expect(otherPage.getByRole('heading', { name: 'Night market' })).toBeVisible()
  await otherPage.getByRole('link', { name: 'The lamps are lit' }).first().click()
  await otherPage.waitForURL('/product/moonfall-arena')
  await otherPage.getByRole('link', { name: new RegExp(`^${OPALS.name}`) }).click()
  await fill(otherPage, { 'User ID': '412345678', 'Zone ID': '2001' })
  await press(otherPage, 'Validate')
  await expect(otherPage.getByRole('status').filter({ hasText: 'Player-5678' })).toBeVisible()
  await press(otherPage, 'Go to review')
  await fill(otherPage, { 'Coupon code': COUPON.code })
  await press(otherPage, 'Apply')
  await expect(otherPage.getByText('₹109.00').first()).toBeVisible()
  await press(otherPage, 'Proceed to Pay')
  await expectDelivered(otherPage)
}

/** Buys for the same player again, in three clicks. */
async function buyAgain(otherPage: Page): Promise<void> {
  await otherPage.goto('/product/moonfall-arena')
  await otherPage.getByRole('link', { name: new RegExp(`^${OPALS.name}`) }).click()
  await press(otherPage, 'Go to review')
  await press(otherPage, 'Proceed to Pay')
  await expectDelivered(otherPage)
}

const DELIVERY_MS = 20_000 // the shop may ask a supplier again before the pack is delivered

async function expectDelivered(otherPage: Page): Promise<void> {
  await expectPaid(otherPage)
  await expect(otherPage.getByText('Completed', { exact: true })).toBeVisible({
    timeout: DELIVERY_MS,
  })
}

async function buyByUpi(otherPage: Page): Promise<void> {
  await otherPage.goto('/product/lantern-riddles')
  await otherPage.getByRole('link', { name: LANTERN.name }).click()
  await fill(otherPage, { 'User ID': '77712345' })
  await press(otherPage, 'Validate') // no supplier can look up players of this game
  await field(otherPage, 'UPI').check()
  await press(otherPage, 'Proceed to Pay')
  await otherPage.waitForURL(/\/razorpay\/pay\//)
  await press(otherPage, 'Pay')
  await otherPage.waitForURL(/\/purchase\/status\?status=true/)
  await expectPaid(otherPage)
}

async function deliverManually(page: Page, otherPage: Page): Promise<void> {
  await openScreen(page, 'Waiting')
  await press(page, 'Claim')
  await expect(page.getByText('Claimed by you since')).toBeVisible()
  await press(page, 'Complete')
  const dialog = dialogOf(page, 'Complete')
  await fill(page, {
    'What you did': 'Sent from our own account',
    'Message to the customer': 'It hangs in your courtyard',
  })
  await press(dialog, 'Complete')
  await expectToast(page, 'Delivery settled')
  await expect(otherPage.getByText('It hangs in your courtyard').last()).toBeVisible()
}

async function refund(page: Page, invoiceId: string): Promise<void> {
  await openScreen(page, 'Orders')
  await follow(page, invoiceId)
  await press(page, 'Refund')
  const dialog = dialogOf(page, 'Refund')
  await fill(page, { Note: 'Bought twice by mistake' })
  await press(dialog, 'Refund')
  await expectToast(page, 'Order updated')
}

async function answer(page: Page, otherPage: Page): Promise<void> {
  await otherPage.goto('/dashboard/query')
  await fill(otherPage, { Message: 'I pressed twice. May I have one back?' })
  await press(otherPage, 'Send')
  await expectToast(otherPage, 'We’ve received your message and will answer soon')
  await openScreen(page, 'Issues')
  await press(page, 'Read what Asha Rao wrote')
  await fill(page, { Answer: 'It is in your wallet again.' })
  await press(dialogOf(page, 'Asha Rao wrote'), 'Save')
  await expectToast(page, 'Issue updated')
  await otherPage.reload()
  await expect(otherPage.getByText('It is in your wallet again.')).toBeVisible()
}

/** A refunded order does not count as a sale of the day. */
async function checkFigures(page: Page): Promise<void> {
  await openScreen(page, 'Dashboard')
  await expect(dashboardFigure(page, 'Total Revenue')).toContainText(`₹${REVENUE}.00`)
  await expect(dashboardFigure(page, 'Total Profit')).toContainText(`₹${PROFIT}.00`)
  await expect(dashboardFigure(page, 'Total Order')).toContainText('Total Order2')
  await expect(dashboardFigure(page, 'All Query')).toContainText('All Query1')
  const charts = [
    ['Transactions', `₹${REVENUE}.00₹${PROFIT}.00`, '₹0.00₹0.00'],
    ['Orders', '2', '0'],
  ] as const
  for (const [name, today, before] of charts) {
    const title = `${name}, last 7 days`
    await page.getByText(`As a table: ${title}`).click()
    const rows = page.getByRole('table', { name: title }).getByRole('row')
    const figures = (await rows.allTextContents()).map((row) =>
      row.replace(/^Day \d, .* 20\d\d/, ''),
    )
    assert.deepEqual(figures.slice(1), [...Array<string>(6).fill(before), today])
  }
}

/** The log shows every action, latest first, as the database has it. */
async function checkLog(page: Page, shop: TestShop): Promise<void> {
  assert.deepEqual(
    (await listActions(shop)).map(({ action }) => action),
    EXPECTED_LOG,
  )
  await openScreen(page, 'Audit Log')
  const actions = page.getByRole('table', { name: 'Audit Log' }).locator('td:first-child')
  const latest = await actions.allTextContents()
  await follow(page, 'Older')
  await expect(actions.last()).toHaveText('make administrator')
  const all = [...latest, ...(await actions.allTextContents())]
  assert.deepEqual(all.toReversed(), ['make administrator', ...EXPECTED_LOG])
}
