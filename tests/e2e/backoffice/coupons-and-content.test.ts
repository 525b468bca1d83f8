import type { Locator, Page } from 'playwright'
import { findCoupon, listCoupons } from '#contract/catalogue/coupons.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { dialogOf, openScreen, pngFile } from '#tests/e2e/support/back-office.ts'
import { withSlowFades } from '#tests/e2e/support/keyboard.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

async function makeTwoGames(shop: TestShop): Promise<{ admin: Member }> {
  const admin = await signUpAdmin(shop)
  await makeItem(admin, await makeGame(admin, { gameName: 'Moonfall Arena' }))
  await makeItem(admin, await makeGame(admin, { gameName: 'Tide Runners' }))
  return { admin }
}

const inShop = inOneShop(makeTwoGames)

async function openBackOffice(page: Page, admin: Member): Promise<void> {
  await signInAs(page, admin)
  await page.goto('/admin/user')
}

async function openAndCheck(page: Page, screen: string): Promise<void> {
  await openScreen(page, screen)
  await axe(page)
}

/** Checks the words of the question, and that cancelling deletes nothing. */
async function deleteRow(page: Page, name: string, question: string): Promise<void> {
  await press(page, `Delete ${name}`)
  const dialog = page.getByRole('alertdialog', { name: question, exact: true })
  await axe(page)
  await press(dialog, 'Cancel')
  await press(page, `Delete ${name}`)
  await press(dialog, 'Delete')
  await expect(dialog).toBeHidden()
}

/** Every way out asks. The safe answer has the focus, which returns while the question still fades. */
async function expectDiscardQuestion(page: Page, dialog: Locator): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await press(question, 'Keep editing')
  await press(dialog, 'Cancel')
  await press(question, 'Keep editing')
  await page.mouse.click(5, 5) // outside
  await field(dialog, 'Code').focus()
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await axe(page)
  await withSlowFades(page, async () => {
    await page.keyboard.press('Escape') // closes only the question
    await expect(field(dialog, 'Code')).toBeFocused()
    await expect(page.locator('[role=alertdialog][data-closed]')).toHaveCount(1)
  })
  await expect(page.locator('[role=alertdialog]')).toHaveCount(0)
}

inShop(
  'a coupon is added by keyboard with a summary of its effect, edited and deleted, and typed text is not lost',
  {},
  async ({ page, shop }, { admin }) => {
    const bala = await signUp(shop, 'Bala Iyer')
    await openBackOffice(page, admin)
    await openAndCheck(page, 'Coupons')
    await page.getByRole('button', { name: 'Add Coupon' }).focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page, 'Add Coupon')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0) // an untouched form closes at once
    await page.keyboard.press('Enter')
    await field(dialog, 'Code').focus()
    await page.keyboard.type('diwali')
    await expectDiscardQuestion(page, dialog)
    await expect(field(dialog, 'Code')).toHaveValue('DIWALI')
    await expect(field(dialog, 'Code')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectFieldError(page, 'Discount', 'Please enter amount')
    await expect(field(dialog, 'Discount')).toBeFocused()
    await page.keyboard.type('50')
    await page.keyboard.press('Tab')
    await page.keyboard.type('500')
    await choose(page, 'Whitelisted Users', bala.email)
    await choose(page, 'Allowed Games', 'Tide Runners')
    await expect(dialog.getByRole('status')).toHaveText(
      '₹50.00 off a pack of ₹500.00 or more of Tide Runners, for 1 chosen customer, any number of times. It may sell packs below their cost price.',
    )
    await axe(page)
    await field(dialog, 'Code').focus()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Coupon added')

    const row = page.getByRole('row', { name: 'DIWALI' })
    await expect(row).toContainText('₹500.00NeverActive0/∞1Tide Runners')
    await press(row, 'Edit DIWALI')
    const edit = dialogOf(page, 'Edit DIWALI')
    await expect(edit.getByRole('button', { name: `Remove ${bala.email}` })).toBeVisible()
    await fill(page, { 'Max Usage': '100', 'Expiry Date': '2030-12-31' })
    await field(edit, 'Status').selectOption('Inactive')
    await press(edit, 'Save')
    await expectToast(page, 'Coupon updated')
    await expect(row).toContainText('31 Dec 2030Inactive0/100')

    const first = { page: 1, limit: 1, search: '', sort: 'createdAt' } as const
    const listed = await admin.call(listCoupons, first)
    const { data } = await admin.call(findCoupon, { id: listed.data.coupons[0]!._id })
    expect([data.whiteListedUserId, data.expiresOn]).toEqual([
      [bala.id],
      '2030-12-31T18:29:59.999Z',
    ])
    await deleteRow(page, 'DIWALI', 'Are you sure you want to delete this coupon?')
    await expectToast(page, 'Coupon deleted')
    await expect(page.getByRole('heading', { name: 'No coupons yet' })).toBeVisible()
  },
)

/** Types until the option is offered, then takes it. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).focus()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: text, exact: true })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${text}` })).toBeVisible()
}

inShop(
  'images and tags are added, searched, edited and deleted on one page',
  {},
  async ({ page }, { admin }) => {
    await openBackOffice(page, admin)
    await openAndCheck(page, 'Gallery')
    await press(page, 'Add Image')
    await press(dialogOf(page, 'Add Image'), 'Add Image')
    await expectFieldError(page, 'Image', 'Please choose an image')
    await fill(page, { 'Image Name': 'Opals' })
    await field(page, 'Image').setInputFiles(await pngFile('#336699'))
    await axe(page)
    await press(dialogOf(page, 'Add Image'), 'Add Image')
    await expectToast(page, 'Image added')

    await press(page, 'Add Tag')
    const tag = dialogOf(page, 'Add Tag')
    await fill(page, { 'Tag Name': 'Hot', 'Tag Color': '#ffeeee' })
    await field(tag, 'Pick the tag background').fill('#ffffff')
    await expect(tag.getByRole('group', { name: 'Preview' })).toContainText(
      'This colour is hard to read on its background, so the shop uses #14101f.',
    )
    await axe(page)
    await press(tag, 'Add Tag')
    await expectToast(page, 'Tag added')

    const images = page.getByRole('region', { name: 'All Images' })
    const tags = page.getByRole('region', { name: 'All Tags' })
    await field(tags, 'Search').fill('nothing')
    await page.waitForURL('/admin/gallery?tag-search=nothing')
    await expect(tags.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await field(tags, 'Search').fill('')
    await expect(tags.getByRole('row', { name: 'Hot' })).toContainText('#ffeeee#ffffff')
    await press(images, 'Edit Opals')
    await fill(page, { 'Image Name': 'Many Opals' })
    await press(dialogOf(page, 'Edit Image'), 'Save')
    await expectToast(page, 'Image updated')
    await axe(page)

    await deleteRow(page, 'Many Opals', 'Are you sure you want to delete this Image?')
    await expectToast(page, 'Image deleted')
    await deleteRow(page, 'Hot', 'Are you sure you want to delete this Tag?')
    await expectToast(page, 'Tag deleted')
  },
)

inShop(
  'banners, announcements, short links and services are added, changed and removed',
  {},
  async ({ page, shop, openAnotherBrowser }, { admin }) => {
    await openBackOffice(page, admin)
    await openAndCheck(page, 'Banners')
    await press(page, 'Add Banner')
    await fill(page, { Title: 'Festival of gems', Link: 'nowhere', From: 'Gemstall' })
    await field(page, 'Image').setInputFiles(await pngFile('#993366'))
    await press(dialogOf(page, 'Add Banner'), 'Add Banner')
    await expectFieldError(page, 'Link', 'Please enter a link')
    await fill(page, { Link: '/leaderboard' })
    await axe(page)
    await press(dialogOf(page, 'Add Banner'), 'Add Banner')
    await expectToast(page, 'Banner added')
    await press(page, 'Edit Festival of gems')
    await field(page, 'Showing').selectOption('No')
    await press(dialogOf(page, 'Edit Banner'), 'Save')
    await expectToast(page, 'Banner updated')
    await expect(page.getByRole('row', { name: 'Festival of gems' })).toContainText('No')
    await deleteRow(
      page,
      'Festival of gems',
      'Are you sure you want to delete this banner? This action cannot be undone.',
    )
    await expectToast(page, 'Banner deleted')

    await openAndCheck(page, 'Notification')
    await press(page, 'Announce')
    await fill(page, { Title: 'Open all night', Message: 'Until the moon is down.' })
    await axe(page)
    await press(dialogOf(page, 'Announce'), 'Publish')
    await expectToast(page, 'Announcement published')
    await expect(page.getByRole('row', { name: 'Open all night' })).toContainText('NeverShown')
    const visitor = await openAnotherBrowser()
    await visitor.goto('/')
    await expect(visitor.getByText('Open all night')).toBeVisible()
    await deleteRow(page, 'Open all night', 'Are you sure you want to delete this announcement?')
    await expectToast(page, 'Announcement deleted')

    await openAndCheck(page, 'GotoLink')
    await press(page, 'Add Link')
    await fill(page, { Address: 'diwali', 'Leads to': `${shop.url}/leaderboard` })
    await axe(page)
    await press(dialogOf(page, 'Add Link'), 'Add Link')
    await expectToast(page, 'Link added')
    await visitor.goto('/go/diwali')
    await visitor.waitForURL('/leaderboard')
    const row = page.getByRole('row', { name: '/go/diwali' })
    const reread = async () => {
      await page.reload() // clicks are stored every few seconds
      return row.textContent()
    }
    await expect.poll(reread).toContain('leaderboard1')
    await deleteRow(page, '/go/diwali', 'Are you sure you want to delete this link?')
    await expectToast(page, 'Link deleted')

    await openAndCheck(page, 'Service')
    await press(page, 'Stop offering Check Region')
    await expectToast(page, 'Services updated')
    await press(page, 'Offer Check Region')
    await expectToast(page, 'Services updated')
  },
)
