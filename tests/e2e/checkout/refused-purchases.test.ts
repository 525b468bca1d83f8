import assert from 'node:assert/strict'
import { editItem } from '#contract/catalogue/games.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  follow,
  navigate,
  press,
} from '#tests/e2e/support/page-actions.ts'
import {
  addPack,
  expectPaid,
  goToReview,
  listOwnOrders,
  purchasePath,
  setUpCheckout,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const journey = inOneShop(setUpCheckout)

const NOT_FOUND = /status of 404/

journey(
  'a buyer with too little money sees the missing amount and can add it',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop, { INR: 100_50 })
    await goToReview(page, checkout)
    await expect(page.getByText('You need ₹28.50 more.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proceed to Pay' })).toHaveCount(0)
    await follow(page, 'Add ₹28.50')
    await page.waitForURL('/dashboard/wallet?amount=28.50')
    await expect(field(page, 'Amount')).toHaveValue('28.50')
  },
)

journey(
  'an empty dollar wallet leads to the rupee wallet that has enough',
  { screen: 'phone' },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop, { INR: 500_00 })
    await page.evaluate("localStorage.setItem('currency', 'USD')")
    await goToReview(page, checkout)
    await expect(page.getByText('Your rupee wallet has ₹500.00, which is enough.')).toBeVisible()
    await press(page, 'Pay in rupees')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    assert.equal((await listOwnOrders(checkout))[0]!.amount, 129_00)
  },
)

journey(
  'an unknown player is reported beside the field, and the purchase stops',
  { screen: 'phone', expects: [NOT_FOUND] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await page.goto(purchasePath(checkout.pack))
    await press(page, 'Validate')
    await expectFieldError(page, 'User ID', 'Player ID is required.')
    await expectFieldError(page, 'Zone ID', 'Zone ID is required.')
    await expect(field(page, 'User ID')).toBeFocused()
    await fill(page, { 'User ID': '900000001', 'Zone ID': '2001' })
    await press(page, 'Validate')
    await expectFieldError(page, 'User ID', 'No player has this User ID and Zone ID. Check both.')
    await expect(field(page, 'User ID')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Validate' })).toBeVisible()
  },
)

journey(
  'a changed price needs a new confirmation, and the new price is charged',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, await addPack(checkoutShop))
    await goToReview(page, checkout)
    await checkout.admin.call(editItem, { itemId: checkout.pack._id, sellingPrice: 139_00 })
    await press(page, 'Proceed to Pay')
    await expect(page.getByText('The price has changed from ₹129.00 to ₹139.00.')).toBeVisible()
    assert.equal((await listOwnOrders(checkout)).length, 0)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    const [order] = await listOwnOrders(checkout)
    assert.equal(order!.amount, 139_00)
  },
)

journey(
  'a pack that sold out leads to the other packs, for the same player',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, await addPack(checkoutShop))
    await goToReview(page, checkout)
    await checkout.admin.call(editItem, { itemId: checkout.pack._id, quantity: 0 })
    await press(page, 'Proceed to Pay')
    await expect(page.getByText(`${checkout.pack.itemName} just sold out.`)).toBeVisible()
    await page.getByRole('link', { name: '60 Opals' }).click()
    await expect(page.getByText('Player-0007')).toBeVisible()
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    const orders = await listOwnOrders(checkout)
    assert.deepEqual(
      orders.map(({ itemId }) => itemId.itemName),
      ['60 Opals'],
    )
  },
)

journey(
  'an unknown pack leads to the packs on sale',
  { screen: 'phone', expects: [NOT_FOUND] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await page.goto(`/purchase?gameSlug=${checkout.game.gameSlug}&itemSlug=gone`)
    await expect(page.getByRole('heading', { name: 'Pack not found' })).toBeVisible()
    await page.getByRole('link', { name: '60 Opals' }).click()
    await page.waitForURL(purchasePath(checkout.other))
    await navigate(page, '/purchase?gameSlug=gone&itemSlug=gone')
    await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible()
    await follow(page, 'Pick a game')
    await page.waitForURL('/')
  },
)

journey(
  'a coupon that cannot be used says why beside its field, also from the address',
  { screen: 'phone', expects: [NOT_FOUND, REFUSED] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await makeCoupon(checkout.admin, { couponCode: 'BIG', minPrice: 1_000_00 })
    await goToReview(page, checkout)
    await field(page, 'Coupon code').fill('nobody')
    await press(page, 'Apply')
    await expectFieldError(page, 'Coupon code', 'Coupon not found')
    await page.goto(`${page.url()}&couponCode=big`)
    await expect(field(page, 'Coupon code')).toHaveValue('BIG')
    await expect(field(page, 'Coupon code')).toHaveAttribute('aria-invalid', 'true')
    await press(page, 'Proceed to Pay') // pays the price shown, without the coupon
    await expectPaid(page)
    assert.equal((await listOwnOrders(checkout))[0]!.amount, 129_00)
  },
)

journey(
  'a shop without online payments says so beside UPI, and the wallet still pays',
  { screen: 'phone', expects: [/status of 503/] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await page.evaluate("localStorage.setItem('currency', 'USD')")
    await goToReview(page, checkout)
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
