import { setTimeout as sleep } from 'node:timers/promises'
import { letBuy, longestSilence, summarise } from '#tests/chaos/nodes/customers.ts'
import { ofMany, type Outcome, type Trial } from '#tests/chaos/nodes/trial.ts'

type Way = 'kill' | 'cut'

const TITLES: Record<Way, string> = {
  kill: 'node of the shop killed with SIGKILL under orders',
  cut: 'node of the shop cut off from the network under orders, then reconnected',
}
const AWAY_MS = 5_000
const LEASES_PATIENCE_MS = 60_000

/** Takes the two nodes away in turn. The other node has to do the jobs that the lost one had leased. */
export async function loseShop(
  { nodes, packShop, rounds }: Trial,
  way: Way,
): Promise<Omit<Outcome, 'wrong'>> {
  const customers = letBuy(packShop, { pauseMs: 20 })
  const silences: number[] = []
  const takenOver: number[] = []
  let orphans = 0
  for (let round = 0; round < rounds; round++) {
    await customers.untilMore()
    const shop = nodes.shops[round % 2]!
    const since = performance.now()
    if (way === 'kill') await shop.kill()
    else shop.cut()
    const held = await listHeld(nodes)
    await customers.untilMore()
    await sleep(AWAY_MS)
    const left = await untilDone(nodes, held)
    orphans += left
    if (left > 0) takenOver.push(performance.now() - since)
    silences.push(longestSilence(customers, since))
    if (way === 'kill') await shop.start()
    else shop.mend()
  }
  await customers.untilMore()
  await customers.stop()
  const { bad } = summarise(customers, 'order')
  return {
    customers,
    title: TITLES[way],
    rows: [
      ['times', rounds],
      ['time without an acknowledged order, median / worst', ofMany(silences)],
      ['orders retried', bad],
      ['jobs taken over by the other node', orphans],
      ['time until the last of them was done, median / worst', ofMany(takenOver)],
    ],
  }
}

async function listHeld({ sql }: Trial['nodes']): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from job where leased_by is not null and name in ('deliver-order', 'send-dispatch')`
  return rows.map(({ id }) => id)
}

/**
 * Waits until the held jobs are done. Jobs left after some seconds belonged to the lost node, and their count is
 * returned.
 */
async function untilDone({ sql }: Trial['nodes'], held: string[]): Promise<number> {
  const count = async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int from job where id = any(${held}) and run_at < now()`
    return row.count
  }
  const left = await count()
  for (const end = Date.now() + LEASES_PATIENCE_MS; (await count()) > 0; await sleep(100))
    if (Date.now() > end) throw new Error('The jobs of a lost node are not taken over')
  return left
}
