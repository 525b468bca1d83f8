import { signUp } from '#tests/support/accounts/people.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

journey(
  'a customer sends a message to the shop and finds it in the list',
  { screen: 'phone' },
  async ({ page, shop }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/dashboard/query')
    await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(tabs.getByRole('link', { name: 'Query' })).toBeInViewport({ ratio: 1 })
    await axeInBothLayouts(page)

    await press(page, 'Send')
    await expectFieldError(page, 'Message', 'Please enter a message')
    await field(page, 'Issue Type').selectOption('In-Game Recharge Related')
    await fill(page, {
      'Order number (optional)': 'GS-1001',
      Message: 'It has not arrived.\nPlease look.',
    })
    await press(page, 'Send')
    await expectToast(page, 'We’ve received your message and will answer soon')
    await expect(field(page, 'Message')).toHaveValue('')

    await page.reload()
    const message = page.getByRole('listitem').filter({ hasText: 'It has not arrived.' })
    for (const words of ['Unresolved', 'In-Game Recharge Related', 'Order GS-1001'])
      await expect(message.getByText(words)).toBeVisible()
    await axeInBothLayouts(page)
  },
)
