// Writes the rows of some people's orders in a separate thread. It waits while the parent has two parts left to take.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { createHistory, type Rows, type Sealed } from './fill-history.ts'
import type { Plan } from './fill-plan.ts'
import type { Tallies } from './fill-tallies.ts'

export type Work = { plan: Plan; place: number; places: number }
export type Written = { rows: Rows; orders: number; seal?: Sealed; tallies?: Tallies }

const PART = 4_096 // orders
const AHEAD = 2 // parts that may wait for the database

const { plan, place, places } = workerData as Work
const history = createHistory(plan)
let waiting = 0
parentPort!.on('message', () => void waiting--)

for (let round = 0; round < plan.orders; round += plan.people)
  for (let first = place * PART; first < plan.people; first += places * PART) {
    const [from, upTo] = [round + first, round + Math.min(first + PART, plan.people)]
    if (from >= plan.orders) break
    const end = Math.min(upTo, plan.orders)
    await tell({ ...history.writePart(from, end), orders: end - from })
  }
await tell({ rows: history.writeRest(), orders: 0, tallies: history.tallies })
parentPort!.close()

async function tell(written: Written): Promise<void> {
  while (waiting >= AHEAD) await once(parentPort!, 'message')
  waiting++
  parentPort!.postMessage(
    written,
    written.rows.map(({ buffer }) => buffer),
  )
}
