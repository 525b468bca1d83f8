import { signUp } from '#tests/support/accounts/people.ts'
import { axeInBothLooks, expect, inOneShop } from './browser.ts'
import { expectComplaint, expectToast, field, fill, press, settle } from './people.ts'

const journey = inOneShop(async () => {})

journey(
  'a customer asks the shop, and finds the message again',
  { screen: 'phone' },
  async ({ page, shop }) => {
    await settle(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/dashboard/query')
    await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(tabs.getByRole('link', { name: 'Query' })).toBeInViewport({ ratio: 1 })
    await axeInBothLooks(page)

    await press(page, 'Send')
    await expectComplaint(page, 'Message', 'Please enter a message')
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
    await axeInBothLooks(page)
  },
)
