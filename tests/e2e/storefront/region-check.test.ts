import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { expectFieldError, field, fill, press } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const NOT_FOUND = /status of 404/

journey('a player’s region is found', { screen: 'phone' }, async ({ page }) => {
  await page.goto('/check-region')
  await fill(page, { 'User ID': '123456789', 'Zone ID': '2001' })
  await press(page, 'Check region')
  const answer = page.getByRole('status').filter({ hasText: 'Account found' })
  for (const [name, value] of Object.entries({
    Username: 'Player-6789',
    Region: 'India',
    'User ID': '123456789',
    Zone: '2001',
  }))
    await expect(answer).toContainText(new RegExp(`${name}\\s*${value}`))
  await axe(page)
})

journey(
  'missing values are reported beside their fields, an unknown account beside the button',
  { expects: [NOT_FOUND] },
  async ({ page }) => {
    await page.goto('/check-region')
    await press(page, 'Check region')
    await expectFieldError(page, 'User ID', 'User ID is required')
    await expectFieldError(page, 'Zone ID', 'Zone ID is required')
    await axe(page)
    await field(page, 'User ID').pressSequentially('12a3')
    await expectFieldError(page, 'User ID', 'A User ID must have 4 to 12 digits')
    await fill(page, { 'User ID': '900000001', 'Zone ID': '2001' })
    await press(page, 'Check region')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to find account.' }),
    ).toBeVisible()
  },
)
