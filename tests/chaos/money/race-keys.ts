import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeUpiOrder, placeWalletOrder } from '#contract/orders/orders.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { addMoney, giftBalance, giftForeignBalance } from '#contract/money/wallet.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import type { Buyer } from '#tests/support/orders/orders.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import {
  endPending,
  retryUntilAnswered,
  pickNode,
  tallyCodes,
  times,
  type RaceShop,
  type AtEachNode,
} from './open-race-shop.ts'

export type KeyRaces = {
  rounds: number
  calls: number
  lost: number // answers lost because a node was killed
  kills: number
  wrong: string[]
}

type Options = { rounds: number; atOnce: number; dice: Dice }

const KILL_WITHIN_MS = 150
const TWO_BODIES = 0.5 // of all rounds

type Sent = { status: number; code: string | undefined; data: unknown }
type Body = 'one' | 'other'

/** A call that moves or promises money. It has two different bodies for one key, and a count of its effects. */
type Action = {
  name: string
  who: AtEachNode<Person>
  send(at: Person, body: Body, idempotencyKey: string): Promise<Sent>
  count(): Promise<number>
}

/**
 * Sends one idempotency key many times at once to all nodes. About half of the rounds use two different bodies. In
 * every third round a node is killed, and unanswered calls are sent again.
 */
export async function raceKeys(
  raceShop: RaceShop,
  { rounds, atOnce, dice }: Options,
): Promise<KeyRaces> {
  const { killNode, urls } = raceShop.setup
  const item = await makeItem(raceShop.admin.one, raceShop.game)
  const report: KeyRaces = { rounds, calls: 0, lost: 0, kills: 0, wrong: [] }
  for (let round = 0; round < rounds; round++) {
    const buyer = dice.pick(raceShop.buyers)
    const actions = listActions(raceShop, item, buyer)
    const action = actions[round % actions.length]!
    const hasTwo = dice.isHit(TWO_BODIES)
    const before = await action.count()
    const key = randomUUID()
    const killing = killNode && round % 3 === 0
    if (killing) report.kills++
    const [answers] = await Promise.all([
      times(atOnce, async (index): Promise<Answered> => {
        const body = hasTwo && index % 2 === 1 ? 'other' : 'one'
        const answer = await retryUntilAnswered((turn) =>
          action.send(pickNode(action.who, index + turn), body, key),
        )
        return { ...answer, body }
      }),
      killing && sleep(dice.below(KILL_WITHIN_MS)).then(() => killNode(round % urls.length)),
    ])
    report.calls += atOnce
    for (const { tries } of answers) report.lost += tries - 1
    const faults = judge(answers, (await action.count()) - before)
    report.wrong.push(...faults.map((fault) => `round ${round}, ${action.name}: ${fault}`))
    if (action.name === 'upi order') await endPending(raceShop, buyer.one.id)
  }
  return report
}

type Answered = Sent & { body: Body; tries: number }

/** Exactly one effect. Senders of the first body get its answer, and all others are refused for reusing its key. */
function judge(answers: Answered[], effects: number): string[] {
  const good = answers.filter(({ status }) => status === 200)
  const [first] = good
  if (!first) return [`no call got an answer: ${tallyCodes(answers)}`]
  const wrong = effects === 1 ? [] : [`${effects} effects`]
  if (new Set(good.map(({ data }) => JSON.stringify(data))).size > 1)
    wrong.push('there are different answers')
  const isRight = ({ status, code, body }: Answered) =>
    body === first.body ? status === 200 : status === 422 && code === 'IDEMPOTENCY_KEY_REUSED'
  if (!answers.every(isRight)) wrong.push(tallyCodes(answers))
  return wrong
}

const countOf = async (query: PromiseLike<object[]>): Promise<number> =>
  (await (query as PromiseLike<{ count: number }[]>))[0]!.count

const listActions = (raceShop: RaceShop, item: FullItem, buyer: AtEachNode<Buyer>): Action[] => [
  ...listOrderActions(raceShop, item, buyer),
  ...listMoneyActions(raceShop, buyer),
]

function listOrderActions(
  { setup: { sql } }: RaceShop,
  item: FullItem,
  who: AtEachNode<Buyer>,
): Action[] {
  const { gameSlug, itemSlug } = item
  const { gameDetailId, id } = who.one
  const chosen = { gameSlug, itemSlug, gameDetailId, couponCode: '' }
  const count = (method: string) => () =>
    countOf(sql`
      select count(*) from orders where user_id = ${id} and payment_method = ${method}`)
  return [
    {
      name: 'wallet order',
      who,
      send: (at, body, idempotencyKey) => {
        const currency = body === 'one' ? 'INR' : 'USD'
        return at.call(placeWalletOrder, { ...chosen, currency, idempotencyKey })
      },
      count: count('wallet'),
    },
    {
      name: 'upi order',
      who,
      send: (at, body, idempotencyKey) => {
        const other = body === 'one' ? {} : { totalMax: 10_000 }
        return at.call(placeUpiOrder, { ...chosen, ...other, idempotencyKey })
      },
      count: count('upi'),
    },
  ]
}

function listMoneyActions({ setup: { sql }, admin }: RaceShop, buyer: AtEachNode<Buyer>): Action[] {
  const { id: userId } = buyer.one
  const countGifts = () =>
    countOf(sql`
      select count(*) from posting join transfer on number = transfer
      where posting.user_id = ${userId} and kind = 'gift'`)
  return [
    {
      name: 'gift',
      who: admin,
      send: (at, body, idempotencyKey) =>
        at.call(giftBalance, { userId, amount: body === 'one' ? 5_00 : 6_00, idempotencyKey }),
      count: countGifts,
    },
    {
      name: 'gift in dollars',
      who: admin,
      send: (at, body, idempotencyKey) =>
        at.call(giftForeignBalance, { userId, amount: body === 'one' ? 5 : 6, idempotencyKey }),
      count: countGifts,
    },
    {
      name: 'add money',
      who: buyer,
      send: (at, body, idempotencyKey) =>
        at.call(addMoney, { amount: body === 'one' ? 100_00 : 200_00, idempotencyKey }),
      count: () =>
        countOf(sql`
          select count(*) from payment where user_id = ${userId} and purpose = 'top-up'`),
    },
  ]
}
