import type { Locator, Page } from 'playwright'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expectLargeControls } from '#tests/e2e/support/controls.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { press } from '#tests/e2e/support/page-actions.ts'
import { addBanners, fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const TITLES = ['Lanterns are lit', 'Opals for less', 'A new tide']

const journey = inOneShop(async (shop) => addBanners(await fillCatalogue(shop), TITLES))

/** Stops the clock, so that the test moves time. The wait begins when the mouse leaves the carousel. */
async function openWithStoppedClock(page: Page): Promise<Locator> {
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Shop news' })
  await page.clock.install()
  await carousel.hover()
  await page.mouse.move(0, 0)
  return carousel
}

const expectSlide = (carousel: Locator, title: string) =>
  expect(carousel.getByRole('listitem').filter({ hasText: title })).toBeInViewport({ ratio: 0.9 })

journey('banners follow one another every four seconds', {}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const carousel = await openWithStoppedClock(page)
  await expectSlide(carousel, TITLES[2]!)
  await page.clock.runFor(4_100)
  await expectSlide(carousel, TITLES[1]!)
  await page.clock.runFor(4_100)
  await expectSlide(carousel, TITLES[0]!)
  await page.clock.runFor(4_100)
  await expectSlide(carousel, TITLES[2]!)
})

journey(
  'banners wait under the mouse and the focus, and Pause stops them',
  {},
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const carousel = await openWithStoppedClock(page)
    await carousel.hover()
    await page.clock.runFor(9_000)
    await expectSlide(carousel, TITLES[2]!)
    await page.mouse.move(0, 0)
    await carousel.getByRole('link').first().focus()
    await page.clock.runFor(9_000)
    await expectSlide(carousel, TITLES[2]!)
    await press(carousel, 'Pause')
    await page.mouse.move(0, 0)
    await page.evaluate('document.activeElement.blur()')
    await page.clock.runFor(9_000)
    await expectSlide(carousel, TITLES[2]!)
    await press(carousel, 'Play')
    await page.mouse.move(0, 0)
    await page.evaluate('document.activeElement.blur()')
    await page.clock.runFor(4_100)
    await expectSlide(carousel, TITLES[1]!)
  },
)

journey(
  'with reduced motion only the visitor turns the banners, also by keyboard',
  { screen: 'phone' },
  async ({ page }) => {
    const carousel = await openWithStoppedClock(page)
    await axe(page)
    await expectLargeControls(page)
    await page.clock.runFor(9_000)
    await expectSlide(carousel, TITLES[2]!)
    await press(carousel, 'Next')
    await expectSlide(carousel, TITLES[1]!)
    await page.keyboard.press('ArrowRight')
    await expectSlide(carousel, TITLES[0]!)
    await page.keyboard.press('ArrowRight')
    await expectSlide(carousel, TITLES[2]!)
    await page.keyboard.press('ArrowLeft')
    await expectSlide(carousel, TITLES[0]!)
    await carousel.getByRole('link', { name: TITLES[0]! }).click()
    await page.waitForURL('/product/moonfall-arena')
  },
)

journey(
  'without scripts the banners are a row that scrolls',
  { screen: 'phone', hasScripts: false },
  async ({ page }) => {
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Shop news' })
    await expect(carousel.getByRole('button')).toHaveCount(0)
    await carousel.getByRole('link', { name: TITLES[0]! }).focus()
    await expectSlide(carousel, TITLES[0]!)
  },
)
