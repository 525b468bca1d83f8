import {
  BEGINNING,
  growTree,
  hashPosting,
  hashTransfer,
  type Tree,
} from '#server/money/ledger/chain.ts'
import { listMoves, type Move } from './fill-moves.ts'
import { dash, idOf, monthOf, planOrder, type Order, type Plan } from './fill-plan.ts'
import {
  createWriters,
  TABLES,
  writeEvent,
  writeOrder,
  writePosting,
  writeSpent,
  writeTransfer,
  type Spent,
} from './fill-rows.ts'
import type { Bytes } from './row-writer.ts'
import { countOrder, countPosting, createTallies } from './fill-tallies.ts'

/** The seal over all transfers of one part. */
export type Sealed = { last: number; count: number; root: string; createdAt: number }
export type Rows = Bytes[] // one for each table

type CustomerState = {
  id: string
  dashed: string
  player: string
  balance: number
  hash: string
  spent: Spent | null
}

/** Writes orders as the shop would, with hashes. One writer must write all orders of a person, because hashes chain. */
export function createHistory(plan: Plan) {
  const writers = createWriters()
  const states = new Map<number, CustomerState>()
  const tallies = createTallies()

  function findCustomer(person: number): CustomerState {
    const known = states.get(person)
    if (known) return known
    const [id, player] = [idOf('person', person), idOf('player', person)]
    const customer = { id, dashed: dash(id), player, balance: 0, hash: BEGINNING, spent: null }
    states.set(person, customer)
    return customer
  }

  function write(nth: number, tree: Tree): void {
    const order = planOrder(plan, nth)
    const customer = findCustomer(order.person)
    for (const [place, move] of listMoves(order).entries()) {
      const number = plan.firstTransfer + 3 * nth + place
      const sequence = 3 * order.round + place + 1
      const { transfer, line } = moveMoney({ plan, order, customer, move, number, sequence })
      writeTransfer(writers.transfer, transfer)
      writePosting(writers.posting, line)
      tree.add([transfer.hash, line.hash])
      countPosting(tallies, move.at)
    }
    const packs = plan.games[order.person % plan.games.length]!
    const pack = packs[order.round % packs.length]!
    writeOrder(writers.orders, { order, pack, userId: customer.id, player: customer.player })
    if (order.isOver) writeEvent(writers.order_event, order)
    countOrder(tallies, order, pack.itemId)
    if (order.status === 'completed') spend(order, customer)
  }

  function spend({ endedAt, price }: Order, customer: CustomerState): void {
    const period = monthOf(endedAt)
    const isSame = customer.spent?.period === period
    if (customer.spent && !isSame) writeSpent(writers.spend, customer.id, customer.spent)
    const before = isSame ? customer.spent!.amount : 0
    customer.spent = { period, amount: price + before, reachedAt: endedAt }
  }

  const takeRows = (): Rows => TABLES.map((table) => writers[table].take())
  return {
    tallies,
    /** Writes a range of orders and computes the seal of their transfers. */
    writePart(from: number, upTo: number): { rows: Rows; seal: Sealed } {
      const tree = growTree()
      for (let nth = from; nth < upTo; nth++) write(nth, tree)
      const last = plan.firstTransfer + 3 * upTo - 1
      const createdAt = planOrder(plan, upTo - 1).at + 10 * 60_000
      return { rows: takeRows(), seal: { last, count: tree.count, root: tree.root(), createdAt } }
    },
    /** Writes the rows that are known only after the last order. */
    writeRest(): Rows {
      for (const { id, spent } of states.values()) if (spent) writeSpent(writers.spend, id, spent)
      return takeRows()
    },
  }
}

type Moving = {
  plan: Plan
  order: Order
  customer: CustomerState
  move: Move
  number: number
  sequence: number
}

function moveMoney({ plan, order, customer, move, number, sequence }: Moving) {
  const isIn = move.from !== 'wallet'
  const name = move.from === 'wallet' ? 'sales' : move.from
  const [house, wallet] = [plan.house[name], plan.firstWallet + order.person]
  const [theirs, ours] = [`house:${name}`, `wallet:${customer.dashed}`]
  const [source, target] = isIn ? [theirs, ours] : [ours, theirs]
  const [debit, credit] = isIn ? [house, wallet] : [wallet, house]
  const { key, kind, reference, at } = move
  const orderId = move.isOfOrder ? order.dashed : null
  const shared = { kind, currency: 'INR', reference, orderId, createdAt: new Date(at) }
  const hash = hashTransfer({
    ...shared,
    number,
    key,
    line: 1,
    source,
    target,
    amount: move.amount,
  })
  const amount = isIn ? move.amount : -move.amount
  customer.balance += amount
  const { balance, id: userId } = customer
  const line = { sequence, amount, balance }
  const posting = { ...shared, ...line, userId: customer.dashed, transferHash: hash }
  customer.hash = hashPosting(customer.hash, posting)
  return {
    transfer: { move, number, debit, credit, orderId: order.id, hash },
    line: { ...line, wallet, transfer: number, userId, at, hash: customer.hash },
  }
}
