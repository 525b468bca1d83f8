import type { Page } from 'playwright'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { logIn as logInThroughApi, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import { press as pressByKey } from '#tests/e2e/support/keyboard.ts'
import { expectToast, field, navigate, press, signInAs } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search the back office' })

/** Opens the palette by key, types, and waits until Enter would take the wanted result. */
async function findInPalette(
  page: Page,
  key: string,
  words: string,
  wanted: RegExp,
): Promise<void> {
  await page.keyboard.press(key)
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(words)
  const found = palette(page).getByRole('option', { name: wanted })
  await expect(found.first()).toBeVisible()
  await expect(found.first()).toHaveAttribute('data-highlighted', '')
}

journey(
  "the back office is searched by keyboard, and an administrator ends a customer's sessions",
  { expects: [UNAUTHORIZED] },
  async ({ page, shop, openAnotherBrowser }) => {
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    const pack = await makePack(admin)
    const order = { userId: asha.id, pack, price: 70_00 }
    const paid = await makeOrder(shop.sql, { ...order, invoice: 'GS0PAID0ONCE' })
    const sent = await makeOrder(shop.sql, order)
    await shop.sql`update orders set player_id = '7001', zone_id = '9' where id = ${sent}`
    const phone = await openAnotherBrowser()
    await signInAs(phone, await logInThroughApi(asha))
    await phone.goto('/dashboard/orders')

    await signInAs(page, admin)
    await page.goto('/admin/home')
    const search = page.getByRole('button', { name: 'Search', exact: true })
    await search.focus()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('option', { name: 'Dashboard' })).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(search).toBeFocused()

    await findInPalette(page, '/', '7001 9', /7001 \(9\)/)
    await axe(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`/admin/order/${sent}`)
    await findInPalette(page, 'Meta+k', 'gs0paid', /GS0PAID0ONCE/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`/admin/order/${paid}`)
    await findInPalette(page, 'Control+k', 'set', /Set Currency/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('/admin/settings')
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.insertText('nobody@nowhere')
    await expect(palette(page).getByRole('status')).toHaveText(/No results for/)
    await page.keyboard.press('Escape')

    await findInPalette(page, 'Control+k', 'add cou', /Add coupon/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add Coupon' })).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
    await page.waitForURL('/admin/coupon')
    await navigate(page, '/admin/games')
    await page.getByLabel(/^Select/).check()
    await press(page, 'Hide')
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('1 done')
    await expect(page.getByRole('table', { name: 'Games' })).toContainText('No')
    await axe(page)
    await findInPalette(page, 'Control+k', 'gift', /Add money to a wallet/)
    await page.keyboard.press('Enter')
    await field(page, 'Whose wallet?').fill('Asha')
    await page.getByRole('button', { name: asha.email }).click()
    await expect(field(page, 'Amount')).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
    await page.waitForURL('/admin/user')

    await findInPalette(page, 'Control+k', asha.email, /Asha Rao/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`/admin/user/${asha.id}`)
    await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible()
    await expect(page.locator('#content')).toBeFocused()
    await axe(page)
    await pressByKey(page, page.getByRole('tab', { name: 'Orders' }))
    for (const tab of ['Wallet', 'Players', 'Issues', 'Sessions']) {
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
    }
    await page.waitForURL(/tab=sessions/)
    const ends = page.getByRole('button', { name: /^End the session of/ })
    await expect(ends).toHaveCount(2)
    await axe(page)
    await pressByKey(page, ends.first())
    await expectToast(page, 'The session has ended')
    await expect(ends).toHaveCount(1)
    await phone.reload()
    await phone.waitForURL('/login')

    await press(page, 'End all sessions')
    await press(page.getByRole('alertdialog'), 'End all sessions')
    await expectToast(page, 'All sessions have ended')
    await expect(page.getByText('Ended by the shop')).toHaveCount(2)
    await page.getByRole('tab', { name: 'Changes' }).click()
    await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(3)
    await axe(page)
  },
)

journey(
  'a customer sees their devices and signs the others out',
  { screen: 'phone', expects: [UNAUTHORIZED] },
  async ({ page, shop, openAnotherBrowser }) => {
    const asha = await signUp(shop, 'Asha Rao')
    const other = await openAnotherBrowser()
    await signInAs(other, await logInThroughApi(asha))
    await other.goto('/dashboard/home')
    await signInAs(page, asha)
    await page.goto('/dashboard/account-details')
    await expect(page.getByText('This device')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: /^Sign out node/ }).click()
    await expectToast(page, 'That device is signed out')
    await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
    await other.reload()
    await other.waitForURL('/login')
  },
)
