import type { TestContext } from 'node:test'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import type { Input } from '#contract/core/endpoint.ts'
import {
  findGameAsAdmin,
  type addItem,
  type FullGame,
  type FullItem,
} from '#contract/catalogue/games.ts'
import { listPriceRules, putPriceRule, syncPrices } from '#contract/catalogue/suppliers/prices.ts'
import type { Task } from '#contract/core/tasks.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { makeGame, makeItem } from './catalog.ts'
import { signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { begin, untilEnded } from '#tests/support/backoffice/tasks.ts'
import { until } from '#tests/support/shop/wait.ts'

export type PricedShop = { shop: TestShop; admin: Member; game: FullGame; item: FullItem }

/** UniPin's prices for its products 1001 and 1002. */
export const COST = 50_40
export const OTHER_COST = 75_60

type Rule = Omit<Input<typeof putPriceRule>, 'gameSlug'>

export const RULE: Rule = {
  kind: 'percent',
  margin: 10_00,
  resellerMargin: 5_00,
  roundTo: 1_00,
  roundMinus: 0,
  changeMax: 30,
}

/** Opens a shop with one pack, for 100 rupees, that UniPin sells for 50.40. */
export async function openPriced(
  t: Pick<TestContext, 'after'>,
  pack: Partial<Input<typeof addItem>> = {},
): Promise<PricedShop> {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameName: 'Moonfall Arena',
    apiName: 'unipin',
    givenGameName: 'legends',
  })
  const item = await makeItem(admin, game, { itemName: '60 Opals', serviceId: '1001', ...pack })
  return { shop, admin, game, item }
}

/** Gives the game a price rule, and waits until its prices follow. */
export async function follow(
  priced: Pick<PricedShop, 'shop' | 'admin' | 'game'>,
  rule: Partial<Rule> = {},
): Promise<void> {
  const { gameSlug } = priced.game
  const { status, message } = await priced.admin.call(putPriceRule, { ...RULE, ...rule, gameSlug })
  if (status !== 200) throw new Error(message)
  await untilSynced(priced)
}

/** Updates the prices of one game from what its packs cost now. */
export const syncNow = async ({ admin, game }: Pick<PricedShop, 'admin' | 'game'>): Promise<Task> =>
  untilEnded(admin, await begin(admin, syncPrices, { gameSlug: game.gameSlug }))

/** Runs the scheduled update of all games with a price rule, several times at once if asked. */
export async function syncAll({ shop }: Pick<PricedShop, 'shop'>, times = 1): Promise<void> {
  const add = () => shop.sql.begin((tx) => enqueue(tx, 'sync-products', {}))
  await Promise.all(Array.from({ length: times }, add))
  await untilSynced({ shop })
}

const untilSynced = ({ shop }: Pick<PricedShop, 'shop'>): Promise<void> =>
  until('prices are looked up', async () => {
    const [row] = await shop.sql<[{ count: number }]>`
      select count(*) from job where name = 'sync-products'`
    return row.count === 0
  })

export async function readItem({ admin, game, item }: PricedShop): Promise<FullItem> {
  const { data } = await admin.call(findGameAsAdmin, { slug: game.gameSlug })
  return data.itemId.find(({ _id }) => _id === item._id)!
}

type Product = { provider?: string; productId: string; cost?: number; isAvailable?: boolean }

/** Changes a supplier's price for a product, in its own currency, and whether it is available. */
export async function changeProduct(
  { shop }: Pick<PricedShop, 'shop'>,
  { provider = 'unipin', ...product }: Product,
): Promise<void> {
  const response = await fetch(`${shop.sandboxUrl}/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, ...product }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** The cost, the selling price and the reseller price. */
export const pricesOf = ({ costPrice, sellingPrice, resellerSellingPrice }: FullItem) => [
  costPrice,
  sellingPrice,
  resellerSellingPrice,
]

export const listRules = async ({ admin }: Pick<PricedShop, 'admin'>, list = {}) =>
  (await admin.call(listPriceRules, { page: 1, limit: 10, search: '', ...list })).data

/** Lists the alerts that the back office shows. */
export const alertsOf = async ({ admin }: Pick<PricedShop, 'admin'>): Promise<string[]> =>
  (await admin.call(listAlerts, {})).data.map(({ words }) => words)
