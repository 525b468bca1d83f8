import type { Locator, Page } from 'playwright'
import { axe, expect, inOneShop } from './browser.ts'
import { press } from './people.ts'
import { hangBanners, layOut } from './stall.ts'

const TITLES = ['Lanterns are lit', 'Opals for less', 'A new tide']

const journey = inOneShop(async (shop) => hangBanners(await layOut(shop), TITLES))

/** Stops the clock, so that the test moves time. The wait begins when the mouse leaves the carousel. */
async function open(page: Page): Promise<Locator> {
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
  const carousel = await open(page)
  await expectSlide(carousel, TITLES[2]!)
  await page.clock.runFor(4_100)
  await expectSlide(carousel, TITLES[1]!)
  await page.clock.runFor(4_100)
  await expectSlide(carousel, TITLES[0]!)
  await page.clock.runFor(4_100)
  await expectSlide(carousel, TITLES[2]!)
})

journey('banners wait while somebody looks at one, and stop when asked', {}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const carousel = await open(page)
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
})

journey(
  'a visitor who prefers no motion turns the banners alone, by keys too',
  { screen: 'phone' },
  async ({ page }) => {
    const carousel = await open(page)
    await axe(page)
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
  'without scripts the banners are a row that is pushed by hand',
  { screen: 'phone', hasScripts: false },
  async ({ page }) => {
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Shop news' })
    await expect(carousel.getByRole('button')).toHaveCount(0)
    await carousel.getByRole('link', { name: TITLES[0]! }).focus()
    await expectSlide(carousel, TITLES[0]!)
  },
)
