import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import { expect } from './browser.ts'
import { field } from './page-actions.ts'

const STOPS_MAX = 60

/** Tells whether the focused element shows its focus, and whether the header or a bar covers it. */
const READ_FOCUS = `(() => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 40))
  return {
    name: element.ariaLabel ?? element.textContent,
    isMarked: outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2,
    isUncovered: element.contains(hit) || (hit?.contains(element) ?? false),
  }
})()`

export async function expectVisibleFocus(page: Page): Promise<void> {
  const read = () => page.evaluate(READ_FOCUS)
  await expect.poll(read).toMatchObject({ isMarked: true, isUncovered: true })
}

/** Presses Tab until the wanted element has the focus. Each stop must be visible. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible() // before that, the focus may leave with the page before
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate('document.activeElement === document.body')) continue
    await expectVisibleFocus(page)
    if ((await page.locator(':focus').and(wanted).count()) === 1) return
  }
  assert.fail(`${String(wanted)} was not reached`)
}

export async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

export async function type(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(answers)) {
    await tabTo(page, field(page, label))
    await page.keyboard.insertText(value)
  }
  await page.keyboard.press('Enter')
}

/** Dialogs that close in `act` still fade when it ends. */
export async function withSlowFades(page: Page, act: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate("document.documentElement.style.setProperty('--duration-calm', '600s')")
  await act()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate('for (const animation of document.getAnimations()) animation.finish()')
}
