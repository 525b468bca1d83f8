import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { AXE, RUN_AXE } from './axe-script.ts'
import { expect } from './browser.ts'
import { SCREENS } from './contexts.ts'

const RETRIES_MS = [100, 250, 500, 1_000]

/**
 * No part of the page may fail an accessibility rule. Sizes have a journey of their own, because messages may cover
 * parts of a control. Running axe by hand takes a third of the time of its builder. Moving elements, such as a closing
 * list, are checked again once they have arrived.
 */
export async function axe(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  let found = await page.evaluate<string[]>(RUN_AXE)
  for (const pause of RETRIES_MS) {
    if (found.length === 0) return
    await setTimeout(pause)
    found = await page.evaluate<string[]>(RUN_AXE)
  }
  expect(found, page.url()).toEqual([])
}

/** Checks the page as it is, and then at the other screen size in the other colour scheme. */
export async function axeInBothLayouts(page: Page): Promise<void> {
  await axe(page)
  const viewport = page.viewportSize()!
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const other = viewport.width === SCREENS.phone.viewport.width ? 'desktop' : 'phone'
  const [colorScheme, otherScheme] = isDark
    ? (['dark', 'light'] as const)
    : (['light', 'dark'] as const)
  await page.evaluate('window.isResizing = true')
  await resizeTo(page, { viewport: SCREENS[other].viewport, colorScheme: otherScheme })
  await axe(page)
  await resizeTo(page, { viewport, colorScheme })
  await page.evaluate('window.isResizing = false')
}

type Layout = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' }

/** A page may keep its old layout for a moment after a resize, so this waits. */
async function resizeTo(page: Page, { viewport, colorScheme }: Layout): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const readOverflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(readOverflow, `sideways at ${viewport.width} px`).toBe(0)
}

/** Reads the lightness of the background: 'oklch(0.97 ...)' is light. */
export async function expectColorScheme(page: Page, brightness: 'light' | 'dark'): Promise<void> {
  const read = async () => {
    const colour = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    return Number(/^oklch\(([\d.]+)/.exec(String(colour))?.[1]) > 0.5 ? 'light' : 'dark'
  }
  await expect.poll(read).toBe(brightness)
}
