import type { Page } from 'playwright'
import { expect } from './browser.ts'
import { dialogOf, openScreen, pngFile } from './back-office.ts'
import { expectToast, field, fill, follow, press } from './page-actions.ts'

/** Items that the shop sells today, with their prices and costs. */
export const OPALS = { name: '120 Opals', price: 129, cost: 90 }
export const LANTERN = { name: 'Paper lantern', price: 300, cost: 200 }
export const COUPON = { code: 'DIWALI20', discount: 20, priceMin: 100 }

/** Sets up an empty shop screen by screen, until it sells. */
export async function setUpShop(page: Page): Promise<void> {
  await fillGallery(page)
  await addGame(page, { Name: 'Moonfall Arena', image: 'Moonfall card', source: 'UniPin' })
  await addItem(page, { ...OPALS, serviceId: '1001' })
  await addGame(page, { Name: 'Lantern Riddles', image: 'Lantern card', source: 'Manual' })
  await addItem(page, LANTERN)
  await addCategory(page)
  await addCoupon(page)
  await addBanner(page)
  await chooseGateway(page)
}

async function fillGallery(page: Page): Promise<void> {
  await openScreen(page, 'Gallery')
  for (const [name, colour] of [
    ['Moonfall card', '#336699'],
    ['Lantern card', '#cc7722'],
  ] as const) {
    await press(page, 'Add Image')
    await fill(page, { 'Image Name': name })
    await field(page, 'Image').setInputFiles(await pngFile(colour))
    await press(dialogOf(page, 'Add Image'), 'Add Image')
    await expectToast(page, 'Image added')
  }
  await press(page, 'Add Tag')
  await fill(page, { 'Tag Name': 'Hot' })
  await press(dialogOf(page, 'Add Tag'), 'Add Tag')
  await expectToast(page, 'Tag added')
}

type Game = { Name: string; image: string; source: 'UniPin' | 'Manual' }

async function addGame(page: Page, { Name, image, source }: Game): Promise<void> {
  await openScreen(page, 'Games')
  await follow(page, 'Add Game')
  await fill(page, { Name })
  await press(page, 'Choose image')
  await press(dialogOf(page, 'Choose an image'), image)
  await field(page, 'API name').selectOption(source)
  if (source === 'UniPin') {
    await field(page, 'Tag').selectOption('Hot')
    await fill(page, { 'Given game name': 'mobile-legends', 'Second field': 'Zone ID' })
    await field(page, 'Validation required').check()
  }
  await press(page, 'Save and add items')
  await expectToast(page, 'Game added')
}

type Pack = { name: string; price: number; cost: number; serviceId?: string }

async function addItem(page: Page, { name, price, cost, serviceId }: Pack): Promise<void> {
  await press(page, 'Add Game Item')
  const dialog = dialogOf(page, 'Add Game Item')
  await field(dialog, 'Name').fill(name)
  if (serviceId) await field(dialog, 'Service ID at UniPin').fill(serviceId)
  await field(dialog, 'Cost').fill(String(cost))
  await field(dialog, 'Selling price').fill(String(price))
  await press(dialog, 'Add Game Item')
  await expectToast(page, 'Item added')
  await expect(page.getByRole('row', { name })).toContainText(`₹${price}.00`)
}

async function addCategory(page: Page): Promise<void> {
  await openScreen(page, 'Categories')
  await press(page, 'Add Category')
  const dialog = dialogOf(page, 'Add Category')
  await fill(page, { 'Category title': 'Night market' })
  for (const game of ['Moonfall Arena', 'Lantern Riddles']) {
    await field(dialog, 'Games').fill(game)
    await page.getByRole('option', { name: game }).click()
    await expect(dialog.getByRole('button', { name: `Remove ${game}` })).toBeVisible()
  }
  await field(dialog, 'Category title').focus() // closes the list of games
  await press(dialog, 'Add Category')
  await expectToast(page, 'Category added')
  await expect(page.getByRole('row', { name: 'NIGHT MARKET' })).toContainText('2')
}

async function addCoupon(page: Page): Promise<void> {
  await openScreen(page, 'Coupons')
  await press(page, 'Add Coupon')
  const dialog = dialogOf(page, 'Add Coupon')
  await fill(page, {
    Code: COUPON.code.toLowerCase(),
    Discount: String(COUPON.discount),
    'Minimum Price': String(COUPON.priceMin),
    'Max Usage': '5',
  })
  await expect(dialog.getByRole('status')).toHaveText(
    '₹20.00 off a pack of ₹100.00 or more of every game, for customers, 5 times in all. It may sell packs below their cost price.',
  )
  await press(dialog, 'Add Coupon')
  await expectToast(page, 'Coupon added')
  await expect(page.getByRole('row', { name: COUPON.code })).toContainText('0/5')
}

async function addBanner(page: Page): Promise<void> {
  await openScreen(page, 'Banners')
  await press(page, 'Add Banner')
  await fill(page, { Title: 'The lamps are lit', Link: '/product/moonfall-arena' })
  await field(page, 'Image').setInputFiles(await pngFile('#993366'))
  await press(dialogOf(page, 'Add Banner'), 'Add Banner')
  await expectToast(page, 'Banner added')
  await expect(page.getByRole('row', { name: 'The lamps are lit' })).toContainText('Yes')
}

async function chooseGateway(page: Page): Promise<void> {
  await openScreen(page, 'Payment Gateway')
  await field(page, 'Razorpay').click()
  await press(page.getByRole('alertdialog', { name: 'Use Razorpay?' }), 'Use Razorpay')
  await expect(page.getByText('In use')).toBeVisible()
}
