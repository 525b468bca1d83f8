import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { field, follow, signInAs } from '#tests/e2e/support/page-actions.ts'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const journey = inOneShop(fillCatalogue)

const PURCHASE_PATH = '/purchase?gameSlug=moonfall-arena&itemSlug=moonfall-arena-120-opals'
const pack = (page: Page, name: string) => page.getByRole('link', { name })

journey(
  'a customer gets from the front page to a chosen pack',
  { screen: 'phone' },
  async ({ page, shop }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/')
    await axeInBothLayouts(page)
    const category = page.getByRole('region', { name: 'Battle arenas' })
    await category.getByRole('link', { name: 'Moonfall Arena' }).click()
    await page.waitForURL('/product/moonfall-arena')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moonfall Arena')
    await axeInBothLayouts(page)
    await expect(pack(page, '120 Opals')).toHaveAttribute('href', PURCHASE_PATH)
    await pack(page, '120 Opals').click()
    await page.waitForURL(PURCHASE_PATH)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Purchase')
  },
)

journey('packs are in order and show price, discount, stock and tag', {}, async ({ page }) => {
  await page.goto('/product/moonfall-arena')
  const lists = page.getByRole('region', { name: 'Choose a pack' }).getByRole('list')
  const packs = lists.last().getByRole('listitem')
  await expect(packs).toContainText(['60 Opals', '120 Opals', '500 Opals', 'Moon Pass'])
  const words = (await packs.nth(1).innerText()).split('\n')
  for (const wanted of ['₹129.00', '₹149.00', 'Save ₹20.00', '12 left'])
    assert.ok(words.join(' ').includes(wanted), `${wanted} in ${words.join(' ')}`)
  await expect(packs.nth(1).locator('s')).toContainText('₹149.00')
  await expect(packs.nth(1).getByText('Hot')).toBeVisible()
  await expect(packs.nth(0).locator('s')).toHaveCount(0)
})

journey('an unavailable pack cannot be chosen, and a filter hides it', {}, async ({ page }) => {
  await page.goto('/product/moonfall-arena')
  const gone = page.getByRole('listitem').filter({ hasText: 'Moon Pass' })
  await expect(gone).toContainText('Not Available')
  await expect(gone.getByRole('link')).toHaveCount(0)
  await gone.click()
  await expect(page).toHaveURL('/product/moonfall-arena')
  await field(page, 'Available').check()
  await expect(gone).toBeHidden()
  await expect(pack(page, '60 Opals')).toBeVisible()
  await field(page, 'All').check()
  await expect(gone).toBeVisible()
})

journey('a sold-out game has no links and sells nothing', {}, async ({ page }) => {
  await page.goto('/')
  const cards = page.getByRole('listitem').filter({ hasText: 'Quiet Colosseum' })
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all()) {
    await expect(card).toContainText('Sold Out')
    await expect(card.getByRole('link')).toHaveCount(0)
    await card.click()
  }
  await expect(page).toHaveURL('/')
  await page.goto('/product/quiet-colosseum')
  await expect(page.getByText('Sold Out', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '10 Laurels' })).toContainText(
    'Not Available',
  )
  await expect(pack(page, '10 Laurels')).toHaveCount(0)
})

journey(
  'a reseller sees the reseller price, and visitors never do',
  {},
  async ({ page, shop }, { admin }) => {
    const bala = await signUp(shop, 'Bala Iyer')
    await proveEmail(shop, bala)
    await admin.call(editUserAsAdmin, { id: bala.id, role: 'reseller' })
    await signInAs(page, bala)
    await page.goto('/product/moonfall-arena')
    await expect(pack(page, '120 Opals')).toContainText('₹119.50')
    await expect(pack(page, '60 Opals')).toContainText('₹75.00')
    const visitor = await (await fetch(`${shop.url}/product/moonfall-arena`)).text()
    assert.ok(!visitor.includes('119.50') && !visitor.includes('11950'))
  },
)

journey(
  'without scripts a visitor gets from the front page to a pack',
  { screen: 'phone', hasScripts: false },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Moonfall Arena' }).first().click()
    await page.waitForURL('/product/moonfall-arena')
    await expect(page.getByText('₹75.00', { exact: true })).toBeVisible()
    await expect(page.getByText('$', { exact: false }).first()).toBeHidden()
    await field(page, 'Available').check()
    await expect(page.getByText('Moon Pass')).toBeHidden()
    await expect(pack(page, '120 Opals')).toHaveAttribute('href', PURCHASE_PATH)
    await field(page, 'Search games').fill('tide')
    await page.keyboard.press('Enter')
    await page.waitForURL('/?q=tide#all-games')
    await expect(page.getByRole('heading', { name: 'All games' })).toBeInViewport()
    for (const title of ['Services', 'Privacy policy', 'Leaderboard']) {
      await page.goto('/')
      await follow(page, title)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  },
)
