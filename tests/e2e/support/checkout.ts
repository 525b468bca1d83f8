import type { Page } from 'playwright'
import { settleDelivery } from '#contract/orders/deliveries.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Currency } from '#contract/core/money.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { makeCategory, makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { order } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import { expect, type Journey } from './browser.ts'
import { press, signInAs } from './page-actions.ts'

export type CheckoutShop = { admin: Member; game: FullGame; pack: FullItem; other: FullItem }
export type Checkout = CheckoutShop & { asha: Member }

/** Packs for this player stay under way until an administrator decides their outcome. */
const SLOW_PLAYER = '900000007'

/** A game with player lookup, and two packs of it. */
export async function setUpCheckout(shop: TestShop): Promise<CheckoutShop> {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameName: 'Moonfall Arena',
    gameFrom: 'India',
    apiName: 'unipin',
    givenGameName: 'mobile-legends',
    inputFieldTwo: 'Zone ID',
    isValidationRequired: true,
  })
  const pack = await makeItem(admin, game, {
    itemName: '120 Opals',
    sellingPrice: 129_00,
    dummyPrice: 149_00,
    serviceId: '1001',
  })
  const other = await makeItem(admin, game, {
    itemName: '60 Opals',
    sellingPrice: 75_00,
    serviceId: '1002',
  })
  await makeCategory(admin, { categoryTitle: 'Battle arenas', gameId: [game._id] })
  return { admin, game, pack, other }
}

/** The same shop with a pack of its own, for a journey that changes it. */
export async function addPack(checkoutShop: CheckoutShop): Promise<CheckoutShop> {
  const { admin, game } = checkoutShop
  const fields = { itemName: `Gift of ${++added} Opals`, sellingPrice: 129_00, serviceId: '1003' }
  return { ...checkoutShop, pack: await makeItem(admin, game, fields) }
}

let added = 0

type Money = Partial<Record<Currency, number>>
const MONEY: Money = { INR: 500_00, USD: 20_0000 }

/** Signs in a new customer with 500 rupees and 20 dollars. */
export async function signInBuyer(
  { shop, page }: Pick<Journey, 'shop' | 'page'>,
  checkoutShop: CheckoutShop,
  money = MONEY,
): Promise<Checkout> {
  const asha = await signUp(shop, 'Asha Rao')
  for (const [currency, amount] of Object.entries(money))
    await endow(shop.sql, asha.id, amount, currency as Currency)
  await signInAs(page, asha)
  return { ...checkoutShop, asha }
}

export const purchasePath = ({ gameSlug, itemSlug }: FullItem): string =>
  `/purchase?gameSlug=${gameSlug}&itemSlug=${itemSlug}`

/** Saves a player, as if the customer had bought for them before. */
export async function savePlayer(
  { asha, pack }: Checkout,
  playerId = SLOW_PLAYER,
  zoneId = '2001',
): Promise<string> {
  const { gameSlug, itemSlug } = pack
  const { status, data, message } = await asha.call(createGameDetail, {
    playerId,
    zoneId,
    gameSlug,
    itemSlug,
  })
  if (status !== 200) throw new Error(message)
  return data._id
}

/** Opens the review page, the last one before paying. */
export async function goToReview(page: Page, checkout: Checkout): Promise<void> {
  await savePlayer(checkout)
  await page.goto(purchasePath(checkout.pack))
  await press(page, 'Go to review')
  await page.waitForURL(/\/purchase\/review\?/)
  await expect(page.getByRole('group', { name: 'Payment mode' })).toBeVisible()
}

/** Buys the pack through the API, and returns the order's id. */
export async function placeOrder(checkout: Checkout): Promise<string> {
  const gameDetailId = await savePlayer(checkout)
  const { status, data, message } = await order(
    { ...checkout.asha, gameDetailId },
    { item: checkout.pack },
  )
  if (status !== 200) throw new Error(message)
  return data._id
}

/** Lists the customer's orders, newest first. */
export async function listOwnOrders({ asha }: Pick<Checkout, 'asha'>) {
  const input = { page: 1, limit: 10, search: '', sort: '-createdAt' } as const
  return (await asha.call(listOrders, input)).data.orders
}

/** Settles the newest order as an administrator, as soon as it is under way. */
export async function settleOrder(
  { admin, asha }: Checkout,
  outcome: Input<typeof settleDelivery>['outcome'],
): Promise<void> {
  const [newest] = await listOwnOrders({ asha })
  const input = { id: newest!._id, outcome, note: 'They told us' }
  await until('it is settled', async () => (await admin.call(settleDelivery, input)).status === 200)
}

export const expectPaid = (page: Page): Promise<void> =>
  expect(
    page.getByRole('heading', { name: /^(Payment Successful|Paid and delivered)$/ }),
  ).toBeVisible()
