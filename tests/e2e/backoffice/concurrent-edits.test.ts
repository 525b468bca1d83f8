import assert from 'node:assert/strict'
import { claimOrder } from '#contract/orders/deliveries.ts'
import { editCoupon } from '#contract/catalogue/coupons.ts'
import { editNewsByMail } from '#contract/accounts/newsletter.ts'
import { findOrderAsAdmin } from '#contract/orders/orders.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { makeBuyer, order } from '#tests/support/orders/orders.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import { dialogOf } from '#tests/e2e/support/back-office.ts'
import {
  expectToast,
  field,
  fill,
  follow,
  navigate,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async (shop) => {
  const amrita = await signUpAdmin(shop)
  const bela = await signUpAdmin(shop, 'Bela Bose')
  const game = await makeGame(amrita)
  const item = await makeItem(amrita, game)
  return { amrita, bela, item, asha: await makeBuyer(shop, game, { INR: 1_000_00 }) }
})

journey(
  'a new order appears in the list by itself, and a late action on it is refused with the reason',
  { expects: [REFUSED] },
  async ({ page, openAnotherBrowser }, { amrita, bela, item, asha }) => {
    await signInAs(page, amrita)
    await page.goto('/admin/order')
    await order(asha, { item })
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
    await expect(rows).toHaveCount(2)

    // A new order must not disturb the person: the search keeps its focus, and the rows keep their place.
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.focus()
    const { data } = await order(asha, { item })
    await expect(rows).toHaveCount(3)
    await expect(search).toBeFocused()
    const { invoiceId } = (await amrita.call(findOrderAsAdmin, { id: data._id })).data
    await expect(rows.nth(1)).toContainText(invoiceId)
    await axe(page)

    await bela.call(claimOrder, { id: data._id, isClaimed: true })
    await page.getByLabel(`Select ${invoiceId}`).check()
    await press(page, 'Select all 2')
    await press(page, 'Claim')
    const results = page.getByRole('region', { name: 'Results' })
    await expect(results).toContainText('1 done, 1 failed')
    await expect(results).toContainText(`${invoiceId}: Bela Bose has already taken this order`)
    await expect(page.getByText('1 selected')).toBeVisible()
    await axe(page)
    await bela.call(claimOrder, { id: data._id, isClaimed: false })
    await press(results, 'Dismiss')
    await press(page, 'Clear selection')

    const other = await openAnotherBrowser()
    await signInAs(other, bela)
    await other.goto(`/admin/order/${data._id}`)
    await press(other, 'Cancel order')
    await field(other, 'Note').fill('They changed their mind')

    await follow(page, invoiceId)
    await press(page, 'Complete')
    await field(page, 'What you did').fill('Given in the game')
    await press(dialogOf(page, 'Complete'), 'Complete')
    await expect(other.getByText('Completed').first()).toBeVisible()
    const late = dialogOf(other, 'Cancel order')
    await press(late, 'Cancel order')
    await expect(late.getByRole('alert')).toHaveText('A completed order can’t become cancelled')
    await expect(field(other, 'Note')).toHaveValue('They changed their mind')
  },
)

journey(
  'typed text survives an edit by someone else, and can be saved over it',
  { expects: [REFUSED] },
  async ({ page }, { amrita, bela }) => {
    const { _id: id } = await makeCoupon(amrita, { couponCode: 'STALE-1' })
    await signInAs(page, amrita)
    await page.goto('/admin/coupon')
    await press(page, 'Edit STALE-1')
    const dialog = dialogOf(page, 'Edit STALE-1')
    await fill(page, { Discount: '75' })
    await bela.call(editCoupon, { id, minPrice: 300_00 })
    await press(dialog, 'Save')
    const words = 'This was changed in the meantime by Bela Bose. Please review it'
    await expect(dialog.getByRole('alert')).toHaveText(words)
    await expectToast(page, words)
    await expect(field(page, 'Discount')).toHaveValue('75')
    await axe(page)
    await press(dialog, 'Load latest version')
    await expect(field(page, 'Minimum Price')).toHaveValue('300.00')
    await expect(field(page, 'Discount')).toHaveValue('75')
    await press(dialog, 'Save')
    await expectToast(page, 'Coupon updated')
    const row = page.getByRole('row').filter({ hasText: 'STALE-1' })
    await expect(row).toContainText('₹75')
    await expect(row).toContainText('₹300')
  },
)

journey('a double-clicked button acts once', {}, async ({ page }, { amrita, item, asha }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(new URL(request.url()).pathname)
  })
  const pressTwice = async (name: string, message: string) => {
    posts.length = 0
    await page.getByRole('button', { name, exact: true }).last().dblclick()
    await expectToast(page, message)
    assert.equal(posts.length, 1, `${name}: ${posts.join(', ')}`)
  }
  await signInAs(page, amrita)
  await page.goto('/admin/coupon')
  await press(page, 'Add Coupon')
  await fill(page, { Code: 'TWICE', Discount: '10' })
  await pressTwice('Add Coupon', 'Coupon added')

  await navigate(page, '/admin/games/add')
  await fill(page, { Name: 'Twice Upon A Time' })
  await field(page, 'API name').selectOption('Manual')
  await pressTwice('Save and add items', 'Game added')

  const { data } = await order(asha, { item })
  await navigate(page, `/admin/order/${data._id}`)
  await press(page, 'Refund')
  await pressTwice('Refund', 'Order updated')

  await navigate(page, '/admin/user')
  await press(page, 'Edit Asha Rao')
  await fill(page, { Amount: '25', Reason: 'Thanks' })
  await press(page, 'Continue')
  await pressTwice('Add ₹25.00', 'Added ₹25.00 to Asha Rao’s wallet')
})

journey(
  'an announcement reaches each person of a group once, and each can unsubscribe and undo it',
  { screen: 'phone' },
  async ({ page, shop, openAnotherBrowser }, { amrita, bela, asha }) => {
    await shop.sql`update users set is_email_verified = true`
    await bela.call(editNewsByMail, { isOn: false })
    await signInAs(page, amrita)
    await page.goto('/admin/notification')
    await press(page, 'Announce')
    const dialog = dialogOf(page, 'Announce')
    await fill(page, { Title: 'Rubies at dawn', Message: 'Until Sunday.' })
    await field(page, 'Where').selectOption('By email')
    await expect(dialog.getByText('Goes to 2 people. 1 more want')).toBeVisible()
    await axe(page)
    await press(dialog, 'Send a test to myself')
    await expectToast(page, 'Sent to your own address')
    await press(dialog, 'Publish')
    await press(page.getByRole('alertdialog'), 'Send')
    await expectToast(page, 'Announcement published')
    const read = async (email: string) =>
      (await shop.inbox.read(email)).filter(({ subject }) => subject === 'Rubies at dawn').length
    await expect(page.getByText('2 sent')).toBeVisible({ timeout: 20_000 })
    assert.deepEqual(
      [await read(amrita.email), await read(asha.email), await read(bela.email)],
      [2, 1, 0], // the test and the announcement for Amrita
    )
    await axe(page)

    const mails = await shop.inbox.read(asha.email)
    const { text, unsubscribe } = mails.find(({ subject }) => subject === 'Rubies at dawn')!
    const other = await openAnotherBrowser()
    await other.goto(new URL(/\/unsubscribe\?token=\S+/.exec(text)![0], shop.url).href)
    await expect(other.getByText(/^a….* gets our news$/)).toBeVisible()
    await axe(other)
    await press(other, 'Unsubscribe')
    await expect(other.getByText(/ is unsubscribed from our news$/)).toBeVisible()
    await press(other, 'Undo')
    await expect(other.getByText(/ gets our news again$/)).toBeVisible()
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    assert.equal((await fetch(unsubscribe!.url, { method: 'POST', body })).status, 200)

    await signInAs(other, asha)
    await other.goto('/dashboard/account-details')
    const news = other.getByRole('switch', { name: 'Send me offers and news' })
    await expect(news).not.toBeChecked()
    await news.check()
    await expectToast(other, 'Saved')
    const hidden = other.getByRole('switch', { name: 'Hide my name on the leaderboard' })
    await expect(hidden).not.toBeChecked()
    await hidden.check()
    await expectToast(other, 'Your profile is saved')
    await other.reload()
    await expect(news).toBeChecked()
    await expect(hidden).toBeChecked()
  },
)
