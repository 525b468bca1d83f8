import type { Page } from 'playwright'
import { findItem } from '#contract/catalogue/catalog.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { changeProduct } from '#tests/support/catalogue/prices.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, journey } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  follow,
  navigate,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

async function makePricedGame(shop: TestShop) {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameName: 'Moonfall Arena',
    apiName: 'unipin',
    givenGameName: 'legends',
  })
  const pack = { itemName: '60 Opals', sellingPrice: 45_00, serviceId: '1001' }
  const item = await makeItem(admin, game, pack)
  await makeItem(admin, game, { itemName: '120 Opals', sellingPrice: 80_00, serviceId: '1002' })
  return { admin, game, item }
}

journey(
  'a price rule sets prices, holds a jump in cost for approval, and prices imported packs',
  {},
  async ({ page, shop }) => {
    const { admin, game, item } = await makePricedGame(shop)
    const readSoldItem = async () =>
      (await shop.visitor.call(findItem, { itemSlug: item.itemSlug })).data
    await signInAs(page, admin)
    await page.goto('/admin/sources')
    await page.getByRole('tab', { name: 'Prices' }).click()
    await expect(page.getByRole('heading', { name: 'No price rules yet' })).toBeVisible()
    await axe(page)

    await follow(page, 'New rule')
    await field(page, 'Game').selectOption('Moonfall Arena')
    await createRule(page)
    await expect.poll(async () => (await readSoldItem()).sellingPrice).toBe(60_99)
    await checkGame(page)

    await changeProduct({ shop }, { productId: '1001', cost: 504 })
    await press(page, 'Check costs of Moonfall Arena')
    await expectToast(page, 'Prices are being looked up')
    await acceptCost(page)
    await expect.poll(readSoldItem).toMatchObject({ itemAvailablity: true, sellingPrice: 604_99 })
    await lookUpAllCosts(page)
    await importByRule(page, game)
    await navigate(page, '/admin/sources?tab=prices')

    await press(page, `Delete the rule of ${game.gameName}`)
    await press(page.getByRole('alertdialog'), 'Delete rule')
    await expectToast(page, 'Price rule deleted')
    await expect(page.getByRole('heading', { name: 'No price rules yet' })).toBeVisible()
  },
)

/** The preview follows the typed rule at once. No price changes before the rule is saved. */
async function createRule(page: Page): Promise<void> {
  const prices = page.getByRole('region', { name: 'Prices by this rule' })
  const row = prices.getByRole('row', { name: '60 Opals' })
  await expect(row).toContainText('₹5.40 loss')
  await expect(row).toContainText('₹55.00')
  await axe(page)
  await field(page, 'Margin').fill('20')
  await field(page, 'For resellers').fill('30')
  await press(page, 'Save rule')
  await expectFieldError(
    page,
    'For resellers',
    'The resellers’ margin can’t be larger than the usual one',
  )
  await field(page, 'For resellers').fill('10')
  await field(page, 'Then subtract').fill('0.01')
  await expect(row).toContainText('₹60.99')
  await expect(row).toContainText('₹55.99')
  await press(page, 'Save rule')
  await expectToast(page, 'Price rule saved')
}

async function checkGame(page: Page): Promise<void> {
  const game = page.getByRole('listitem').filter({ hasText: 'Moonfall Arena' })
  await expect(game).toContainText('Cost plus 20% (resellers 10%)')
  await expect(game.getByRole('status')).toContainText('Costs checked on')
  await game.getByText('2 packs').click()
  await expect(game.getByRole('row', { name: '60 Opals' })).toContainText('₹60.99')
  await axe(page)
}

async function acceptCost(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
  await expect(page.getByText('Its cost went from ₹50.40 to ₹504.00 at once.').last()).toBeVisible()
  await axe(page)
  await press(page, 'Accept ₹504.00 for 60 Opals')
  const question = page.getByRole('alertdialog', { name: 'Does 60 Opals cost ₹504.00?' })
  await expect(question).toContainText('The pack goes back on sale')
  await axe(page)
  await press(question, 'Accept ₹504.00')
  await expectToast(page, 'Cost accepted')
  await expect(page.getByRole('heading', { name: 'Paused' })).toBeHidden()
}

/** The results of a lookup can be read later, line by line. */
async function lookUpAllCosts(page: Page): Promise<void> {
  await press(page, 'Check all costs')
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await follow(page, 'Details of Prices of all games with a rule')
  const lines = page.getByRole('table', { name: 'Results' })
  await expect(lines.getByRole('row', { name: 'UniPin, legends' })).toContainText(
    'Its list was read',
  )
  await axe(page)
}

/** The import previews each pack before it adds any. */
async function importByRule(page: Page, { gameSlug }: FullGame): Promise<void> {
  await navigate(page, `/admin/games/${gameSlug}/items`)
  await follow(page, 'Import')
  await page.waitForURL(/\/import$/)
  await expect(page.getByText('Already added').first()).toBeVisible()
  await press(page, 'Preview')
  await expect(page.getByText('Please enter a percentage')).toBeVisible()
  await field(page, 'Prices').selectOption('By the game’s price rule')
  await press(page, 'Preview')
  await expect(page.getByText('Please choose what to import')).toBeVisible()
  await press(page, 'Choose all new')
  await press(page, 'Preview')
  const preview = page.getByRole('table', { name: 'Preview' })
  const packs = preview.getByRole('row').filter({ hasText: 'New' })
  await expect(packs.first()).toBeVisible()
  const count = await packs.count()
  await axe(page)
  await press(page, `Import ${count} packs`)
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await axe(page)
  await follow(page, 'Back to the items')
  await expect(page.getByRole('table', { name: 'Items' }).getByRole('row')).toHaveCount(count + 3)
}
