import { costOf, dayNumber, type Order } from './fill-plan.ts'

/** Counts that the shop's triggers and jobs would have kept. The rows written here bypass both. */
export type Tallies = {
  orders: Map<string, number> // keys like '20100 completed wallet'
  takings: Map<number, { revenue: number; profit: number; orders: number }>
  postings: Map<number, number> // by day
  packs: Map<string, number> // sold and not refunded
}

export const createTallies = (): Tallies => ({
  orders: new Map(),
  takings: new Map(),
  postings: new Map(),
  packs: new Map(),
})

export const countPosting = ({ postings }: Tallies, at: number): void =>
  add(postings, dayNumber(at))

export function countOrder(tallies: Tallies, order: Order, packId: string): void {
  const { at, status, isUpi, isBad, price } = order
  const day = dayNumber(at)
  add(tallies.orders, `${day} ${status} ${isUpi ? 'upi' : 'wallet'}`)
  if (isBad) return
  add(tallies.packs, packId)
  const taken = tallies.takings.get(day) ?? { revenue: 0, profit: 0, orders: 0 }
  taken.revenue += price
  taken.profit += price - costOf(price)
  taken.orders++
  tallies.takings.set(day, taken)
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
