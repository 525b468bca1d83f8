import type { Locator, Page } from 'playwright'
import { plain } from '#tests/support/catalogue/images.ts'
import { axe, expect } from './browser.ts'
import { follow } from './people.ts'

/** Opens a screen from the sidebar, as an administrator would. */
export async function go(page: Page, place: string): Promise<void> {
  await follow(page.getByRole('navigation', { name: 'Back office' }), place)
  await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
  await axe(page)
}

export const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })

export const picture = async (background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await plain({ width: 640, height: 280, background }).png().toBuffer(),
})

/** A card of the dashboard. */
export const figure = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Figures' }).locator('dl > div').filter({ hasText: title })
