import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { field, follow, navigate, press, signInAs } from '#tests/e2e/support/page-actions.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Eight orders, one a day until today, of two packs. One failed and one is unpaid. */
async function openHistory(shop: TestShop): Promise<Member> {
  const admin = await signUpAdmin(shop)
  const opals = await makePack(admin, { itemName: '60 Opals' })
  const pearls = await makePack(admin, { itemName: '30 Pearls' })
  const asha = await signUp(shop, 'Asha Rao')
  for (let day = 0; day < 8; day++)
    await makeOrder(shop.sql, {
      userId: asha.id,
      pack: day < 4 ? opals : pearls,
      price: 100_00 + day * 1_00,
      at: new Date(Date.now() - day * DAY_MS),
      ...(day === 1 ? { method: 'upi' } : { status: day === 6 ? 'failed' : 'completed' }),
    })
  return asha
}

const journey = inOneShop(openHistory)

journey(
  'orders are found again with filters and the back button',
  { screen: 'phone' },
  async ({ page }, asha) => {
    await signInAs(page, asha)
    await page.goto('/dashboard/home')
    await follow(page, 'Total orders')
    await page.waitForURL('/dashboard/orders')
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(page.getByText('8 orders')).toBeVisible()
    await expect(cards).toHaveCount(6)
    await expect(cards.first()).toContainText('₹100.00')
    await axeInBothLayouts(page)

    await press(page, 'Next page')
    await expect(cards).toHaveCount(2)
    await page.goBack()
    await expect(cards).toHaveCount(6)

    await field(page, 'Sort').selectOption('Highest amount')
    await expect(cards.first()).toContainText('₹107.00')
    await field(page, 'Status').selectOption('Failed')
    await expect(page.getByText('1 order', { exact: true })).toBeVisible()
    await expect(cards).toContainText('Failed')
    await expect(cards).toContainText('₹106.00')
    await page.reload()
    await expect(cards).toContainText('₹106.00')
    await page.goBack()
    await expect(cards.first()).toContainText('₹107.00')
    await expect(field(page, 'Status')).toHaveValue('')
    await page.goBack()
    await expect(cards.first()).toContainText('₹100.00')

    const day = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10)
    await field(page, 'To').fill(day)
    await expect(page.getByRole('heading', { name: 'No such orders' })).toBeVisible()
    await axeInBothLayouts(page)
    await press(page, 'Show all orders')
    await expect(cards).toHaveCount(6)
    await expect(field(page, 'To')).toHaveValue('')
    await page.goBack()
    await expect(field(page, 'To')).toHaveValue(day.split('-').toReversed().join('/'))
  },
)

journey(
  'only an unpaid order asks the customer to act',
  { screen: 'phone' },
  async ({ page }, asha) => {
    await signInAs(page, asha)
    await page.goto('/dashboard/orders')
    const asking = page.getByRole('link', { name: /View Status/ })
    await expect(asking).toHaveCount(1)
    const card = page.getByRole('listitem').filter({ has: asking })
    await expect(card).toContainText('Pending')
    await expect(card).toContainText('Ninja (12345678, 2001)')
    await navigate(page, '/dashboard/home')
    await expect(page.getByRole('heading', { name: 'An order is not paid yet' })).toBeVisible()
  },
)
