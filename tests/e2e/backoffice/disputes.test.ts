import { choosePaymentGateway } from '#contract/money/payments.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { enter } from '#tests/chaos/payments/payer-pages.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { topUp } from '#tests/support/money/refunds.ts'
import { beginTopUp, payAt } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import { getUser } from '#contract/accounts/users.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import * as keys from '#tests/e2e/support/keyboard.ts'
import { expectToast, field, signInAs } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(signUpAdmin)

journey(
  'by keyboard, an administrator opens a dispute, saves its evidence, answers, and asks the gateway',
  {},
  async ({ page, shop }, admin) => {
    await admin.call(choosePaymentGateway, { active: 'razorpay' })
    const customer = await signUp(shop, 'Asha Rao')
    const { reference } = await topUp({ shop, admin, customer })
    const disputed = { gateway: 'razorpay', reference } as const
    const id = await tellBank(shop, { ...disputed, state: 'open' })
    await untilDispute(shop, id, 'needs response')
    await signInAs(page, admin)
    await page.goto('/admin/disputes')
    await axeInBothLayouts(page)
    await keys.press(page, page.getByRole('link', { name: `Details of dispute ${id}` }))
    await expect(page.getByRole('heading', { name: 'Dispute of ₹500.00' })).toBeVisible()
    await axeInBothLayouts(page)
    const saved = page.waitForEvent('download')
    await keys.press(page, page.getByRole('button', { name: 'Evidence' }))
    expect((await saved).suggestedFilename()).toMatch(/^evidence-payment-.*\.zip$/)

    await keys.press(page, page.getByRole('button', { name: 'Answer', exact: true }))
    const dialog = page.getByRole('dialog', { name: 'Answer the dispute' })
    await keys.tabTo(page, field(dialog, 'For the bank'))
    await page.keyboard.insertText('Spent on packs that were delivered')
    await axeInBothLayouts(page)
    await keys.press(page, dialog.getByRole('button', { name: 'Continue' }))
    const asked = page.getByRole('alertdialog', { name: 'Send the answer to Razorpay?' })
    await keys.press(page, asked.getByRole('button', { name: 'Send the answer' }))
    await expectToast(page, 'The answer is on its way')
    await expect(page.getByText(/^Sent on /)).toBeVisible()
    await expect(page.getByText('Under review', { exact: true }).first()).toBeVisible()

    await tellBank(shop, { ...disputed, state: 'won', webhook: 'never' })
    await keys.press(page, page.getByRole('button', { name: 'Ask Razorpay now' }))
    await expect(page.getByText('Won', { exact: true }).first()).toBeVisible()
    await page.goto(`/admin/user/${customer.id}`)
    await expect(page.getByRole('list', { name: 'Disputes' })).toContainText('Dispute of ₹500.00')
  },
)

journey(
  'an administrator records the outcome that a gateway does not tell',
  {},
  async ({ page, shop }, admin) => {
    await admin.call(choosePaymentGateway, { active: 'paytm' })
    const customer = await signUp(shop, 'Rohan Mehta')
    const { reference } = await payAt(shop, (await enter(await beginTopUp(customer, 100)))!)
    const has = async () => (await customer.call(getUser, {})).data.balance
    await until('the money is in the wallet', async () => (await has()) === 100_00)
    const id = await tellBank(shop, { gateway: 'paytm', reference, state: 'open' })
    const { id: disputeId } = await untilDispute(shop, id, 'needs response')
    await signInAs(page, admin)
    await page.goto(`/admin/disputes/${disputeId}`)
    await keys.press(page, page.getByRole('button', { name: 'Record the outcome' }))
    const dialog = page.getByRole('dialog', { name: 'Record the outcome' })
    await expect(field(dialog, 'Amount that the gateway kept')).toHaveValue('100.00')
    await axeInBothLayouts(page)
    await keys.type(page, { 'Where you saw this': 'Dashboard of Paytm' })
    await keys.press(page, dialog.getByRole('button', { name: 'Record' }))
    await expectToast(page, 'Outcome recorded')
    await expect(page.getByText('Lost', { exact: true }).first()).toBeVisible()
    expect(await has()).toBe(0)
  },
)
