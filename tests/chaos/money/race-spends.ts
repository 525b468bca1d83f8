import type { FullItem } from '#contract/catalogue/games.ts'
import type { Currency } from '#contract/core/money.ts'
import { getQuote } from '#contract/orders/orders.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order, type Buyer } from '#tests/support/orders/orders.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import {
  retryUntilAnswered,
  tallyCodes,
  times,
  type RaceShop,
  type AtEachNode,
} from './open-race-shop.ts'

export type SpendRaces = {
  rounds: Record<Way, number>
  calls: number
  won: number // calls that became orders
  wrong: string[]
}

type Options = { rounds: number; atOnce: number; dice: Dice }

/** The scarce resources of each kind of race; `together` combines all three. */
const SCARCE = {
  wallet: ['money'],
  coupon: ['uses'],
  stock: ['stock'],
  together: ['money', 'uses', 'stock'],
} as const
type Way = keyof typeof SCARCE
type Resource = (typeof SCARCE)[Way][number]
const WAYS = Object.keys(SCARCE) as Way[]

const NO: Record<Resource, string> = {
  money: 'BALANCE_TOO_LOW',
  uses: 'COUPON_NOT_USABLE',
  stock: 'OUT_OF_STOCK',
}
const COVERS_MAX = 40
const DISCOUNT = 7_00

/** Sends many orders at once when money, coupon uses, stock or all three cover only a few of them. */
export async function raceSpends(
  raceShop: RaceShop,
  { rounds, atOnce, dice }: Options,
): Promise<SpendRaces> {
  const report: SpendRaces = {
    rounds: { wallet: 0, coupon: 0, stock: 0, together: 0 },
    calls: 0,
    won: 0,
    wrong: [],
  }
  for (let round = 0; round < rounds; round++) {
    const way = WAYS[round % WAYS.length]!
    const race = await prepareRace(raceShop, way, dice)
    const answers = await times(atOnce, (index) => {
      const { at } = race.buyers[index % race.buyers.length]!
      const { item, couponCode, currency } = race
      return retryUntilAnswered((turn) =>
        order(at[(index + turn) % at.length]!, { item, couponCode, currency }),
      )
    })
    const what = `round ${round}, ${way} that covers ${race.covers}`
    report.wrong.push(...(await judge(raceShop, race, answers)).map((fault) => `${what}: ${fault}`))
    report.rounds[way]++
    report.calls += atOnce
    report.won += answers.filter(({ status }) => status === 200).length
  }
  return report
}

type Race = {
  buyers: AtEachNode<Buyer>[]
  item: FullItem
  couponCode: string
  currency: Currency
  covers: number
  codes: string[] // the codes by which the others may be refused
  before: number // the sum of all wallets
  price: number
}

/**
 * Draws how much there is of each scarce resource, and so how many orders are covered. There is plenty of the others.
 */
async function prepareRace(raceShop: RaceShop, way: Way, dice: Dice): Promise<Race> {
  const { admin, game, setup } = raceShop
  const scarce: readonly Resource[] = SCARCE[way]
  const few = () => dice.below(COVERS_MAX + 1)
  const [stock, uses] = [1 + few(), 1 + few()]
  const currency = dice.pick(['INR', 'INR', 'USD'] as const)
  const item = await makeItem(admin.one, game, {
    sellingPrice: 50_00 + dice.below(200_00),
    ...(scarce.includes('stock') ? { quantity: stock } : {}),
  })
  const coupon = scarce.includes('uses')
    ? await makeCoupon(admin.one, { discount: DISCOUNT, maxNumberOfUsage: uses })
    : null
  const couponCode = coupon?.couponCode ?? ''
  const buyers = scarce.includes('money') ? [raceShop.poor] : raceShop.buyers
  const price = await readPrice(buyers[0]!.one, { item, couponCode, currency })
  if (scarce.includes('money'))
    await leave(raceShop, {
      buyer: raceShop.poor.one,
      currency,
      amount: few() * price + dice.below(price),
    })
  const before = await sumWallets(setup, buyers, currency)
  const covers = Math.min(
    scarce.includes('money') ? Math.floor(before / price) : Infinity,
    scarce.includes('stock') ? stock : Infinity,
    scarce.includes('uses') ? uses : Infinity,
  )
  const codes = scarce.map((resource) => NO[resource])
  return { buyers, item, couponCode, currency, covers, codes, before, price }
}

type SpendInput = { item: FullItem; couponCode: string; currency: Currency }

async function readPrice(
  buyer: Buyer,
  { item, couponCode, currency }: SpendInput,
): Promise<number> {
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = buyer
  const options = { gameSlug, itemSlug, gameDetailId, couponCode, currency }
  const { data, message } = await buyer.call(getQuote, options)
  if (!data) throw new Error(message)
  return data.amount
}

type Left = { buyer: Buyer; currency: Currency; amount: number }

/** Tops the wallet up to `amount`. It may hold a little more from earlier rounds. */
async function leave({ setup }: RaceShop, { buyer, currency, amount }: Left): Promise<void> {
  const rest = amount - (await sumWallets(setup, [{ one: buyer }], currency))
  if (rest > 0) await endow(setup.sql, buyer.id, rest, currency)
}

async function sumWallets(
  { sql }: RaceShop['setup'],
  buyers: { one: Buyer }[],
  currency: Currency,
): Promise<number> {
  const [row] = await sql<[{ sum: number }]>`
    select coalesce(sum(amount), 0)::bigint as sum from posting
    where user_id = any(${buyers.map(({ one }) => one.id)}) and currency = ${currency}`
  return row.sum
}

type Counts = { orders: number; stock: number | null; uses: number | null; paid: number }

/** Exactly the covered orders succeed, all others are clearly refused, and the tables agree. */
async function judge(
  { setup }: RaceShop,
  { buyers, item, couponCode, currency, covers, codes, before, price }: Race,
  answers: { status: number; code: string | undefined }[],
): Promise<string[]> {
  const wrong: string[] = []
  const won = answers.filter(({ status }) => status === 200).length
  const clear = answers.every(
    ({ status, code }) => status === 200 || (status === 409 && codes.includes(code!)),
  )
  if (won !== covers || !clear) wrong.push(tallyCodes(answers))
  const [found] = await setup.sql<[Counts]>`
    select count(*) as orders, coalesce(sum(amount), 0)::bigint as paid,
      (select quantity from item where id = ${item._id}) as stock,
      (select use_count from coupon where code = ${couponCode}) as uses
    from orders where item_id = ${item._id} and currency = ${currency}`
  const expected: Counts = {
    orders: covers,
    stock: item.quantity === null ? null : item.quantity - covers,
    uses: couponCode ? covers : null,
    paid: covers * price,
  }
  for (const [name, is] of Object.entries(expected))
    if (found[name as keyof Counts] !== is)
      wrong.push(`${name}: ${found[name as keyof Counts]} instead of ${is}`)
  const after = await sumWallets(setup, buyers, currency)
  if (after !== before - covers * price)
    wrong.push(`the wallets went from ${before} to ${after} at ${price} each`)
  return wrong
}
