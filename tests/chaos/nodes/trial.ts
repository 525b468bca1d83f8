import type { Section } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { summarise, type Customers, type PackShop } from './customers.ts'
import type { ManyNodes } from './many-nodes.ts'

/** The input of every part of the test; `rounds` says how often it breaks something. */
export type Trial = { nodes: ManyNodes; packShop: PackShop; rounds: number }

/** The result of one part, and what customers saw meanwhile. */
export type Outcome = {
  customers: Customers
  title: string
  rows: Section['rows']
  wrong: string[]
}

/** Browsers give up after ten seconds. */
const WAIT_MAX_MS = 11_000
/** The shop's answers for "not now", and the proxy's for a lost node. 0 is a broken connection. */
const PASSING = [0, 200, 429, 502, 503, 504]

export function toTrialSection({ customers, title, rows, wrong }: Outcome): Section {
  const [orders, pages] = [summarise(customers, 'order'), summarise(customers, 'page')]
  const odd = [...orders.mine, ...pages.mine].filter(({ status }) => !PASSING.includes(status))
  const slow = [...orders.mine, ...pages.mine].filter(({ ms }) => ms > WAIT_MAX_MS)
  return toSection(
    title,
    [
      ...rows,
      ['orders acknowledged', customers.orders.length],
      ['answers to orders', orders.words],
      ['longest wait for one answer', seconds(orders.longest)],
      ['answers to pages', pages.words],
      ['longest wait for a page', seconds(pages.longest)],
    ],
    {
      'other answers': odd.map(({ kind, status }) => `${kind}: ${status}`),
      'waits longer than a browser’s patience': slow.map(
        ({ kind, ms }) => `${kind}: ${seconds(ms)}`,
      ),
      'lost, duplicated, incomplete, undelivered, or wrong in the ledger': wrong,
    },
  )
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export function ofMany(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} / ${seconds(sorted.at(-1) ?? 0)}`
}
