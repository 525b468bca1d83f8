import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Currency } from '#contract/core/money.ts'
import {
  findOrder,
  listOrders,
  placeUpiOrder,
  placeWalletOrder,
  type OrderStatus,
  type OrderWithTimeline,
} from '#contract/orders/orders.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import type { Gift } from '#contract/orders/gifts.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import {
  createPerson,
  signUp,
  signUpAdmin,
  type Answer,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { makePlayer } from './players.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

export type PackShop = {
  shop: TestShop
  admin: Member
  game: FullGame
  item: FullItem // costs 100 rupees
  asha: Buyer
}

/** A customer with a player to buy for. */
export type Buyer = Member & { gameDetailId: string }

/** Opens a shop that sells one pack, with a customer who has 1,000 rupees and 100 dollars. */
export async function openPackShop(
  t: Parameters<typeof openShop>[0],
  options?: Parameters<typeof openShop>[1],
) {
  const shop = await openShop(t, options)
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game)
  const asha = await makeBuyer(shop, game, { INR: 1_000_00, USD: 100_0000 })
  return { shop, admin, game, item, asha } satisfies PackShop
}

export async function makeBuyer(
  shop: Pick<TestShop, 'url' | 'sql'>,
  game: FullGame,
  money: Partial<Record<Currency, number>> = {},
): Promise<Buyer> {
  const person = await signUp(shop, 'Asha Rao')
  for (const [currency, amount] of Object.entries(money))
    if (amount > 0) await endow(shop.sql, person.id, amount, currency as Currency)
  return Object.assign(person, { gameDetailId: await makePlayer(person, game) })
}

/** The same shop with a new customer, by default with 1,000 rupees and 100 dollars. */
export const withNewBuyer = async <Shop extends PackShop>(
  packShop: Shop,
  money: Parameters<typeof makeBuyer>[2] = { INR: 1_000_00, USD: 100_0000 },
): Promise<Shop> => ({
  ...packShop,
  asha: await makeBuyer(packShop.shop, packShop.game, money),
})

/** The same customer with another player, because an unpaid order for the same player would be resumed. */
export const forAnother = async (
  buyer: Buyer,
  game: Pick<FullGame, 'gameSlug'>,
  playerId = '200000001',
): Promise<Buyer> => ({ ...buyer, gameDetailId: await makePlayer(buyer, game, playerId) })

/** Opens a shop like `openPackShop` that takes payments through a gateway. The customer's wallet is empty. */
export async function openUpiPackShop(...[t, options]: Parameters<typeof openShop>) {
  const shop = await openShop(t, options)
  const admin = await signUpAdmin(shop)
  const { status, message } = await admin.call(choosePaymentGateway, { active: 'razorpay' })
  if (status !== 200) throw new Error(message)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game)
  return { shop, admin, game, item, asha: await makeBuyer(shop, game) } satisfies PackShop
}

/** The same customer, calling another node. */
export const atNode = ({ url }: Pick<TestShop, 'url'>, buyer: Buyer): Buyer => ({
  ...buyer,
  ...createPerson(url, buyer.tokens),
  tokens: buyer.tokens,
})

type WalletOrderInput = {
  item: FullItem
  couponCode?: string
  currency?: Currency
  totalMax?: number
  gift?: Gift
}
type PlacedAnswer = Answer<typeof placeWalletOrder>

/** Sends one order under a new idempotency key, unless the buyer's headers have one. */
export const order = (
  buyer: Buyer,
  { item, couponCode = '', currency = 'INR', ...input }: WalletOrderInput,
): Promise<PlacedAnswer> => {
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = buyer
  return buyer.call(placeWalletOrder, {
    gameSlug,
    itemSlug,
    gameDetailId,
    couponCode,
    currency,
    ...input,
  })
}

type UpiOrderInput = {
  item: FullItem
  couponCode?: string
  currency?: Currency
  method?: GatewayMethod
  totalMax?: number
  gift?: Gift
}

/** Sends an order that is paid through a gateway. The answer has the payment page. */
export const orderByUpi = (
  { call, gameDetailId }: Buyer,
  { item: { gameSlug, itemSlug }, couponCode = '', ...input }: UpiOrderInput,
): Promise<Answer<typeof placeUpiOrder>> =>
  call(placeUpiOrder, { gameSlug, itemSlug, gameDetailId, couponCode, ...input })

/** Places an order that can be paid. Returns its id and the payment page. */
export async function placeByUpi(
  buyer: Buyer,
  input: UpiOrderInput,
): Promise<{ id: string; url: string }> {
  const { data, message } = await orderByUpi(buyer, input)
  if (!data?.payment_url) throw new Error(message)
  const { data: list } = await buyer.call(listOrders, {
    page: 1,
    limit: 1,
    search: '',
    sort: '-createdAt',
  })
  return { id: list.orders[0]!._id, url: data.payment_url }
}

export const readOrder = async (buyer: Person, id: string): Promise<OrderWithTimeline> =>
  (await buyer.call(findOrder, { id })).data

export async function untilOrder(
  buyer: Person,
  id: string,
  status: OrderStatus,
): Promise<OrderWithTimeline> {
  await until(`the order is ${status}`, async () => (await readOrder(buyer, id)).status === status)
  return readOrder(buyer, id)
}

/** Balance of one of the shop's own accounts, in paise. A negative balance is money taken in from outside. */
export async function sumOfHouse(
  { sql }: Pick<TestShop, 'sql'>,
  name: string,
  currency: Currency = 'INR',
): Promise<number> {
  const [row] = await sql<[{ sum: number }]>`
    select coalesce(sum(case id when credit then amount else -amount end), 0)::bigint as sum
    from account left join transfer on id in (debit, credit)
    where address = ${`house:${name}`} and account.currency = ${currency}`
  return row.sum
}

type Traces = {
  orders: number
  lines: number // of order transfers
  keys: number
  uses: number // of all coupons together
  sold: number
}

/** Counts the rows and uses that orders have left in the database. */
export async function findTraces({ sql }: Pick<TestShop, 'sql'>): Promise<Traces> {
  const [row] = await sql<[Traces]>`
    select (select count(*) from orders) as orders,
      (select count(*) from transfer where kind = 'order') as lines,
      (select count(*) from idempotency where call like 'POST /order/%') as keys,
      (select coalesce(sum(use_count), 0) from coupon) as uses,
      (select coalesce(sum(purchase_count), 0) from item)
        + (select coalesce(sum(count), 0) from item_sale) as sold`
  return row
}

/** Counts the rows and uses that orders have left since `before`. */
export async function findTracesSince(
  shop: Pick<TestShop, 'sql'>,
  before: Traces,
): Promise<Traces> {
  const now = await findTraces(shop)
  return {
    orders: now.orders - before.orders,
    lines: now.lines - before.lines,
    keys: now.keys - before.keys,
    uses: now.uses - before.uses,
    sold: now.sold - before.sold,
  }
}
