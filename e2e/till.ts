import { expect } from '@playwright/test'
import type { Page } from 'playwright'
import type { FullGame, FullItem } from '#contract/games.ts'
import type { Currency } from '#contract/money.ts'
import { editOrder, listOrders, type OrderStatus } from '#contract/orders.ts'
import { createGameDetail } from '#contract/players.ts'
import { makeCategory, makeGame, makeItem } from '#server/testing/catalog.ts'
import { endow } from '#server/testing/ledger.ts'
import { signUp, signUpAdmin, type Member } from '#server/testing/people.ts'
import type { TestShop } from '#server/testing/shop.ts'
import type { Visit } from './browser.ts'
import { press, settle } from './people.ts'

export type Counter = { admin: Member; game: FullGame; pack: FullItem; other: FullItem }
export type Till = Counter & { asha: Member }

/** A game whose players are looked up, and two packs of it. */
export async function layTill(shop: TestShop): Promise<Counter> {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameName: 'Moonfall Arena',
    gameFrom: 'India',
    apiName: 'smileone',
    givenGameName: 'mobilelegends',
    inputFieldTwo: 'Zone ID',
    isValidationRequired: true,
  })
  const pack = await makeItem(admin, game, {
    itemName: '120 Opals',
    sellingPrice: 129_00,
    dummyPrice: 149_00,
    serviceId: '13',
  })
  const other = await makeItem(admin, game, { itemName: '60 Opals', sellingPrice: 75_00 })
  await makeCategory(admin, { categoryTitle: 'Battle arenas', gameId: [game._id] })
  return { admin, game, pack, other }
}

type Money = Partial<Record<Currency, number>>
const MONEY: Money = { INR: 500_00, USD: 20_0000 }

/** A new customer in this browser, with 500 rupees and 20 dollars. */
export async function approach(
  { shop, page }: Pick<Visit, 'shop' | 'page'>,
  counter: Counter,
  money = MONEY,
): Promise<Till> {
  const asha = await signUp(shop, 'Asha Rao')
  for (const [currency, amount] of Object.entries(money))
    await endow(shop.sql, asha.id, amount, currency as Currency)
  await settle(page, asha)
  return { ...counter, asha }
}

export const openTill = async (shop: TestShop, page: Page, money = MONEY): Promise<Till> =>
  approach({ shop, page }, await layTill(shop), money)

export const purchaseOf = ({ gameSlug, itemSlug }: FullItem): string =>
  `/purchase?gameSlug=${gameSlug}&itemSlug=${itemSlug}`

/** Somebody the customer has bought for before. */
export async function savePlayer({ asha, pack }: Till, playerId = '12345678'): Promise<string> {
  const { gameSlug, itemSlug } = pack
  const { status, data, message } = await asha.call(createGameDetail, {
    playerId,
    zoneId: '2001',
    gameSlug,
    itemSlug,
  })
  if (status !== 200) throw new Error(message)
  return data._id
}

/** Straight to the last look before paying. */
export async function goToReview(page: Page, till: Till): Promise<void> {
  await savePlayer(till)
  await page.goto(purchaseOf(till.pack))
  await press(page, 'Go to review')
  await page.waitForURL(/\/purchase\/review\?/)
  await expect(page.getByRole('group', { name: 'Payment mode' })).toBeVisible()
}

/** The newest first. */
export async function listOwnOrders({ asha }: Pick<Till, 'asha'>) {
  const wish = { page: 1, limit: 10, search: '', sort: '-createdAt' } as const
  return (await asha.call(listOrders, wish)).data.orders
}

/** An administrator does what a provider would. */
export async function endOrder({ admin, asha }: Till, status: OrderStatus): Promise<void> {
  const [newest] = await listOwnOrders({ asha })
  const answer = await admin.call(editOrder, { id: newest!._id, status, note: '', reference: '' })
  if (answer.status !== 200) throw new Error(answer.message)
}

export const expectPaid = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
