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

type Purse = {
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
  const purses = new Map<number, Purse>()
  const tallies = createTallies()

  function findPurse(person: number): Purse {
    const known = purses.get(person)
    if (known) return known
    const [id, player] = [idOf('person', person), idOf('player', person)]
    const purse = { id, dashed: dash(id), player, balance: 0, hash: BEGINNING, spent: null }
    purses.set(person, purse)
    return purse
  }

  function write(nth: number, tree: Tree): void {
    const order = planOrder(plan, nth)
    const purse = findPurse(order.person)
    for (const [place, move] of listMoves(order).entries()) {
      const number = plan.firstTransfer + 3 * nth + place
      const sequence = 3 * order.round + place + 1
      const { transfer, line } = moveMoney({ plan, order, purse, move, number, sequence })
      writeTransfer(writers.transfer, transfer)
      writePosting(writers.posting, line)
      tree.add([transfer.hash, line.hash])
      countPosting(tallies, move.at)
    }
    const packs = plan.games[order.person % plan.games.length]!
    const pack = packs[order.round % packs.length]!
    writeOrder(writers.orders, { order, pack, userId: purse.id, player: purse.player })
    if (order.isOver) writeEvent(writers.order_event, order)
    countOrder(tallies, order, pack.itemId)
    if (order.status === 'completed') spend(order, purse)
  }

  function spend({ endedAt, price }: Order, purse: Purse): void {
    const period = monthOf(endedAt)
    const isSame = purse.spent?.period === period
    if (purse.spent && !isSame) writeSpent(writers.spend, purse.id, purse.spent)
    purse.spent = { period, amount: price + (isSame ? purse.spent!.amount : 0), reachedAt: endedAt }
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
      for (const { id, spent } of purses.values()) if (spent) writeSpent(writers.spend, id, spent)
      return takeRows()
    },
  }
}

type Moving = {
  plan: Plan
  order: Order
  purse: Purse
  move: Move
  number: number
  sequence: number
}

function moveMoney({ plan, order, purse, move, number, sequence }: Moving) {
  const isIn = move.from !== 'wallet'
  const name = move.from === 'wallet' ? 'sales' : move.from
  const [house, wallet] = [plan.house[name], plan.firstWallet + order.person]
  const [theirs, ours] = [`house:${name}`, `wallet:${purse.dashed}`]
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
  purse.balance += amount
  const { balance, id: userId } = purse
  const line = { sequence, amount, balance }
  const posting = { ...shared, ...line, userId: purse.dashed, transferHash: hash }
  purse.hash = hashPosting(purse.hash, posting)
  return {
    transfer: { move, number, debit, credit, orderId: order.id, hash },
    line: { ...line, wallet, transfer: number, userId, at, hash: purse.hash },
  }
}
