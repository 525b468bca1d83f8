import assert from 'node:assert/strict'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { press, tabTo, type } from '#tests/e2e/support/keyboard.ts'
import { field, toast } from '#tests/e2e/support/page-actions.ts'
import {
  expectPaid,
  purchasePath,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const journey = inOneShop(setUpCheckout)

journey(
  'a pack is bought by keyboard alone, with the focus always visible',
  { screen: 'desktop' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await page.goto(purchasePath(checkout.pack))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(button('Validate')).toBeVisible()
    await type(page, { 'User ID': '12345678', 'Zone ID': '2001' }) // then Enter looks the player up
    await expect(page.getByText('Player-5678').first()).toBeVisible()
    await press(page, button('Go to review'))
    await page.waitForURL(/\/purchase\/review\?/)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveAccessibleDescription('Step 2 of 3')
    await expect(heading).toBeFocused()
    await tabTo(page, field(page, 'Wallet'))
    await page.keyboard.press('ArrowDown')
    await expect(field(page, 'UPI')).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await press(page, button('It’s a gift'))
    await type(page, { 'Friend’s email': 'kiran@example.com' }) // then Enter saves the gift
    await expect(button('Change gift')).toBeFocused()
    await press(page, button('Proceed to Pay'))
    await expectPaid(page)
    await expect(heading).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Paid and delivered' })).toBeVisible()
    assert.equal(await toast(page, 'Payment successful').count(), 0) // the page says it instead
  },
)
