import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { editItem } from '#contract/catalogue/games.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { press } from '#tests/e2e/support/page-actions.ts'
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

const WALLET = '**/api/v1/order/wallet'
const CONNECTION_DROPPED = 'The connection dropped'

const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Pay' })

const PRESS_TWICE = `for (const button of document.querySelectorAll('button'))
  if (/Proceed to Pay|Processing/.test(button.textContent)) { button.click(); button.click() }`

/** The request arrives and is handled, but its answer is lost. */
const dropAnswers = (page: Page) =>
  page.route(WALLET, async (route) => {
    await route.fetch()
    await route.abort()
  })

journey('a double click buys once', {}, async ({ page, shop }, checkoutShop) => {
  const checkout = await signInBuyer({ page, shop }, checkoutShop)
  await goToReview(page, checkout)
  await payButton(page).dblclick()
  await expectPaid(page)
  assert.equal((await listOwnOrders(checkout)).length, 1)
})

journey('two clicks before the page redraws buy once', {}, async ({ page, shop }, checkoutShop) => {
  const checkout = await signInBuyer({ page, shop }, checkoutShop)
  await goToReview(page, checkout)
  await page.evaluate(PRESS_TWICE)
  await expectPaid(page)
  assert.equal((await listOwnOrders(checkout)).length, 1)
})

journey(
  'a lost response is retried, also after a reload, and nothing is paid twice',
  { expects: [/ERR_FAILED/] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop, { INR: 129_00 })
    await goToReview(page, checkout)
    await dropAnswers(page)
    await press(page, 'Proceed to Pay')
    await expect(page.getByText(CONNECTION_DROPPED)).toBeVisible()
    await page.unroute(WALLET)
    await page.reload()
    await expect(page.getByText(CONNECTION_DROPPED)).toBeVisible()
    await press(page, 'Proceed to Pay') // although the wallet is empty by now
    await expectPaid(page)
    const orders = await listOwnOrders(checkout)
    assert.equal(orders.length, 1)
    assert.match(page.url(), new RegExp(orders[0]!._id))
  },
)

journey(
  'a purchase whose response was lost is not repeated at another price',
  { expects: [/ERR_FAILED/, /status of 422/] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, await addPack(checkoutShop))
    await goToReview(page, checkout)
    await dropAnswers(page)
    await press(page, 'Proceed to Pay')
    await expect(page.getByText(CONNECTION_DROPPED)).toBeVisible()
    await page.unroute(WALLET)
    await checkout.admin.call(editItem, { itemId: checkout.pack._id, sellingPrice: 99_00 })
    await page.reload()
    await press(page, 'Proceed to Pay')
    await expect(page.getByText('You bought this a moment ago')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See your orders' })).toBeVisible()
    assert.equal((await listOwnOrders(checkout)).length, 1)
    await press(page, 'Buy it again')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    assert.equal((await listOwnOrders(checkout)).length, 2)
  },
)

journey(
  'going back after a payment leads to no page that pays again',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await goToReview(page, checkout)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await page.goBack()
    await page.waitForURL(purchasePath(checkout.pack))
  },
)

journey(
  'a click while the next page loads buys nothing',
  {},
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await goToReview(page, checkout)
    const gate = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/order\/[0-9a-f-]{36}$/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await press(page, 'Proceed to Pay')
    await expect.poll(async () => (await listOwnOrders(checkout)).length).toBe(1)
    await page.waitForURL(/\/purchase\/status/)
    await page.evaluate(PRESS_TWICE)
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    gate.resolve()
    await expectPaid(page)
    assert.equal((await listOwnOrders(checkout)).length, 1)
  },
)
