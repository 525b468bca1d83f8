import type { Page } from 'playwright'
import { setPrizes } from '#contract/orders/leaderboard.ts'
import { logIn, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { buy, close, inShop } from '#tests/support/money/spending.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { press, signInAs } from '#tests/e2e/support/page-actions.ts'

const OCTOBER = inShop('2025-10-20T12:00:00')
const NOVEMBER = inShop('2025-11-12T12:00:00')
const NAMES = [
  'Asha',
  'Rohan',
  'Meera',
  'Kabir',
  'Ishaan',
  'Diya',
  'Arjun',
  'Zoya',
  'Vihaan',
  'Tara',
]

/** October is closed and November has begun. Eleven people play. */
async function fillTwoMonths(shop: TestShop) {
  shop.setClock(OCTOBER)
  const admin = await signUpAdmin(shop)
  const prizes = { firstPrize: 2_000_00, secondPrize: 1_000_00, thirdPrize: 500_00, topTenPrize: 0 }
  await admin.call(setPrizes, prizes)
  const people = await Promise.all([...NAMES, 'Lena'].map((name) => signUp(shop, `${name} Rao`)))
  for (const [index, { id: userId }] of people.entries()) {
    if (index < 2) await buy(shop.sql, { userId, amount: 800_00 + index, at: OCTOBER })
    await buy(shop.sql, { userId, amount: 12_345_50 - index * 1_000_00, at: NOVEMBER })
  }
  await close(shop.sql, NOVEMBER)
  shop.setClock(NOVEMBER)
  const novembers = await signUpAdmin(shop, 'Second Admin')
  await novembers.call(setPrizes, { ...prizes, firstPrize: 5_000_00, topTenPrize: 100_00 })
  return { last: people.at(-1)! }
}

const journey = inOneShop(fillTwoMonths)

const rewards = (page: Page) =>
  page.getByRole('region', { name: 'Top 10 Rewards' }).getByRole('definition').allInnerTexts()
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Top 10 Players' }).getByRole('listitem').allInnerTexts()
const podium = (page: Page) => page.getByRole('list', { name: 'The first three' })

journey(
  "the leaderboard shows this month's leaders and last month's winners",
  { screen: 'phone' },
  async ({ page }) => {
    await page.goto('/leaderboard')
    await expect(
      page.getByText('19 days left, closes on 30 November at midnight IST'),
    ).toBeVisible()
    expect(await rewards(page)).toEqual(['₹5,000.00', '₹1,000.00', '₹500.00', '₹100.00'])
    const steps = podium(page).getByRole('listitem')
    expect(await steps.allInnerTexts()).toEqual([
      'Asha\n₹12,345.50\n1st',
      'Rohan\n₹11,345.50\n2nd',
      'Meera\n₹10,345.50\n3rd',
    ])
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map(async (index) => (await steps.nth(index).boundingBox())!),
    )
    expect(second!.x).toBeLessThan(first!.x)
    expect(first!.x).toBeLessThan(third!.x)
    expect((await rows(page)).length).toBe(10)
    expect((await rows(page)).at(-1)).toBe('10\nTara\n₹3,345.50')
    await axeInBothLayouts(page)

    await page.getByRole('button', { name: 'Current Leaderboard' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Previous Leaderboard' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.getByText('final results')).toBeVisible()
    expect(await rewards(page)).toEqual(['₹2,000.00', '₹1,000.00', '₹500.00', '–\nnone'])
    expect(await rows(page)).toEqual(['1\nRohan\n₹800.01', '2\nAsha\n₹800.00'])
    await expect(podium(page).getByText('Nobody')).toBeVisible()
    await axeInBothLayouts(page)
    await press(page, 'Current Leaderboard')
    expect((await rows(page)).length).toBe(10)
  },
)

journey(
  'signed-in customers see their own rank and the distance to the top ten',
  { screen: 'phone' },
  async ({ page, shop, openAnotherBrowser }, { last }) => {
    await signInAs(page, await signUp(shop, 'Nobody Yet'))
    await page.goto('/leaderboard')
    await expect(page.getByText(/^None of your orders count this month/)).toBeVisible()

    const other = await openAnotherBrowser()
    await signInAs(other, await logIn(last))
    await other.goto('/leaderboard')
    const words =
      'You are number 11: you spent ₹2,345.50 this month. Spend ₹1,000.01 more to reach the top ten.'
    await expect(other.getByText(words)).toBeVisible()
    await axe(other)
  },
)

journey('without scripts both months show', { hasScripts: false }, async ({ page }) => {
  await page.goto('/leaderboard')
  expect((await rows(page)).length).toBe(10)
  const before = page.getByRole('region', { name: 'Previous Leaderboard: October 2025' })
  expect(await before.getByRole('listitem').allInnerTexts()).toEqual([
    '1\nRohan\n₹800.01',
    '2\nAsha\n₹800.00',
  ])
  await expect(page.getByRole('button', { name: 'Previous Leaderboard' })).toBeHidden()
})
