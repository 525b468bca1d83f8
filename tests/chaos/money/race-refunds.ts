import { settleDelivery, takeRefund } from '#contract/orders/deliveries.ts'
import { editOrder, type OrderStatus } from '#contract/orders/orders.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { GAMES, PLAYERS } from '#tests/support/orders/deliveries.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { order, placeByUpi, type Buyer } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import {
  atEachNode,
  retryUntilAnswered,
  tallyCodes,
  type RaceShop,
  type AtEachNode,
} from './open-race-shop.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

export type RefundRaces = {
  orders: Record<Kind, number>
  refunds: number // refunded orders, by the books
  paths: Record<string, number> // number of times each was used
  wrong: string[]
}

type Options = { orders: number; dice: Dice; atOnce: number }

/** The ways an order becomes refundable, with their shares in percent. */
const SHARES = {
  'under way': 50,
  completed: 15,
  'paid by UPI': 15,
  'held for its customer': 10,
  'refused by its provider': 10,
}
type Kind = keyof typeof SHARES
type Answer = { status: number; code: string | undefined }
type RefundPath = [name: string, go: () => Promise<Answer>]

type RefundSetup = {
  raceShop: RaceShop
  item: FullItem
  provided: FullItem
  couponCode: string
  /** Customers whose saved player the supplier does not know; `refused` are those it refuses. */
  strangers: AtEachNode<Buyer>[]
  refused: AtEachNode<Buyer>[]
}

/**
 * Refunds each order twice at once, by two randomly drawn ways. One refund takes effect, and the other finds it done.
 */
export async function raceRefunds(
  raceShop: RaceShop,
  { orders, dice, atOnce }: Options,
): Promise<RefundRaces> {
  const setup = await openRefundSetup(raceShop)
  const kinds = Object.entries(SHARES).flatMap(([kind, share]) =>
    Array<Kind>(share).fill(kind as Kind),
  )
  const report: RefundRaces = { orders: {} as never, refunds: 0, paths: {}, wrong: [] }
  const ids: string[] = []
  const offset = dice.below(kinds.length)
  const free = [...raceShop.buyers.keys()] // one order each at a time, because it is found as the customer's newest
  await sideBySide(Math.min(atOnce, free.length), orders, async (index) => {
    const kind = kinds[(offset + index * STRIDE) % kinds.length]!
    const at = free.shift()!
    const { id, paths } = await PREPARE[kind](setup, at)
    free.push(at)
    const two = [dice.pick(paths), dice.pick(paths)]
    const answers = await Promise.all(two.map(([, go]) => retryUntilAnswered(() => go())))
    ids.push(id)
    report.orders[kind] = (report.orders[kind] ?? 0) + 1
    for (const [name] of two) report.paths[name] = (report.paths[name] ?? 0) + 1
    const what = `${kind}, ${two.map(([name]) => name).join(' and ')}: ${tallyCodes(answers)}`
    if (!answers.every(({ status }) => status === 200 || status === 409)) report.wrong.push(what)
    await until(`${id} is given back`, () => isRefunded(raceShop, id)).catch(
      () => void report.wrong.push(`${what}, but it is not refunded`),
    )
  })
  const refunds = await countRefunds(raceShop, ids)
  report.refunds = refunds.length
  for (const { id, count } of refunds)
    if (count !== 1) report.wrong.push(`${id} was refunded ${count} times`)
  if (refunds.length !== orders) report.wrong.push(`${refunds.length} refunds of ${orders} orders`)
  return report
}

const STRIDE = 37 // has no factor in common with a hundred, so each index comes up once

async function isRefunded({ setup }: RaceShop, id: string): Promise<boolean> {
  const rows = await setup.sql`
    select from orders where id = ${id} and refunded_at is not null
      and status in ('cancelled', 'failed', 'refunded')`
  return rows.length === 1
}

/** Counts the refund lines in the customer's wallet for each order. */
const countRefunds = ({ setup }: RaceShop, ids: string[]) => setup.sql<
  { id: string; count: number }[]
>`
  select order_id as id, count(*) from transfer join posting on transfer = number
  where order_id = any(${ids}) and kind = 'refund' and posting.amount > 0 group by order_id`

async function openRefundSetup(raceShop: RaceShop): Promise<RefundSetup> {
  const { admin, game, setup, buyers } = raceShop
  const item = await makeItem(admin.one, game, { quantity: 1_000_000 })
  const { couponCode } = await makeCoupon(admin.one)
  const own = await makeGame(admin.one, { ...GAMES.unipin, apiName: 'unipin' })
  const provided = await makeItem(admin.one, own, { serviceId: '1001' })
  const named = async (playerId: string) => {
    const people: AtEachNode<Buyer>[] = []
    for (const { one } of buyers) {
      const player = { playerId, zoneId: '', gameSlug: own.gameSlug, itemSlug: '' }
      const { data, message } = await one.call(createGameDetail, player)
      if (!data) throw new Error(message)
      people.push(atEachNode(setup, { ...one, gameDetailId: data._id }))
    }
    return people
  }
  await breakOutside(setup, { target: 'unipin', kind: 'error' }) // so that the supplier cannot reject a player
  const strangers = await named(PLAYERS.unknown)
  await mendOutside(setup)
  return { raceShop, item, provided, couponCode, strangers, refused: await named(PLAYERS.refused) }
}

type Prepared = { id: string; paths: [RefundPath, ...RefundPath[]] }

const PREPARE: Record<Kind, (setup: RefundSetup, at: number) => Promise<Prepared>> = {
  async 'under way'(setup, at) {
    const { raceShop, item, couponCode } = setup
    const { id } = await place(raceShop.buyers[at]!, { item, couponCode: at % 2 ? couponCode : '' })
    const ends = ['refunded', 'failed', 'cancelled'] as const
    return { id, paths: [settle(raceShop, id), ...ends.map((end) => edit(raceShop, id, { end }))] }
  },
  async completed({ raceShop, item }, at) {
    const { id } = await place(raceShop.buyers[at]!, { item })
    await edit(raceShop, id, { end: 'completed' })[1]()
    return { id, paths: [edit(raceShop, id, { end: 'refunded' })] }
  },
  async 'paid by UPI'({ raceShop, item }, at) {
    const { id, url } = await placeByUpi(raceShop.buyers[at]!.one, { item })
    await payAt(raceShop.setup, url)
    await untilStatus(raceShop, id, 'processing')
    const source = edit(raceShop, id, { end: 'refunded', refundTo: 'source' })
    return { id, paths: [source, edit(raceShop, id, { end: 'failed' }), settle(raceShop, id)] }
  },
  async 'held for its customer'({ raceShop, provided, strangers }, at) {
    const customer = strangers[at]!
    const { id } = await place(customer, { item: provided })
    await untilHeld(raceShop, id)
    const take: RefundPath = ['by its customer', () => next(customer).call(takeRefund, { id })]
    return { id, paths: [take, settle(raceShop, id)] }
  },
  async 'refused by its provider'({ raceShop, provided, refused }, at) {
    const { id } = await place(refused[at]!, { item: provided })
    const look: RefundPath = ['by itself', async () => ({ status: 200, code: undefined })]
    return { id, paths: [edit(raceShop, id, { end: 'failed' }), settle(raceShop, id), look] }
  },
}

let turn = 0
/** Rotates through the nodes. */
const next = <One>({ at }: { at: One[] }): One => at[turn++ % at.length]!

async function place(
  customer: AtEachNode<Buyer>,
  options: { item: FullItem; couponCode?: string },
): Promise<{ id: string }> {
  const { data, message } = await order(customer.one, options)
  if (!data) throw new Error(message)
  return { id: data._id }
}

type Edit = { end: OrderStatus; refundTo?: 'source' }

function edit({ admin }: RaceShop, id: string, { end: status, ...to }: Edit): RefundPath {
  const name = `${status} by hand${to.refundTo ? ', to its source' : ''}`
  return [name, () => next(admin).call(editOrder, { id, status, note: '', reference: '', ...to })]
}

function settle({ admin }: RaceShop, id: string): RefundPath {
  const options = { id, outcome: 'refused', note: 'Nobody has it' } as const
  return ['delivery settled', () => next(admin).call(settleDelivery, options)]
}

const untilStatus = ({ setup: { sql } }: RaceShop, id: string, status: OrderStatus) =>
  until(`${id} is ${status}`, async () => {
    const rows = await sql`select from orders where id = ${id} and status = ${status}`
    return rows.length === 1
  })

const untilHeld = ({ setup: { sql } }: RaceShop, id: string) =>
  until(`${id} waits for its customer`, async () => {
    const rows = await sql`select from orders where id = ${id} and held_for = 'player'`
    return rows.length === 1
  })
