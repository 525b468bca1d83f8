import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import { listPaymentGateways, listPayments } from '#contract/money/payments.ts'
import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'
import { beginTopUp, payAt, untilCaptured } from '#tests/support/money/payments.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { post } from '#tests/support/money/refunds.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, journey, type Journey } from '#tests/e2e/support/browser.ts'
import { expectVisibleFocus, press as pressByKey, tabTo } from '#tests/e2e/support/keyboard.ts'
import { expectToast, field, follow, press, signInAs } from '#tests/e2e/support/page-actions.ts'

const MINUTE_MS = 60_000

journey(
  'an administrator sets up and chooses a gateway, finds a payment, pays it out and settles a difference',
  {},
  async (setup) => {
    const { page, shop, openAnotherBrowser } = setup
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    await refuseCustomer(await openAnotherBrowser(), asha)

    await signInAs(page, admin)
    await page.goto('/admin/home')
    await follow(page, 'Payment Gateway')
    await page.waitForURL('/admin/payment-gateway')
    await expect(page.getByRole('radio')).toHaveCount(7)
    await expect(field(page, 'No new payments')).toBeChecked()
    await axe(page)
    await enterCredentials(page)
    await chooseByKeys(page)
    await offerMore(page)
    await addStandIn(page)
    await expectCosts(setup)

    await payAt(shop, await beginTopUp(asha, 500))
    await untilCaptured(shop)
    const UTR = await expectSettled(admin)
    await page.getByRole('tab', { name: 'Payments' }).click()
    await payOut(page, UTR)

    await settleDifference(setup)
  },
)

async function refuseCustomer(page: Page, customer: Member): Promise<void> {
  assert.equal((await customer.call(listPaymentGateways, {})).code, 'ACCESS_DENIED')
  await signInAs(page, customer)
  await page.goto('/admin/payment-gateway?tab=payments')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.close()
}

const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: field(page, title) })

/** A mistyped secret shows the gateway's error. */
async function enterCredentials(page: Page): Promise<void> {
  const razorpay = cardOf(page, 'Razorpay')
  await setUp(page, 'Razorpay', { 'Key secret': 'a-slip-of-the-pen' })
  await expect(razorpay).toContainText('Entered here')
  await press(page, 'Check Razorpay')
  await expect(razorpay.getByRole('status')).toHaveText(/doesn’t accept this key id/)
  await setUp(page, 'Razorpay', { 'Key secret': RAZORPAY.keySecret })
  await press(page, 'Check Razorpay')
  await expect(razorpay.getByRole('status')).toHaveText('Razorpay accepts these credentials')

  await setUp(page, 'Paytm', { Website: '' })
  await expect(cardOf(page, 'Paytm')).toContainText('Missing: Website')
  await expect(field(page, 'Paytm')).toBeDisabled()
  await press(page, 'Set up Paytm')
  await expect(page.getByRole('dialog')).toBeVisible()
  await axe(page)
  await press(page, 'Delete these credentials')
  await press(page, 'Delete credentials')
  await expectToast(page, 'Credentials saved')
  await expect(field(page, 'Paytm')).toBeEnabled()
}

/** Secret fields start empty, and an empty one keeps the stored secret. */
async function setUp(page: Page, title: string, values: Record<string, string>): Promise<void> {
  await press(page, `Set up ${title}`)
  const dialog = page.getByRole('dialog', { name: `Set up ${title}` })
  await expect(dialog.getByTitle('Copy the webhook address')).toContainText('/api/v1/webhook/')
  const secrets = dialog.locator('[type=password]')
  for (const secret of await secrets.all()) {
    await expect(secret).toHaveValue('')
    await expect(secret).toHaveAccessibleDescription(/Already set. Leave empty to keep it\./)
  }
  for (const [label, value] of Object.entries(values)) await field(dialog, label).fill(value)
  await press(dialog, 'Save')
  await expectToast(page, 'Credentials saved')
  await expect(dialog).toBeHidden()
}

/** Arrow keys only move the focus. Nothing is chosen before the question is answered. */
async function chooseByKeys(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Gateways' }).focus()
  await tabTo(page, field(page, 'No new payments'))
  for (const title of ['Cashfree', 'Paytm', 'PayU', 'PhonePe', 'Razorpay']) {
    await page.keyboard.press('ArrowRight')
    await expect(field(page, title)).toBeFocused()
  }
  await expectVisibleFocus(page)
  await page.keyboard.press('Space')
  const question = page.getByRole('alertdialog', { name: 'Use Razorpay?' })
  await expect(question).toContainText('Payments started at another gateway still settle.')
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(field(page, 'Razorpay')).toBeFocused()
  await expect(field(page, 'No new payments')).toBeChecked()
  await page.keyboard.press('Space')
  await pressByKey(page, question.getByRole('button', { name: 'Use Razorpay' }))
  await expectToast(page, 'Payment gateways saved')
  await expect(field(page, 'Razorpay')).toBeChecked()
  await expect(cardOf(page, 'Razorpay')).toContainText('In use')
}

async function offerMore(page: Page): Promise<void> {
  await tabTo(page, field(page, 'Razorpay: Net banking'))
  await page.keyboard.press('Space')
  await expectToast(page, 'Payment gateways saved')
  await expect(field(page, 'Razorpay: Net banking')).toBeChecked()
  await expect(field(page, 'Razorpay: Card')).not.toBeChecked()
}

async function addStandIn(page: Page): Promise<void> {
  await tabTo(page, field(page, 'Cashfree: Stands in when Razorpay is in trouble'))
  await page.keyboard.press('Space')
  await expectToast(page, 'Payment gateways saved')
  await expect(cardOf(page, 'Cashfree')).toContainText('Stand-in 1')
  const cheapest = page.getByRole('checkbox', { name: /^Send each payment to the gateway where/ })
  await cheapest.focus()
  await page.keyboard.press('Space')
  await expect(cheapest).toBeChecked()
  await axe(page)
}

async function expectCosts({ page, shop }: Pick<Journey, 'page' | 'shop'>): Promise<void> {
  const cost = { gateway: 'cashfree', currency: 'INR', method: 'card', percent: 2.36, payments: 9 }
  await shop.sql`
    insert into setting (name, value, updated_at) values ('gateway-costs', ${shop.sql.json([cost])}, now())`
  await page.reload()
  await expect(cardOf(page, 'Cashfree')).toContainText('Payments costCard 2.36 %')
}

async function expectSettled(admin: Member): Promise<string> {
  const input = { page: 1, limit: 10, search: '', searchIndex: 'reference' } as const
  const find = async () => (await admin.call(listPayments, input)).data.payments[0]?.captures[0]
  await expect.poll(async () => (await find())?.settledAs).toBe('top-up')
  return (await find())!.UTR!
}

async function payOut(page: Page, UTR: string): Promise<void> {
  await page.waitForURL('/admin/payment-gateway?tab=payments')
  await field(page, 'Search in').selectOption('UTR')
  await field(page, 'Search').fill(UTR)
  const row = page.getByRole('row', { name: 'Asha Rao' })
  await expect(row).toContainText(`UTR ${UTR}`)
  await expect(row).toContainText('In the wallet')
  await page.reload()

  await press(row, `Send back UTR ${UTR}`)
  const dialog = page.getByRole('dialog', { name: 'Send money back' })
  await expect(field(dialog, 'Amount')).toHaveValue('500.00')
  await field(dialog, 'Amount').fill('500.01')
  await press(dialog, 'Send back')
  await expect(dialog.getByRole('alert')).toHaveText('At most ₹500.00 can be sent back')
  await axe(page)
  await field(dialog, 'Amount').fill('120')
  await field(dialog, 'Note').fill('Asked by mail')
  await press(dialog, 'Send back')
  await expectToast(page, 'The refund is on its way')
  await expect(dialog).toBeHidden()
  await expect(row.getByText('Sent back', { exact: true })).toBeVisible()
  await expect(row).toContainText('₹120.00')
  await expect(row).toContainText('Asked by mail')
  await axe(page)
}

async function settleDifference({ page, shop }: Journey): Promise<void> {
  await post(`${shop.sandboxUrl}/books/capture`, { gateway: 'razorpay', amount: 77 })
  shop.wait(11 * MINUTE_MS) // the comparison leaves out recent payments
  await page.getByRole('tab', { name: 'Differences' }).click()
  await page.waitForURL('/admin/payment-gateway?tab=differences')
  await expect(page.getByText('The books were never compared.')).toBeVisible()
  await press(page, 'Compare now')
  await expectToast(page, 'The books are being compared')
  const row = page.getByRole('row', { name: 'They received a payment that we don’t have' })
  await expect(row).toContainText('₹77.00')
  await expect(page.getByText('The books were last compared on')).toBeVisible()
  await axe(page)
  await row.getByRole('button', { name: /^Settle / }).click()
  const dialog = page.getByRole('dialog', { name: 'Settle a difference' })
  await press(dialog, 'Settle')
  await expect(dialog.getByRole('alert')).toHaveText('Please say what caused it')
  await axe(page)
  await field(dialog, 'What you found').fill('A test of the bank')
  await press(dialog, 'Settle')
  await expectToast(page, 'Difference settled')
  await expect(page.getByRole('heading', { name: 'The books agree' })).toBeVisible()
  await field(page, 'Show').selectOption('Settled')
  await page.waitForURL('/admin/payment-gateway?tab=differences&isSettled=yes')
  await expect(row).toContainText('A test of the bank')
}
