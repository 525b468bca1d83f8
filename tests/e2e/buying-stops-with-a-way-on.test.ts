import assert from 'node:assert/strict'
import { editItem } from '#contract/catalogue/games.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { expect, inOneShop, journey, REFUSED } from './browser.ts'
import { expectComplaint, expectToast, field, fill, follow, press } from './people.ts'
import {
  approach,
  expectPaid,
  goToReview,
  layTill,
  listOwnOrders,
  openTill,
  purchaseOf,
} from './till.ts'

const inShop = inOneShop(layTill)

const NOT_FOUND = /status of 404/

inShop(
  'who has too little money sees exactly what is missing, and adds it with a press',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter, { INR: 100_50 })
    await goToReview(page, till)
    await expect(page.getByText('You need ₹28.50 more.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proceed to Pay' })).toHaveCount(0)
    await follow(page, 'Add ₹28.50')
    await page.waitForURL('/dashboard/wallet?amount=28.50')
    await expect(field(page, 'Amount')).toHaveValue('28.50')
  },
)

inShop(
  'an empty dollar wallet leads to the rupee wallet that has enough',
  {},
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter, { INR: 500_00 })
    await page.evaluate("localStorage.setItem('currency', 'USD')")
    await goToReview(page, till)
    await expect(page.getByText('Your rupee wallet has ₹500.00, which is enough.')).toBeVisible()
    await press(page, 'Pay in rupees')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    assert.equal((await listOwnOrders(till))[0]!.amount, 129_00)
  },
)

inShop(
  'a player that nobody knows is said beside the field, and nothing goes on',
  { screen: 'phone', expects: [NOT_FOUND] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await page.goto(purchaseOf(till.pack))
    await press(page, 'Validate')
    await expectComplaint(page, 'User ID', 'Player ID is required.')
    await expectComplaint(page, 'Zone ID', 'Zone ID is required.')
    await expect(field(page, 'User ID')).toBeFocused()
    await fill(page, { 'User ID': '900000001', 'Zone ID': '2001' })
    await press(page, 'Validate')
    await expectComplaint(page, 'User ID', 'No player has this User ID and Zone ID. Check both.')
    await expect(field(page, 'User ID')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Validate' })).toBeVisible()
  },
)

journey(
  'a price that changed meanwhile is shown and asked for again; the new one is charged',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }) => {
    const till = await openTill(shop, page)
    await goToReview(page, till)
    await till.admin.call(editItem, { itemId: till.pack._id, sellingPrice: 139_00 })
    await press(page, 'Proceed to Pay')
    await expect(page.getByText('The price has changed from ₹129.00 to ₹139.00.')).toBeVisible()
    assert.equal((await listOwnOrders(till)).length, 0)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    const [order] = await listOwnOrders(till)
    assert.equal(order!.amount, 139_00)
  },
)

journey(
  'a pack that sold out meanwhile leads to the others, for the same player',
  { expects: [REFUSED] },
  async ({ page, shop }) => {
    const till = await openTill(shop, page)
    await goToReview(page, till)
    await till.admin.call(editItem, { itemId: till.pack._id, quantity: 0 })
    await press(page, 'Proceed to Pay')
    await expect(page.getByText('120 Opals just sold out.')).toBeVisible()
    await page.getByRole('link', { name: '60 Opals' }).click()
    await expect(page.getByText('Player-0007')).toBeVisible()
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    const orders = await listOwnOrders(till)
    assert.deepEqual(
      orders.map(({ itemId }) => itemId.itemName),
      ['60 Opals'],
    )
  },
)

inShop(
  'a pack that is not there leads to those that are',
  { expects: [NOT_FOUND] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await page.goto(`/purchase?gameSlug=${till.game.gameSlug}&itemSlug=gone`)
    await expect(page.getByRole('heading', { name: 'Pack not found' })).toBeVisible()
    await page.getByRole('link', { name: '60 Opals' }).click()
    await page.waitForURL(purchaseOf(till.other))
    await page.goto('/purchase?gameSlug=gone&itemSlug=gone')
    await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible()
    await follow(page, 'Pick a game')
    await page.waitForURL('/')
  },
)

inShop(
  'a coupon that cannot be used says why beside it, also when it comes with the address',
  { expects: [NOT_FOUND, REFUSED] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await makeCoupon(till.admin, { couponCode: 'BIG', minPrice: 1_000_00 })
    await goToReview(page, till)
    await field(page, 'Coupon code').fill('nobody')
    await press(page, 'Apply')
    await expectComplaint(page, 'Coupon code', 'Coupon not found')
    await page.goto(`${page.url()}&couponCode=big`)
    await expect(field(page, 'Coupon code')).toHaveValue('BIG')
    await expect(field(page, 'Coupon code')).toHaveAttribute('aria-invalid', 'true')
    await press(page, 'Proceed to Pay') // pays the price shown, without the coupon
    await expectPaid(page)
    assert.equal((await listOwnOrders(till))[0]!.amount, 129_00)
  },
)

inShop(
  'a shop without online payments says so beside UPI, and the wallet still pays',
  { screen: 'phone', expects: [/status of 503/] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await page.evaluate("localStorage.setItem('currency', 'USD')")
    await goToReview(page, till)
    await field(page, 'UPI').check()
    await expect(page.getByText('₹129.00', { exact: true }).last()).toBeVisible() // UPI never charges dollars
    await press(page, 'Proceed to Pay')
    await expectToast(page, 'This shop isn’t taking online payments right now')
    await expect(page.getByText('You can pay from your wallet.')).toBeInViewport()
    await field(page, 'Wallet').check()
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
  },
)
