import type { Page } from 'playwright'
import { createIssue, type IssueType } from '#contract/backoffice/support.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  navigate,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(signUpAdmin)

journey(
  "an administrator finds and answers a customer's message, and the customer reads the answer",
  {},
  async ({ page, shop, openAnotherBrowser }, admin) => {
    const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
    const write = (issueType: IssueType, message: string) =>
      asha.call(createIssue, { issueType, message })
    await write('payment', 'I paid twice.\nPlease look.')
    await write('other', 'You are kind.')
    await rohan.call(createIssue, { issueType: 'recharge', message: 'No diamonds.' })

    await signInAs(page, admin)
    await page.goto('/admin/issue')
    const rows = page.getByRole('table', { name: 'Issues' }).getByRole('row')
    await expect(rows).toHaveCount(4)
    await axe(page)
    await field(page, 'Issue Type').selectOption('Payment Related')
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText('no')
    await rows.last().getByRole('cell', { name: 'Payment Related' }).click()
    const dialog = page.getByRole('dialog', { name: 'Asha Rao wrote' })
    await expect(dialog).toContainText('I paid twice.')
    await axe(page)
    await field(dialog, 'Answer').fill('Your second payment is in your wallet.')
    await press(dialog, 'Save')
    await expectToast(page, 'Issue updated')
    await expect(rows.last()).toContainText('yes')
    await expect(rows.last()).toContainText('Resolved')
    await field(page, 'Issue Status').selectOption('Unresolved')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await page.waitForURL('/admin/issue?issueType=payment&status=unresolved')

    const otherPage = await openAnotherBrowser()
    await signInAs(otherPage, asha)
    await otherPage.goto('/dashboard/query')
    await expect(otherPage.getByText('Your second payment is in your wallet.')).toBeVisible()
  },
)

journey(
  'a double-clicked gift is given once, the audit log shows it, and a large one leads to an adjustment',
  { expects: [REFUSED] },
  async ({ page, shop }, admin) => {
    const bala = await signUp(shop, 'Bala Iyer')
    await signInAs(page, admin)
    await page.goto('/admin/user?search=bala')
    await openBala(page)
    await press(page, 'Continue')
    await expectFieldError(page, 'Amount', 'Please enter amount')
    await expectFieldError(page, 'Reason', 'Enter a reason')
    await fill(page, { Amount: '0', Reason: 'Late delivery' })
    await press(page, 'Continue')
    await expectFieldError(page, 'Amount', 'Please enter amount')
    await fill(page, { Amount: '1,250.50' })
    await press(page, 'Continue')
    const asked = page.getByRole('alertdialog', { name: 'Add ₹1,250.50 to Bala Iyer’s wallet?' })
    await expect(asked).toContainText('Late delivery')
    await axe(page)
    const sent: string[] = []
    page.on(
      'request',
      (request) => request.url().endsWith(giftBalance.path) && sent.push(request.url()),
    )
    await asked.getByRole('button', { name: 'Add ₹1,250.50' }).dblclick()
    await expectToast(page, 'Added ₹1,250.50 to Bala Iyer’s wallet')
    expect(sent).toHaveLength(1)
    await openBala(page)
    await expect(page.getByText('₹1,250.50', { exact: true })).toBeVisible()
    await fill(page, { Amount: '0.0025', Reason: 'A test' })
    await field(page, 'Wallet').selectOption('Dollars')
    await press(page, 'Continue')
    await press(page, 'Add $0.0025')
    await expectToast(page, 'Added $0.0025 to Bala Iyer’s wallet')
    await openBala(page)
    await expect(page.getByText('$0.0025', { exact: true })).toBeVisible()
    await giveTooMuch(page)
    await page.goto('/admin/user?search=bala')
    await openBala(page)
    await page.getByRole('link', { name: 'Orders of Bala Iyer' }).click()
    await page.waitForURL(
      `/admin/order?${new URLSearchParams({ searchIndex: 'email', search: bala.email })}`,
    )

    await proveEmail(shop, bala)
    for (let time = 0; time < 6; time++)
      for (const role of ['reseller', 'user'] as const)
        await admin.call(editUserAsAdmin, { id: bala.id, role })
    await navigate(page, '/admin/audit')
    const rows = page.getByRole('table', { name: 'Audit Log' }).getByRole('row')
    await expect(rows).toHaveCount(11)
    await expect(rows.nth(1)).toContainText('role: reseller → user')
    await axe(page)
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(rows.nth(1)).toContainText('Amrita Admin')
    await expect(rows).not.toHaveCount(11)
    await page.goBack()
    await expect(rows).toHaveCount(11)
    await field(page, 'Search').fill('gift')
    await expect(rows).toHaveCount(3)
    await page.waitForURL('/admin/audit?search=gift')
    await press(page, 'See gift balance in full')
    const dialog = page.getByRole('dialog', { name: 'Gift balance' })
    await expect(dialog).toContainText('amountBeforenoneAfter₹1,250.50')
    await axe(page)
    await press(dialog, 'Close')
    await page
      .getByRole('link', { name: `user …${bala.id.slice(-8)}` })
      .first()
      .click()
    await expect(rows).toHaveCount(11)
  },
)

async function openBala(page: Page): Promise<void> {
  await press(page, 'Edit Bala Iyer')
  await expect(page.getByRole('dialog', { name: 'Bala Iyer' })).toBeVisible()
}

/** Ends on the page of the customer, with the dialog for an adjustment. */
async function giveTooMuch(page: Page): Promise<void> {
  await fill(page, { Amount: '8,800', Reason: 'A large order' })
  await press(page, 'Continue')
  await press(page, 'Add ₹8,800.00')
  const message =
    'Gifts and adjustments above ₹10,000.00 in 24 hours need a second administrator. Use an adjustment instead'
  await expectToast(page, message)
  await expectFieldError(page, 'Amount', message)
  await axe(page)
  await page.getByRole('link', { name: 'Adjust the balance of Bala Iyer' }).click()
  await page.waitForURL(/\/admin\/user\/[^/]+\?do=adjust$/)
  const dialog = page.getByRole('dialog', { name: 'Adjust Bala Iyer’s balance' })
  await press(dialog, 'Cancel')
  await expect(dialog).toBeHidden()
}
