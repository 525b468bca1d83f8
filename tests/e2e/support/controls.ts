import type { Page } from 'playwright'
import { expect } from './browser.ts'

const SIDE_MIN = 44
export const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=option]'

/** Controls smaller than a thumb, with the labels around them, except links inside a sentence. */
const FIND_SMALL = `[...document.querySelectorAll('${CONTROLS}')]
  .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
  .filter((element) => {
    const { display } = getComputedStyle(element)
    const words = element.parentElement.textContent.trim()
    return display !== 'inline' || words === element.textContent.trim()
  })
  .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
  .filter(({ box }) => box.width < ${SIDE_MIN} - 0.01 || box.height < ${SIDE_MIN} - 0.01)
  .map(({ element, box }) =>
    Math.round(box.width) + ' x ' + Math.round(box.height) + ': ' + element.outerHTML.slice(0, 160))`

/** Expects every control to be large enough for a thumb. */
export async function expectLargeControls(page: Page): Promise<void> {
  // Elements that just opened may still be growing.
  await expect.poll(() => page.evaluate(FIND_SMALL), page.url()).toEqual([])
}
