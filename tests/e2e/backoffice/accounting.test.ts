import { getBilling } from '#contract/accounting/billing.ts'
import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, journey } from '#tests/e2e/support/browser.ts'
import { expectToast, field, fill, press, signInAs } from '#tests/e2e/support/page-actions.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

/** Makes an order in a month that is over. */
async function openOctober(shop: TestShop): Promise<{ admin: Member; asha: Member }> {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const past = { price: 1_000_00, status: 'completed', at: new Date('2026-10-11') } as const
  await makeOrder(shop.sql, { userId: asha.id, pack: await makePack(admin), ...past })
  await issueDocuments({ sql: shop.sql, ...QUIET, ...CONNECTED })
  await shop.sql`
    insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency,
      settlement_id, settled_at, read_at)
    values ('razorpay', 'payment pay_1', 'payment', 'pay_1', 50000, 1000, 180, 'INR', 'setl_1', '2026-10-12', now())`
  return { admin, asha }
}

journey(
  'a month is downloaded and closed, a country gets its own tax, and a customer says where they live',
  {},
  async ({ page, shop }) => {
    const { admin, asha } = await openOctober(shop)
    await signInAs(page, admin)
    await page.goto('/admin/accounting')
    await field(page, 'Month').selectOption('October 2026')
    const sums = page.getByRole('table', { name: 'Sums of the month’s documents' })
    await expect(sums.getByRole('row').last()).toContainText('₹1,000.00')
    const gateways = page.getByRole('table', { name: 'Gateways' })
    await expect(gateways.getByRole('row').last()).toContainText('₹488.20')
    await expect(page.getByText('A settled payment differs from our books')).toBeVisible()
    await axe(page)
    const download = page.waitForEvent('download')
    await press(page, 'Books')
    expect((await download).suggestedFilename()).toBe('books-2026-10.zip')
    await press(page, 'Close the month')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await expectToast(page, 'The month is closed')
    await expect(page.getByText(/^Closed on .* by Amrita Admin\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close the month' })).toBeHidden()

    await page.getByRole('tab', { name: 'Tax rules' }).click()
    await press(page, 'Add a country')
    await press(page, 'Save')
    await expect(page.getByText('Please enter the shop’s tax number there')).toBeVisible()
    await fill(page, { 'Your tax number there': 'GB123456789' })
    await axe(page)
    await press(page, 'Save')
    await expectToast(page, 'Tax rules saved')
    await page.reload()
    await expect(field(page, 'Your tax number there')).toHaveValue('GB123456789')

    await signInAs(page, asha)
    await page.goto('/dashboard/account-details')
    const billing = page.locator('form').filter({ has: field(page, 'Business name') })
    const save = () => billing.getByRole('button', { name: 'Save' }).click()
    await field(page, 'Your State or country').selectOption('Maharashtra')
    await fill(page, { 'Tax number of your business': '27AAPFU0939F1ZW' })
    await save()
    await expect(page.getByText('This GSTIN has a typing error')).toBeVisible()
    await fill(page, { 'Tax number of your business': '' })
    await save()
    await expectToast(page, 'Your billing details are saved')
    expect((await asha.call(getBilling, {})).data.billing?.state).toBe('27')
  },
)
