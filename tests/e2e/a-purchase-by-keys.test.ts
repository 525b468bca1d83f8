import assert from 'node:assert/strict'
import { expect, inOneShop } from './browser.ts'
import { press, tabTo, type } from './keys.ts'
import { field, toast } from './people.ts'
import { approach, expectPaid, layTill, purchaseOf } from './till.ts'

const journey = inOneShop(layTill)

journey(
  'a pack is bought by keys alone, the focus always in sight',
  { screen: 'desktop' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await page.goto(purchaseOf(till.pack))
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
    await press(page, button('Proceed to Pay'))
    await expectPaid(page)
    await expect(heading).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Paid and delivered' })).toBeVisible()
    assert.equal(await toast(page, 'Payment successful').count(), 0) // the page says it instead
  },
)
