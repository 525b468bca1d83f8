import type { Locator, Page } from 'playwright'
import { endow } from '#tests/support/money/ledger.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import {
  expectVisibleFocus,
  press,
  tabTo,
  type,
  withSlowFades,
} from '#tests/e2e/support/keyboard.ts'
import { field, navigate, newCustomer, signInAs, toast } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

journey(
  'signing up, out and in works by keyboard alone, with the focus always visible',
  {},
  async ({ page }) => {
    const asha = newCustomer()
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(link(page, 'Skip to content')).toBeFocused()
    await expectVisibleFocus(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(link(page, 'Create your account')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL('/signup')
    await type(page, asha)
    await page.waitForURL('/')
    await closeToastByKeys(page, 'Signup successful')

    const account = page.getByRole('button', { name: 'account of Asha Rao' })
    await press(page, account)
    await expectMenu(page, 'Dashboard', 'Wallet', 'Change currency', 'Logout')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(account).toBeFocused()
    await page.keyboard.press('Enter')
    await expectMenu(page, 'Dashboard', 'Wallet', 'Change currency', 'Logout')
    await page.keyboard.press('Enter')
    await page.waitForURL('/login')

    await type(page, { Email: asha.Email, Password: asha.Password })
    await page.waitForURL('/')
    await press(page, link(page, 'Go to your dashboard'))
    await page.waitForURL('/dashboard/home')
    await expect(page.getByRole('heading', { name: 'Hello, Asha' })).toBeVisible()
  },
)

/** Alt+T moves to the messages, where each can be closed. */
async function closeToastByKeys(page: Page, message: string): Promise<void> {
  await expect(toast(page, message)).toBeVisible()
  await page.keyboard.press('Alt+T')
  await press(page, toast(page, message).getByRole('button', { name: 'close' }))
  await expect(toast(page, message)).toHaveCount(0)
}

/** Arrow keys move through all items. The last one named keeps the focus. */
async function expectMenu(page: Page, ...names: string[]): Promise<void> {
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
  await page.keyboard.press('Home')
  for (const [index, name] of names.entries()) {
    if (index > 0) await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name })).toBeFocused()
    await expectVisibleFocus(page)
  }
}

journey(
  'the confirmation before deleting an account keeps the focus, and Escape cancels it',
  {},
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    await page.goto('/dashboard/account-details')
    const opener = page.getByRole('main').getByRole('button', { name: 'Delete account' })
    await expect(opener).toBeVisible()
    await press(page, opener)
    const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectTrapped(page, question)
    const action = question.getByRole('button', { name: 'Delete account' })
    await tabTo(page, action)
    const { x, y } = (await action.boundingBox())!
    await withSlowFades(page, async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter') // while the question fades
      await page.mouse.click(x + 5, y + 5)
      await expect(page.locator('[role=alertdialog][data-closed]')).toHaveCount(1)
    })
    await expect(question).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue(asha.email)
  },
)

/** The focus stays in the dialog when tabbing both ways. */
async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expectVisibleFocus(page)
  }
}

journey(
  'orders are filtered, a statement is read and money is added by keyboard alone',
  { expects: [/status of 503/] },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await endow(shop.sql, asha.id, 500_00)
    await signInAs(page, asha)
    await page.goto('/dashboard/orders')
    await tabTo(page, field(page, 'Status'))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('heading', { name: 'No such orders' })).toBeVisible()
    await press(page, button(page, 'Show all orders'))
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()

    await navigate(page, '/dashboard/wallet/statement')
    await press(page, page.getByRole('button', { name: /^Chain of line/ }))
    await expect(page.getByText('Hash before')).toBeVisible()

    await navigate(page, '/dashboard/wallet')
    await press(page, button(page, 'Add ₹40'))
    await expect(field(page, 'Amount')).toHaveValue('40')
    await press(page, button(page, 'Add Money'))
    await expect(page.locator('form').getByRole('alert')).toContainText('online payments')
  },
)

journey(
  'an administrator edits an account by keyboard alone, and the focus returns to its row',
  {},
  async ({ page, shop }) => {
    const bala = await signUp(shop, 'Bala Iyer')
    await proveEmail(shop, bala)
    await signInAs(page, await signUpAdmin(shop))
    await page.goto('/admin/user')
    const opener = button(page, 'Edit Bala Iyer')
    await expect(opener).toBeVisible()
    await press(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Bala Iyer' })
    await expect(dialog).toBeVisible()
    await expectTrapped(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await tabTo(page, field(dialog, 'Role'))
    await page.keyboard.press('ArrowDown')
    await expect(field(dialog, 'Role')).toHaveValue('reseller')
    await press(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(page.getByRole('row', { name: bala.email })).toContainText('reseller')
  },
)
