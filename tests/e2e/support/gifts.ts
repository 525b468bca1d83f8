import type { Page } from 'playwright'
import { axe } from './accessibility.ts'
import { expect } from './browser.ts'
import type { Checkout } from './checkout.ts'
import { expectFieldError, field, fill, press, signInAs } from './page-actions.ts'

const MESSAGE = 'Happy birthday!'

/** Makes the purchase on the review page a gift, after it was refused, removed and reloaded. */
export async function chooseGift(page: Page, friend: string): Promise<void> {
  const filled = { 'Friend’s email': friend, 'Message (optional)': MESSAGE }
  await press(page, 'It’s a gift')
  await field(page, 'Message (optional)').fill('See www.evil.example')
  await press(page, 'Save gift')
  await expectFieldError(page, 'Friend’s email', 'Enter your friend’s email')
  await expect(page.getByText('A message can’t contain links')).toBeVisible()
  await axe(page)
  await fill(page, filled)
  await press(page, 'Save gift')
  await expect(page.getByRole('button', { name: 'Change gift' })).toBeFocused()
  await press(page, 'Remove gift')
  await expect(page.getByRole('button', { name: 'It’s a gift' })).toBeFocused()
  await page.reload()
  await press(page, 'It’s a gift')
  await fill(page, filled)
  await press(page, 'Save gift')
  await page.reload()
  await expect(page.getByText(friend)).toBeVisible()
  await axe(page)
}

type Shown = { checkout: Checkout; orderId: string; friend: string }

/** Expects the gift on the pages of the order, for its giver and for staff. */
export async function expectGiftShown(page: Page, { checkout, orderId, friend }: Shown) {
  for (const [reader, path] of [
    [checkout.asha, `/dashboard/orders/${orderId}`],
    [checkout.admin, `/admin/order/${orderId}`],
  ] as const) {
    await signInAs(page, reader)
    await page.goto(path)
    for (const words of ['Gift for', friend, MESSAGE])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    await axe(page)
  }
}
