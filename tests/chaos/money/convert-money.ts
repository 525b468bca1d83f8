import type { Currency } from '#contract/core/money.ts'
import { charge } from '#contract/catalogue/pricing.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { order } from '#tests/support/orders/orders.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import { retryUntilAnswered, pickNode, type RaceShop } from './open-race-shop.ts'

const E8 = 100_000_000n
const CENT = 100 // in minor units of a dollar

/** The exact worth of rupees in dollars, in hundred-millionths of a cent. */
const worth = (paise: number, e8: number): bigint => BigInt(paise) * BigInt(e8)

/** The price to charge in minor units of a dollar: whole cents, half a cent rounded up. */
const toCharge = (paise: number, e8: number): number =>
  Number((2n * worth(paise, e8) + E8) / (2n * E8)) * CENT

const toCents = (fraction: bigint): number => Number(fraction) / Number(E8)

export type Converted = {
  conversions: number
  shortMax: number // in cents, the most that rounding took off a price
  overMax: number // in cents, the most that rounding added to one
  average: number // in cents; a positive average favours the shop
  wrong: string[]
}

/**
 * Converts prices and coupons of all sizes at rates of all sizes. No price is negative or off by more than half a cent.
 * A coupon takes off what it says, give or take half a cent on each side. Refunding a purchase returns exactly what was
 * paid.
 */
export function convertFreely({
  conversions,
  dice,
}: {
  conversions: number
  dice: Dice
}): Converted {
  const wrong: string[] = []
  let [shortMax, overMax, overall] = [0n, 0n, 0n]
  for (let nth = 0; nth < conversions; nth++) {
    const price = drawPaise(dice)
    const discount = dice.isHit(0.5) ? 0 : drawPaise(dice)
    const e8 = 1 + dice.below(10 ** (1 + dice.below(8)) - 1)
    const {
      itemPrice,
      amount,
      amountInr,
      discount: off,
    } = charge({
      price,
      discount,
      currency: 'USD',
      rate: e8 / 1e8,
    })
    const over = BigInt(amount / CENT) * E8 - worth(amountInr, e8)
    if (over > overMax) overMax = over
    if (-over > shortMax) shortMax = -over
    overall += over
    const isRight =
      amountInr === Math.max(0, price - discount) &&
      amount === toCharge(amountInr, e8) &&
      itemPrice === toCharge(price, e8) &&
      off === itemPrice - amount &&
      amount >= 0 &&
      off >= 0 &&
      2n * BigInt(off / CENT) * E8 <= 2n * worth(Math.min(discount, price), e8) + 2n * E8
    if (!isRight) wrong.push(JSON.stringify({ price, discount, e8, itemPrice, amount, off }))
  }
  return {
    conversions,
    shortMax: toCents(shortMax),
    overMax: toCents(overMax),
    average: toCents(overall) / conversions,
    wrong,
  }
}

/** Draws amounts of each magnitude equally often, up to ten million rupees. */
const drawPaise = (dice: Dice): number => dice.below(10 ** (1 + dice.below(9)) + 1)

export type Exchanged = { orders: number; rates: number; dollars: number; wrong: string[] }

const RATES_E8 = [800_000, 1_700_000] // 0.8 to 1.7 cents per rupee
const RATE_EVERY = 5

/**
 * Places real orders, changes the rate and refunds the orders. Each order is charged at its own rate in one currency,
 * and refunded the same amount. No wallet ever exceeds its initial balance, and all end with exactly that.
 */
export async function convertOrders(
  raceShop: RaceShop,
  { orders, dice }: { orders: number; dice: Dice },
): Promise<Exchanged> {
  const { admin, buyers, game } = raceShop
  const report: Exchanged = { orders, rates: 0, dollars: 0, wrong: [] }
  const beginning = await sumAll(raceShop)
  const placed: string[] = []
  for (let nth = 0; nth < orders; nth++) {
    if (nth % RATE_EVERY === 0) await changeRate(raceShop, dice, report)
    const item = await makeItem(admin.one, game, { sellingPrice: 1 + dice.below(300_00) })
    const discount = 1 + dice.below(200_00)
    const coupon = dice.isHit(0.4) ? await makeCoupon(admin.one, { discount }) : null
    const currency = dice.pick(['INR', 'USD', 'USD'] as const)
    const buyer = dice.pick(buyers)
    const options = { item, currency, couponCode: coupon?.couponCode ?? '' }
    const answer = await retryUntilAnswered((turn) => order(pickNode(buyer, nth + turn), options))
    if (answer.status !== 200) {
      report.wrong.push(`order ${nth}: ${answer.status} ${answer.code}`)
      continue
    }
    const { _id: id } = answer.data
    placed.push(id)
    if (currency === 'USD') report.dollars++
    const fault = await judge(raceShop, {
      id,
      price: item.sellingPrice,
      off: coupon ? discount : 0,
    })
    if (fault) report.wrong.push(`order ${nth}: ${fault}`)
    if (dice.isHit(0.3)) await giveBack(raceShop, placed.splice(dice.below(placed.length), 1)[0]!)
    for (const [name, sum] of Object.entries(await sumAll(raceShop)))
      if (sum > beginning[name]!)
        report.wrong.push(`after order ${nth}, ${name}: the total has grown`)
  }
  await changeRate(raceShop, dice, report)
  for (const id of placed) await giveBack(raceShop, id)
  for (const [name, sum] of Object.entries(await sumAll(raceShop)))
    if (sum !== beginning[name]) report.wrong.push(`${name}: ${sum} instead of ${beginning[name]}`)
  return report
}

async function changeRate({ admin }: RaceShop, dice: Dice, report: Exchanged): Promise<void> {
  const [from, to] = RATES_E8 as [number, number]
  const USD = (from + dice.below(to - from)) / 1e8
  const { status, message } = await retryUntilAnswered((turn) =>
    pickNode(admin, turn).call(setRate, { USD, follow: false }),
  )
  if (status !== 200) throw new Error(message)
  report.rates++
}

async function giveBack({ admin }: RaceShop, id: string): Promise<void> {
  const { status, message } = await retryUntilAnswered((turn) =>
    pickNode(admin, turn).call(editOrder, { id, status: 'failed', note: '', reference: '' }),
  )
  if (status !== 200) throw new Error(message)
}

type Row = { currency: Currency; itemPrice: number; amount: number; e8: string | null }
type Bought = { id: string; price: number; off: number }

/** Checks that the order was charged at the rate it names, and that this rate was in force when it was placed. */
async function judge(
  { setup: { sql } }: RaceShop,
  { id, price, off }: Bought,
): Promise<string | null> {
  const [row] = await sql<[Row & { isInForce: boolean }]>`
    select currency, item_price, amount, (rate * 100000000)::bigint::text as e8,
      rate is null or exists (
        select from exchange_rate rate where per_rupee = orders.rate and rate.created_at <= orders.created_at + interval '1 second') as is_in_force
    from orders where id = ${id}`
  const left = Math.max(0, price - off)
  const expected =
    row.currency === 'INR'
      ? [price, left]
      : [toCharge(price, Number(row.e8)), toCharge(left, Number(row.e8))]
  const isRight = row.itemPrice === expected[0] && row.amount === expected[1] && row.isInForce
  return isRight ? null : `${JSON.stringify(row)} for ${price} less ${off}`
}

/** Sums each buyer's balance in each currency. */
async function sumAll({ setup: { sql }, buyers }: RaceShop): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; sum: number }[]>`
    select user_id || ' ' || currency as name, sum(amount)::bigint as sum from posting
    where user_id = any(${buyers.map(({ one }) => one.id)}) group by user_id, currency`
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
