import type { Locator, Page } from 'playwright'
import { INSTALLED } from '#connectors/connectors.ts'
import { MOOGOLD } from '#connectors/suppliers/moogold/twin/credentials.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, journey } from '#tests/e2e/support/browser.ts'
import { expectToast, field, follow, press, signInAs } from '#tests/e2e/support/page-actions.ts'

journey(
  "an administrator enters and checks a supplier's credentials, sets its costs and is warned of a low balance",
  {},
  async ({ page, shop }) => {
    await signInAs(page, await signUpAdmin(shop))
    await page.goto('/admin/home')
    await follow(page, 'Suppliers')
    await page.waitForURL('/admin/sources')
    await expect(page.getByRole('button', { name: /^Set up/ })).toHaveCount(
      INSTALLED.suppliers.size,
    )
    await expect(cardOf(page, 'Manual')).toContainText('Your team delivers them')
    await axe(page)
    await enterCredentials(page)
    await enterCosts(page)
    await expectLowBalanceAlert(page)
  },
)

const cardOf = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** A mistyped key shows the supplier's error. */
async function enterCredentials(page: Page): Promise<void> {
  const moogold = cardOf(page, 'MooGold')
  await expect(moogold).toContainText('From the environment')
  await setUp(page, 'MooGold', { 'Secret key': 'a-slip-of-the-pen' })
  await expect(moogold).toContainText('Entered here')
  await press(page, 'Check MooGold')
  await expect(moogold.getByRole('status')).toHaveText(
    /doesn’t accept these credentials\..* not authorized/,
  )
  await setUp(page, 'MooGold', { 'Secret key': MOOGOLD.secretKey })
  await press(page, 'Check MooGold')
  await expect(moogold.getByRole('status')).toContainText('MooGold accepts these credentials')
  await expect(moogold.getByRole('definition').filter({ hasText: 'USD' }).first()).toHaveText(
    '10,00,000.00 USD',
  )

  await setUp(page, 'Smile.One', { UID: '' })
  await expect(cardOf(page, 'Smile.One')).toContainText('Missing: UID')
  await press(page, 'Set up Smile.One')
  await press(page, 'Delete these credentials')
  await press(page, 'Delete credentials')
  await expectToast(page, 'Source saved')
  await expect(cardOf(page, 'Smile.One')).toContainText('Ready')
}

/** Secret fields start empty, and an empty one keeps the stored secret. */
async function setUp(page: Page, title: string, values: Record<string, string>): Promise<void> {
  const dialog = await openDialog(page, title)
  for (const secret of await dialog.locator('[type=password]').all())
    await expect(secret).toHaveValue('')
  for (const [label, value] of Object.entries(values)) await field(dialog, label).fill(value)
  await press(dialog, 'Save')
  await expectToast(page, 'Source saved')
  await expect(dialog).toBeHidden()
}

async function openDialog(page: Page, title: string): Promise<Locator> {
  await press(page, `Set up ${title}`)
  const dialog = page.getByRole('dialog', { name: `Set up ${title}` })
  await expect(dialog).toBeVisible()
  return dialog
}

async function enterCosts(page: Page): Promise<void> {
  const label = 'Cost of 1 SmileCoin'
  await expect(cardOf(page, 'Smile.One')).toContainText('1 SmileCoin: not set')
  const dialog = await openDialog(page, 'Smile.One')
  await field(dialog, label).fill('a lot')
  await press(dialog, 'Save')
  await expect(dialog.getByRole('alert')).toHaveText('Please enter an amount')
  await axe(page)
  await field(dialog, label).fill('1.675')
  await press(dialog, 'Save')
  await expectToast(page, 'Source saved')
  await expect(cardOf(page, 'Smile.One')).toContainText('1 SmileCoin: ₹1.675')
}

/** The alert shows on the card that can fix it, and on the pages where staff start their day. */
async function expectLowBalanceAlert(page: Page): Promise<void> {
  const alerts = page.getByRole('region', { name: 'Needs attention' })
  await expect(alerts).toHaveCount(0)
  await setUp(page, 'MooGold', { 'Warn when the balance falls below': '20,00,000' })
  await expect(cardOf(page, 'MooGold')).toContainText('Low balance')
  const words = 'The balance at MooGold is low: 10,00,000.00 USD left'
  await expect(alerts).toContainText(words)
  await axe(page)
  for (const screen of ['Dashboard', 'Waiting']) {
    await follow(page, screen)
    await expect(alerts.getByRole('listitem')).toHaveCount(1)
    await expect(alerts).toContainText(words)
  }
  await axe(page)
  await alerts.getByRole('link', { name: 'Review' }).click()
  await page.waitForURL('/admin/sources')
  await setUp(page, 'MooGold', { 'Warn when the balance falls below': '' })
  await expect(alerts).toHaveCount(0)
}
