import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { editItem } from '#contract/catalogue/games.ts'
import { expect, inOneShop, journey } from './browser.ts'
import { press } from './people.ts'
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

const WALLET = '**/api/v1/order/wallet'
const UNHEARD = 'The connection dropped'

const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Pay' })

const PRESS_TWICE = `for (const button of document.querySelectorAll('button'))
  if (/Proceed to Pay|Processing/.test(button.textContent)) { button.click(); button.click() }`

/** The request arrives and is handled, but its answer is lost. */
const loseAnswers = (page: Page) =>
  page.route(WALLET, async (route) => {
    await route.fetch()
    await route.abort()
  })

inShop('a double click buys once', {}, async ({ page, shop }, counter) => {
  const till = await approach({ page, shop }, counter)
  await goToReview(page, till)
  await payButton(page).dblclick()
  await expectPaid(page)
  assert.equal((await listOwnOrders(till)).length, 1)
})

inShop(
  'two presses before the first is drawn buy once',
  { screen: 'phone' },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await goToReview(page, till)
    await page.evaluate(PRESS_TWICE)
    await expectPaid(page)
    assert.equal((await listOwnOrders(till)).length, 1)
  },
)

inShop(
  'an answer that is lost is asked for again, also after a reload, and nothing is paid twice',
  { screen: 'phone', expects: [/ERR_FAILED/] },
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter, { INR: 129_00 })
    await goToReview(page, till)
    await loseAnswers(page)
    await press(page, 'Proceed to Pay')
    await expect(page.getByText(UNHEARD)).toBeVisible()
    await page.unroute(WALLET)
    await page.reload()
    await expect(page.getByText(UNHEARD)).toBeVisible()
    await press(page, 'Proceed to Pay') // although the wallet is empty by now
    await expectPaid(page)
    const orders = await listOwnOrders(till)
    assert.equal(orders.length, 1)
    assert.match(page.url(), new RegExp(orders[0]!._id))
  },
)

journey(
  'a purchase whose answer was lost is not repeated at another price',
  { expects: [/ERR_FAILED/, /status of 422/] },
  async ({ page, shop }) => {
    const till = await openTill(shop, page)
    await goToReview(page, till)
    await loseAnswers(page)
    await press(page, 'Proceed to Pay')
    await expect(page.getByText(UNHEARD)).toBeVisible()
    await page.unroute(WALLET)
    await till.admin.call(editItem, { itemId: till.pack._id, sellingPrice: 99_00 })
    await page.reload()
    await press(page, 'Proceed to Pay')
    await expect(page.getByText('You bought this a moment ago')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See your orders' })).toBeVisible()
    assert.equal((await listOwnOrders(till)).length, 1)
    await press(page, 'Buy it again')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    assert.equal((await listOwnOrders(till)).length, 2)
  },
)

inShop(
  'the way back from paid leads to nothing that pays again',
  {},
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await goToReview(page, till)
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await page.goBack()
    await page.waitForURL(purchaseOf(till.pack))
  },
)

inShop(
  'a press while the next page is on its way buys nothing',
  {},
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await goToReview(page, till)
    const gate = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/order\/[0-9a-f-]{36}$/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await press(page, 'Proceed to Pay')
    await expect.poll(async () => (await listOwnOrders(till)).length).toBe(1)
    await page.waitForURL(/\/purchase\/status/)
    await page.evaluate(PRESS_TWICE)
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    gate.resolve()
    await expectPaid(page)
    assert.equal((await listOwnOrders(till)).length, 1)
  },
)
