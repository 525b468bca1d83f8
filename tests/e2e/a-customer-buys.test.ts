import assert from 'node:assert/strict'
import { editItem } from '#contract/catalogue/games.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { axe, expect, inOneShop } from './browser.ts'
import { expectComplaint, field, fill, follow, newcomer, press } from './people.ts'
import {
  approach,
  endOrder,
  expectPaid,
  layTill,
  listOwnOrders,
  purchaseOf,
  savePlayer,
} from './till.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const journey = inOneShop(layTill)

journey(
  'a customer buys in dollars with a coupon on a phone, from home to delivered',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await makeCoupon(till.admin, { couponCode: 'LANTERN20', discount: 20_00 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Change currency' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await page.getByRole('link', { name: 'Moonfall Arena' }).first().click()
    await page.getByRole('link', { name: '120 Opals' }).click()
    await page.waitForURL(purchaseOf(till.pack))
    await axe(page)

    await fill(page, { 'User ID': '900000007', 'Zone ID': '2001' })
    await press(page, 'Validate')
    await expect(page.getByRole('status').filter({ hasText: 'Player-0007' })).toBeVisible()
    await press(page, 'Go to review')
    await page.waitForURL(/\/purchase\/review\?/)
    await expect(page.getByText('Balance $20.00')).toBeVisible()
    await axe(page)

    await field(page, 'Coupon code').pressSequentially('lantern20')
    await expect(field(page, 'Coupon code')).toHaveValue('LANTERN20')
    await press(page, 'Apply')
    await expect(page.getByText('Coupon LANTERN20')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
    await expect(page).toHaveURL(/couponCode=LANTERN20/)
    const total = await page.locator('dd').last().innerText()
    await press(page, 'Proceed to Pay')
    await page.waitForURL(/\/purchase\/status\?status=true&orderId=/)
    await expectPaid(page)
    await expect(page.getByText('Being delivered to Player-0007')).toBeVisible()
    await axe(page)

    const [order] = await listOwnOrders(till)
    assert.equal(order!.currency, 'USD')
    assert.equal(
      `$${(order!.amount / 10_000).toFixed(2)}`,
      total,
      'what was shown is what was charged',
    )
    const { data: user } = await till.asha.call(getUser, {})
    assert.equal(user.USDbalance, 20_0000 - order!.amount)

    await endOrder(till, 'delivered')
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText('Being delivered')).toHaveCount(0)
    await follow(page, 'Check Order Status')
    await page.waitForURL(`/dashboard/orders?order=${order!._id}`)
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText('Coupon LANTERN20')).toBeVisible()
    await axe(page)
  },
)

journey(
  'a returning customer buys again with four presses',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await savePlayer(till)
    await page.goto('/')
    await page.getByRole('link', { name: 'Moonfall Arena' }).first().click()
    await page.getByRole('link', { name: '120 Opals' }).click()
    await expect(page.getByText('Player found')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate('scrollY'), 'the heading is where it was').toBe(0)
    for (const name of ['Go to review', 'Proceed to Pay']) {
      const button = page.getByRole('button', { name })
      await expect(button).toBeInViewport({ ratio: 1 }) // in reach of a thumb, without scrolling
      await button.click()
    }
    await expectPaid(page)
  },
)

journey(
  'a press on a saved player fills the fields, and what is typed is nobody saved',
  {},
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await savePlayer(till, '12345678')
    await savePlayer(till, '87654321')
    await page.goto(purchaseOf(till.pack))
    await expect(field(page, 'Player-4321')).toBeChecked() // the player used last
    await expect(field(page, 'User ID')).toHaveValue('87654321')
    await field(page, 'Player-5678').check()
    await expect(field(page, 'User ID')).toHaveValue('12345678')
    await expect(field(page, 'Zone ID')).toHaveValue('2001')
    await field(page, 'User ID').fill('5551234')
    await expect(field(page, 'Player-5678')).not.toBeChecked()
    await press(page, 'Validate')
    await expect(field(page, 'Player-1234')).toBeChecked()
    await expect(page.getByRole('button', { name: 'Go to review' })).toBeFocused()
  },
)

journey(
  'a visitor signs up on the way, sees the pack all along and is back at it',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await page.evaluate('localStorage.clear()')
    await page.goto(`/product/${till.game.gameSlug}`)
    await page.getByRole('link', { name: '120 Opals' }).click()
    await page.waitForURL('/login')
    const chosen = page.getByRole('region', { name: 'Your pack' })
    for (const words of ['120 Opals', till.game.gameName, '₹129.00', 'come back here'])
      await expect(chosen).toContainText(words)
    await axe(page)
    await follow(page, 'Sign up')
    await expect(chosen).toContainText('120 Opals')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'terms and conditions' })).toBeVisible()
    await axe(page)
    await fill(page, newcomer('Bala Iyer'))
    await press(page, 'Sign up')
    await page.waitForURL(purchaseOf(till.pack))
    await expect(page.getByText('120 Opals').first()).toBeVisible()
  },
)

journey('a reseller is shown and charged their own price', {}, async ({ page, shop }, counter) => {
  const till = await approach({ page, shop }, counter)
  await till.admin.call(editItem, { itemId: till.pack._id, resellerSellingPrice: 119_00 })
  await proveEmail(shop, till.asha)
  await till.admin.call(editUserAsAdmin, { id: till.asha.id, role: 'reseller' })
  await savePlayer(till)
  await page.goto(purchaseOf(till.pack))
  await expect(page.getByText('₹119.00').first()).toBeVisible()
  await press(page, 'Go to review')
  await press(page, 'Proceed to Pay')
  await expectPaid(page)
  assert.equal((await listOwnOrders(till))[0]!.amount, 119_00)
})

journey(
  'a game that knows no names asks in its own words, and goes straight to the review',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    const game = await makeGame(till.admin, {
      gameName: 'Tide Runners',
      inputFieldOne: 'Captain',
      inputFieldTwo: 'Sea',
      inputFieldTwoOption: ['Asia', 'Europe'],
    })
    await page.goto(purchaseOf(await makeItem(till.admin, game, { itemName: '30 Pearls' })))
    await fill(page, { Captain: 'ahab' })
    await press(page, 'Validate')
    await expectComplaint(page, 'Sea', 'Sea is required.')
    await field(page, 'Sea').selectOption('Europe')
    await press(page, 'Validate')
    await page.waitForURL(/\/purchase\/review\?/)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await expect(page.getByText('Being delivered to ahab')).toBeVisible()
  },
)

journey(
  'a review that is slow to come is waited for at the button that asked for it',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await savePlayer(till)
    await page.goto(purchaseOf(till.pack))
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/v1/order/quote*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await press(page, 'Go to review')
    const button = page.getByRole('button', { name: 'One moment...' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    gate.resolve()
    await expect(page.getByRole('button', { name: 'Proceed to Pay' })).toBeVisible()
  },
)
