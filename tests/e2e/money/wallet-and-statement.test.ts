import assert from 'node:assert/strict'
import { formatMoney } from '#contract/core/money.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { SCREENS } from '#tests/e2e/support/contexts.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { expectPaid, savePlayer, setUpCheckout, signInBuyer } from '#tests/e2e/support/checkout.ts'
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
import {
  chooseStatement,
  downloadStatement,
  forgeStatement,
} from '#tests/e2e/support/statement-files.ts'

const journey = inOneShop(setUpCheckout)

const UNAVAILABLE = /status of 503/

/** Later than the gifts just made. */
const soon = () => new Date(Date.now() + 1_000)

async function openWallet(shop: TestShop): Promise<Member> {
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 1_000_00)
  await spend(shop.sql, asha.id, 75_00)
  await endow(shop.sql, asha.id, 12_3456, 'USD')
  return asha
}

journey(
  'a customer sees and filters every transaction, on a phone and on a desktop',
  { screen: 'phone' },
  async ({ page, shop }, { admin }) => {
    const pack = await makePack(admin, { itemName: '60 Opals' })
    const asha = await openWallet(shop)
    const order = await makeOrder(shop.sql, { userId: asha.id, pack, price: 129_00, at: soon() })
    await signInAs(page, asha)
    await page.goto('/dashboard/home')
    await expect(page.getByText('₹925.00')).toBeVisible()
    await expect(page.getByText('$12.3456')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your order is being delivered' })).toBeVisible()
    await axeInBothLayouts(page)

    await follow(page, 'INR wallet')
    await page.waitForURL('/dashboard/wallet')
    const rows = page.getByRole('region', { name: 'Transaction history' }).getByRole('listitem')
    await expect(rows).toHaveText([
      /Order payment−₹129\.00.*See the order.*Success/,
      /Gift\+₹129\.00.*Success/,
      /Gift\+\$12\.3456/,
      /Order payment−₹75\.00/,
      /Gift\+₹1,000\.00/,
    ])
    await expect(page.getByRole('link', { name: 'See the order' })).toHaveAttribute(
      'href',
      `/dashboard/orders/${order}`,
    )
    await axeInBothLayouts(page)

    await field(page, 'Sort').selectOption('Lowest first')
    await expect(rows.first()).toContainText('−₹129.00')
    await field(page, 'Status').selectOption('Pending')
    await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible()
    await page.setViewportSize(SCREENS.desktop.viewport)
    await press(page, 'Show everything')
    await expect(rows).toHaveCount(5)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible()
    await page.goBack()
    await expect(rows.first()).toContainText('−₹129.00')
    await expect(field(page, 'Sort')).toHaveValue('priceLowToHigh')
    await page.reload()
    await expect(rows.first()).toContainText('−₹129.00')
  },
)

journey(
  'a payment changes every balance and list at once',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await savePlayer(checkout)
    await page.goto('/dashboard/orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    await follow(page, 'Wallet')
    await expect(page.getByText('₹500.00', { exact: true })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Games' }).click()
    await page.getByRole('link', { name: 'Moonfall Arena' }).first().click()
    await page.getByRole('link', { name: '120 Opals' }).click()
    await press(page, 'Go to review')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await page.getByRole('button', { name: /, account/ }).click()
    await page.getByRole('menuitem', { name: 'Wallet ₹371.00' }).click()
    await expect(page.getByText('₹371.00', { exact: true })).toBeVisible()
    await expect(page.getByText('−₹129.00')).toBeVisible()
    await follow(page, 'Orders')
    await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  },
)

journey(
  'empty dashboard pages explain what they will show, and lead to the games',
  { screen: 'phone', scheme: 'dark' },
  async ({ page, shop }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.setViewportSize({ width: 320, height: 640 }) // 1280 px wide at 400 %
    for (const [path, words] of [
      ['/dashboard/home', 'Ready when you are'],
      ['/dashboard/orders', 'No orders yet'],
      ['/dashboard/wallet', 'No transactions yet'],
      ['/dashboard/wallet/statement', 'No transactions'],
    ] as const) {
      if (path === '/dashboard/home') await page.goto(path)
      else await navigate(page, path)
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await axe(page)
    }
    await expect(page.getByText('₹0.00', { exact: true })).toHaveCount(4) // a zero has no sign
    await navigate(page, '/dashboard/home')
    await follow(page, 'Pick a game')
    await page.waitForURL('/')
  },
)

journey(
  'the form for adding money prefills the missing amount, checks it, and says when no gateway is chosen',
  { screen: 'phone', expects: [UNAVAILABLE] },
  async ({ page, shop }) => {
    await signInAs(page, await openWallet(shop))
    await page.goto('/dashboard/wallet?amount=125.5')
    await expect(page.getByText('You need ₹125.50 more for your order.')).toBeVisible()
    const amount = field(page, 'Amount')
    await expect(amount).toHaveValue('125.50')
    await press(page, 'Add ₹100')
    await press(page, 'Add ₹40')
    await expect(amount).toHaveValue('265.50')
    await press(page, 'Add Money')
    const words = 'This shop isn’t taking online payments right now'
    await expect(page.locator('form').getByRole('alert')).toHaveText(words)
    await expectToast(page, words)
    await axe(page)
    await amount.fill('')
    await press(page, 'Add Money')
    await expectFieldError(page, 'Amount', 'Please enter amount')
    await amount.fill('2,50,000.999')
    await press(page, 'Add Money')
    await expectFieldError(page, 'Amount', 'Rupees can have at most two decimals')
    await navigate(page, '/dashboard/wallet?amount=soon')
    await expect(field(page, 'Amount')).toHaveValue('')
    await expect(page.getByText('more for your order')).toHaveCount(0)
  },
)

journey(
  'an amount above the limit is refused beside the field',
  { screen: 'phone', expects: [/status of 400/] },
  async ({ page, shop }) => {
    await signInAs(page, await openWallet(shop))
    await page.goto('/dashboard/wallet')
    const limit = formatMoney(1_00_000_00, 'INR')
    await expect(page.getByText(`At most ${limit} at a time.`)).toBeVisible()
    await fill(page, { Amount: '100001' })
    await press(page, 'Add Money')
    await expectFieldError(page, 'Amount', `You can add at most ${limit} at a time`)
  },
)

journey(
  'the browser verifies a statement and detects tampered files, on a phone and on a desktop',
  { screen: 'phone' },
  async ({ page, shop }) => {
    await signInAs(page, await openWallet(shop))
    await page.goto('/dashboard/wallet')
    await follow(page, 'See the statement')
    await expect(page.getByText('2 lines checked in this browser')).toBeVisible()
    for (const [name, amount] of [
      ['Opening balance', '₹0.00'],
      ['Came in', '₹1,000.00'],
      ['Went out', '₹75.00'],
      ['Closing balance', '₹925.00'],
    ] as const)
      await expect(page.locator('dl > div').filter({ hasText: name })).toContainText(amount)
    await page.getByRole('button', { name: /^Chain of line ?#1/ }).click()
    await expect(page.getByText('0'.repeat(64))).toBeVisible()
    await axeInBothLayouts(page)

    const file = await downloadStatement(page)
    assert.equal(file.split('\r\n').length, 4)
    await chooseStatement(page, 'mine.csv', file)
    await expect(page.getByText('Its last line matches the shop’s books.')).toBeVisible()
    await chooseStatement(page, 'richer.csv', file.replace(',-75.00,925.00,', ',-5.00,995.00,'))
    await expect(page.getByText('The chain breaks at line 2')).toBeVisible()
    await chooseStatement(page, 'anew.csv', forgeStatement(file))
    await expect(page.getByText('This file doesn’t match the shop’s books')).toBeVisible()
    await chooseStatement(page, 'shorter.csv', file.split('\r\n').toSpliced(1, 1).join('\r\n'))
    await expect(page.getByText('The chain holds')).toHaveCount(2) // also for a statement of part of a wallet
    await chooseStatement(page, 'photo.csv', 'not a statement')
    await expect(page.getByText('This isn’t a statement of this shop')).toBeVisible()
    await axeInBothLayouts(page)
    await page.setViewportSize(SCREENS.desktop.viewport)

    await field(page, 'Wallet').selectOption('USD')
    await expect(page.getByText('USD wallet of Asha Rao')).toBeVisible()
    await expect(page.getByText('1 line checked in this browser')).toBeVisible()
    await expect(page.getByRole('cell', { name: '+$12.3456' })).toBeVisible()
    await press(page, 'Last month')
    await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(page.getByText('INR wallet of Asha Rao')).toBeVisible()
  },
)
