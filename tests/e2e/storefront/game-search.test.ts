import type { Page } from 'playwright'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const journey = inOneShop(fillCatalogue)

const search = (page: Page) => page.getByRole('combobox', { name: 'Search games' })
const option = (page: Page, name: string) => page.getByRole('option', { name })

const isFocused = async (page: Page) =>
  (await search(page).and(page.locator(':focus')).count()) === 1

/**
 * A page listens to keys a moment after it loads, so an early key press is repeated. The focus is read first, because
 * one more slash would be typed into the field.
 */
const pressSlash = (page: Page) =>
  expect(async () => {
    if (!(await isFocused(page))) await page.keyboard.press('/')
    expect(await isFocused(page)).toBe(true)
  }).toPass()

journey('a game is found by keyboard alone, from any page', {}, async ({ page }) => {
  await page.goto('/services')
  await pressSlash(page)
  await expect(search(page)).toHaveValue('')
  await page.keyboard.type('e')
  await expect(page.getByRole('option')).toHaveCount(3)
  await expect(option(page, 'Moonfall Arena')).toHaveAttribute('aria-selected', 'true')
  await axe(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Tide Runners')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(option(page, 'Moonfall Arena')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL('/product/moonfall-arena')
  await expect(search(page)).toHaveValue('')
  await expect(page.getByRole('option')).toHaveCount(0)
})

journey(
  'Escape closes the results, then leaves the search, and a slash can be typed',
  {},
  async ({ page }) => {
    await page.goto('/')
    await pressSlash(page)
    await page.keyboard.type('tide/')
    await expect(search(page)).toHaveValue('tide/')
    await page.keyboard.press('Backspace')
    await expect(option(page, 'Tide Runners')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(search(page)).toHaveValue('tide')
    await page.keyboard.press('Escape')
    await expect(search(page)).toHaveValue('')
    await expect(search(page)).not.toBeFocused()
  },
)

journey(
  'on a phone the search opens by tapping it, and says when nothing is found',
  { screen: 'phone' },
  async ({ page }) => {
    await page.goto('/')
    await search(page).tap()
    await search(page).pressSequentially('no such game')
    await expect(page.getByRole('status').filter({ hasText: 'No games match' })).toHaveCount(1)
    await axe(page)
    await search(page).fill('moon')
    await option(page, 'Moonfall Arena').tap()
    await page.waitForURL('/product/moonfall-arena')
  },
)
