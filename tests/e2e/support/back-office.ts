import type { Locator, Page } from 'playwright'
import { plain } from '#tests/support/catalogue/images.ts'
import { expect } from './browser.ts'
import { follow } from './page-actions.ts'

/** Opens a screen from the sidebar, as an administrator would. */
export async function openScreen(page: Page, title: string): Promise<void> {
  await follow(page.getByRole('navigation', { name: 'Back office' }), title)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })

export const pngFile = async (background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await plain({ width: 640, height: 280, background }).png().toBuffer(),
})

/** A card of the dashboard. */
export const dashboardFigure = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Figures' }).locator('dl > div').filter({ hasText: title })
