import type { Month, Plan } from './plan.ts'
import type { Order, Rate, TopUp } from './types.ts'

/** Everything of one stretch of time, by kind. The kinds are written in this order. */
export type Batch = {
  rates: Rate[]
  topUps: TopUp[]
  placed: Order[]
  paid: Order[] // through a gateway
  delivered: Order[]
  undone: Order[]
  closed: Month[]
}

type Kind = keyof Batch
type Event = { [K in Kind]: { kind: K; at: number; what: Batch[K][number] } }[Kind]

const KINDS = ['rates', 'topUps', 'placed', 'paid', 'delivered', 'undone', 'closed'] as const

/** Everything that happened, in the order of time. */
function listEvents({ rates, orders, topUps, months }: Plan): Event[] {
  const all: Event[] = [
    ...rates.map((what): Event => ({ kind: 'rates', at: what.at, what })),
    ...topUps.map((what): Event => ({ kind: 'topUps', at: what.at, what })),
    ...orders.map((what): Event => ({ kind: 'placed', at: what.at, what })),
    ...orders
      .filter(({ payment, paidAt }) => payment && paidAt)
      .map((what): Event => ({ kind: 'paid', at: what.paidAt!, what })),
    ...orders
      .filter(({ deliveredAt }) => deliveredAt)
      .map((what): Event => ({ kind: 'delivered', at: what.deliveredAt!, what })),
    ...orders
      .filter(({ undoneAt }) => undoneAt)
      .map((what): Event => ({ kind: 'undone', at: what.undoneAt!, what })),
    ...months.map((what): Event => ({ kind: 'closed', at: what.closedAt, what })),
  ]
  return all.toSorted((one, other) => one.at - other.at)
}

const emptyBatch = (): Batch => ({
  rates: [],
  topUps: [],
  placed: [],
  paid: [],
  delivered: [],
  undone: [],
  closed: [],
})

/**
 * Groups events, so that few statements write them. Within a batch the kinds of one wallet's events never go back:
 * its lines are then written in the order of time. A rate begins a batch and a closed month ends one, because they concern everybody.
 */
export function listBatches(plan: Plan): Batch[] {
  const batches: Batch[] = []
  let latest = new Map<string, number>() // the last kind of each buyer in the batch
  const begin = () => {
    batches.push(emptyBatch())
    latest = new Map()
  }
  begin()
  for (const { kind, what } of listEvents(plan)) {
    const order = KINDS.indexOf(kind)
    const buyer = 'buyer' in what ? what.buyer.email : ''
    const movesMoney = kind !== 'delivered'
    if (kind === 'rates' || (movesMoney && (latest.get(buyer) ?? 0) > order)) begin()
    if (movesMoney) latest.set(buyer, order)
    ;(batches.at(-1)![kind] as (typeof what)[]).push(what)
    if (kind === 'closed') begin()
  }
  return batches
}
