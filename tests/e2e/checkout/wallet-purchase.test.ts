import assert from 'node:assert/strict'
import { editItem } from '#contract/catalogue/games.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { newEmail } from '#tests/support/accounts/people.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  field,
  fill,
  follow,
  newCustomer,
  press,
} from '#tests/e2e/support/page-actions.ts'
import {
  expectPaid,
  listOwnOrders,
  purchasePath,
  savePlayer,
  settleOrder,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'
import { chooseGift, expectGiftShown } from '#tests/e2e/support/gifts.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const journey = inOneShop(setUpCheckout)

journey(
  'a customer buys in dollars with a coupon on a phone, from home to delivered',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await makeCoupon(checkout.admin, { couponCode: 'LANTERN20', discount: 20_00 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Change currency' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await page.getByRole('link', { name: 'Moonfall Arena' }).first().click()
    await page.getByRole('link', { name: '120 Opals' }).click()
    await page.waitForURL(purchasePath(checkout.pack))
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

    const friend = newEmail('Kiran')
    await chooseGift(page, friend)
    const total = await page.locator('dd').last().innerText()
    await press(page, 'Proceed to Pay')
    await page.waitForURL(/\/purchase\/status\?status=true&orderId=/)
    await expectPaid(page)
    await expect(page.getByText('Being delivered to Player-0007')).toBeVisible()
    await axe(page)
    assert.doesNotMatch(await page.evaluate('JSON.stringify({ ...sessionStorage })'), /kiran/)
    assert.deepEqual(await shop.inbox.read(friend), [])

    const [order] = await listOwnOrders(checkout)
    assert.equal(order!.currency, 'USD')
    assert.equal(
      `$${(order!.amount / 10_000).toFixed(2)}`,
      total,
      'what was shown is what was charged',
    )
    const { data: user } = await checkout.asha.call(getUser, {})
    assert.equal(user.USDbalance, 20_0000 - order!.amount)

    await settleOrder(checkout, 'delivered')
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText('Being delivered')).toHaveCount(0)
    const { text } = await shop.inbox.find(friend, 'Asha Rao sent you 120 Opals')
    assert.match(text, /Happy birthday!/)
    await follow(page, 'Check Order Status')
    await page.waitForURL(`/dashboard/orders?order=${order!._id}`)
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText('Coupon LANTERN20')).toBeVisible()
    await axe(page)
    await expectGiftShown(page, { checkout, orderId: order!._id, friend })
  },
)

journey(
  'a returning customer buys for a saved player in four taps, and the last pack again in two',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await savePlayer(checkout)
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

    await settleOrder(checkout, 'delivered')
    await page.goto(`/product/${checkout.game.gameSlug}`)
    await page.getByRole('link', { name: 'Buy again 120 Opals for Player-0007' }).click()
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
  },
)

journey(
  'choosing a saved player fills the fields, and typing another player deselects it',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await savePlayer(checkout, '12345678')
    await savePlayer(checkout, '87654321')
    await page.goto(purchasePath(checkout.pack))
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
  'a visitor who signs up while buying sees the pack throughout and returns to it',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await page.goto('/robots.txt') // no script of the shop asks for anything meanwhile
    await page.evaluate('localStorage.clear()')
    await page.goto(`/product/${checkout.game.gameSlug}`)
    await page.getByRole('link', { name: '120 Opals' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('/login')
    const chosen = page.getByRole('region', { name: 'Your pack' })
    for (const words of ['120 Opals', checkout.game.gameName, '₹129.00', 'come back here'])
      await expect(chosen).toContainText(words)
    await axe(page)
    await follow(page, 'Sign up')
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await expect(chosen).toContainText('120 Opals')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'terms and conditions' })).toBeVisible()
    await axe(page)
    await fill(page, newCustomer('Bala Iyer'))
    await press(page, 'Sign up')
    await page.waitForURL(purchasePath(checkout.pack))
    await expect(page.getByText('120 Opals').first()).toBeVisible()
  },
)

journey(
  'a reseller is shown and charged their own price',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await checkout.admin.call(editItem, { itemId: checkout.pack._id, resellerSellingPrice: 119_00 })
    await proveEmail(shop, checkout.asha)
    await checkout.admin.call(editUserAsAdmin, { id: checkout.asha.id, role: 'reseller' })
    await savePlayer(checkout)
    await page.goto(purchasePath(checkout.pack))
    await expect(page.getByText('₹119.00').first()).toBeVisible()
    await press(page, 'Go to review')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    assert.equal((await listOwnOrders(checkout))[0]!.amount, 119_00)
  },
)

journey(
  'a game without player lookup uses its own field labels and goes straight to the review',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    const game = await makeGame(checkout.admin, {
      gameName: 'Tide Runners',
      inputFieldOne: 'Captain',
      inputFieldTwo: 'Sea',
      inputFieldTwoOption: ['Asia', 'Europe'],
    })
    await page.goto(purchasePath(await makeItem(checkout.admin, game, { itemName: '30 Pearls' })))
    await fill(page, { Captain: 'ahab' })
    await press(page, 'Validate')
    await expectFieldError(page, 'Sea', 'Sea is required.')
    await field(page, 'Sea').selectOption('Europe')
    await press(page, 'Validate')
    await page.waitForURL(/\/purchase\/review\?/)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await expect(page.getByText('Being delivered to ahab')).toBeVisible()
  },
)

journey(
  'a slow review shows its progress on the button that opened it',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await savePlayer(checkout)
    await page.goto(purchasePath(checkout.pack))
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
