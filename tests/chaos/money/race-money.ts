import { randomUUID } from 'node:crypto'
import { refundPayment } from '#contract/money/payments.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order, type Buyer } from '#tests/support/orders/orders.ts'
import { beginTopUp, payAt } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import {
  retryUntilAnswered,
  pickNode,
  tallyCodes,
  times,
  type RaceShop,
  type AtEachNode,
} from './open-race-shop.ts'

export type MoneyRaces = {
  rounds: number
  spends: number // attempted
  bought: number
  gifts: number // each sent twice
  captures: number
  sentBack: number // captures, each requested twice
  wrong: string[]
}

type Options = { rounds: number; dice: Dice }

const SPENDS = 60
const GIFTS = 12
const TOP_UPS = 5

/** Spends much from one wallet while gifts and payments arrive and payments are sent back to their source. */
export async function raceMoney(
  raceShop: RaceShop,
  { rounds, dice }: Options,
): Promise<MoneyRaces> {
  const sums = { spends: 0, bought: 0, gifts: 0, captures: 0, sentBack: 0 }
  const report: MoneyRaces = { rounds, ...sums, wrong: [] }
  const buyer = raceShop.poor
  for (let round = 0; round < rounds; round++) {
    const faults = await playRound(raceShop, { buyer, dice, report })
    report.wrong.push(...faults.map((fault) => `round ${round}: ${fault}`))
  }
  return report
}

type Round = { buyer: AtEachNode<Buyer>; dice: Dice; report: MoneyRaces }

async function playRound(raceShop: RaceShop, { buyer, dice, report }: Round): Promise<string[]> {
  const { setup, game, admin } = raceShop
  const price = 20_00 + dice.below(100_00)
  const item = await makeItem(admin.one, game, { sellingPrice: price })
  await endow(setup.sql, buyer.one.id, 1 + dice.below(10 * price))
  const captures = await listCaptures(raceShop, buyer.one)
  const pages = await times(TOP_UPS, () => beginTopUp(buyer.one, 10 + dice.below(200)))
  const webhook = dice.pick(['once', 'twice'] as const)
  const gifts = Array.from({ length: GIFTS }, () => 1 + dice.below(2 * price))
  const before = await balanceOf(raceShop, buyer.one)

  const [spends, given, , returned] = await Promise.all([
    times(SPENDS, (index) =>
      retryUntilAnswered((turn) => order(pickNode(buyer, index + turn), { item })),
    ),
    times(2 * GIFTS, (index) => {
      const nth = index % GIFTS
      const gift = {
        userId: buyer.one.id,
        amount: gifts[nth]!,
        idempotencyKey: keyOf(item._id, nth),
      }
      return retryUntilAnswered((turn) => pickNode(admin, index + turn).call(giftBalance, gift))
    }),
    times(TOP_UPS, (index) => payAt(setup, pages[index]!, { webhook })),
    times(2 * captures.length, (index) => {
      const { id, amount } = captures[index % captures.length]!
      const options = { id, amount, note: '', idempotencyKey: randomUUID() }
      return retryUntilAnswered((turn) =>
        pickNode(admin, index + turn).call(refundPayment, options),
      )
    }),
  ])
  const came = await untilSettled(raceShop, buyer.one, captures)

  const bought = spends.filter(({ status }) => status === 200).length
  const back = returned.map(({ status }, index) =>
    status === 200 ? captures[index % captures.length]!.amount : 0,
  )
  report.spends += SPENDS
  report.bought += bought
  report.gifts += GIFTS
  report.captures += came.length
  report.sentBack += back.filter((amount) => amount > 0).length
  const amounts = came.map(({ amount }) => amount)
  const expected = before + sum(gifts) + sum(amounts) - bought * price - sum(back)
  const after = await balanceOf(raceShop, buyer.one)
  const wrong = after === expected ? [] : [`the wallet has ${after} instead of ${expected}`]
  if (given.some(({ status }) => status !== 200)) wrong.push(`gifts: ${tallyCodes(given)}`)
  const twice = captures.filter((_, nth) => back[nth]! > 0 && back[nth + captures.length]! > 0)
  return [...wrong, ...twice.map(({ id }) => `capture ${id} was sent back twice`)]
}

const sum = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0)

const keyOf = (itemId: string, nth: number): string => `${itemId}-${nth}`

type Capture = { id: string; amount: number }

/** Lists the captures that were not sent back. */
const listCaptures = ({ setup: { sql } }: RaceShop, { id }: Buyer) => sql<Capture[]>`
  select capture.id, capture.amount from capture join payment on payment.id = payment_id
  where user_id = ${id} and settled_as is not null
    and not exists (select from payout where capture_id = capture.id) order by capture.id`

/** Waits until all payments of this round are in the books, and returns them. */
async function untilSettled(
  { setup: { sql } }: RaceShop,
  { id }: Buyer,
  known: Capture[],
): Promise<Capture[]> {
  const earlier = known.map((capture) => capture.id)
  const find = () => sql<Capture[]>`
    select capture.id, capture.amount from capture join payment on payment.id = payment_id
    where user_id = ${id} and settled_as is not null and capture.id <> all(${earlier}::uuid[])
      and not exists (select from payout where capture_id = capture.id)`
  await until('all that was paid is in the wallet', async () => (await find()).length === TOP_UPS)
  return find()
}

async function balanceOf({ setup: { sql } }: RaceShop, { id }: Buyer): Promise<number> {
  const [row] = await sql<[{ sum: number }]>`
    select coalesce(sum(amount), 0)::bigint as sum from posting
    where user_id = ${id} and currency = 'INR'`
  return row.sum
}
