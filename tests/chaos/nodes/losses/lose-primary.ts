import { letBuy, longestSilence } from '#tests/chaos/nodes/customers.ts'
import type { DatabaseMachine } from '#tests/chaos/nodes/database-machine.ts'
import { ofMany, type Outcome, type Trial } from '#tests/chaos/nodes/trial.ts'

type Way = 'kill' | 'cut'

const TITLES: Record<Way, string> = {
  kill: 'primary killed with SIGKILL under orders; its standby takes over',
  cut: 'primary cut off from the network under orders, but still running; its standby takes over',
}

/** Takes the primary away again and again. The former standby is the next to go. */
export async function losePrimary(
  { nodes: { operator }, packShop, rounds }: Trial,
  way: Way,
): Promise<Omit<Outcome, 'wrong'>> {
  const customers = letBuy(packShop, { pauseMs: 20 })
  const silences: number[] = []
  const noticed: number[] = []
  const promoted: number[] = []
  let tried = 0
  let taken = 0
  await operator.pair.primary.ask('create table if not exists probe (note text)')
  for (let round = 0; round < rounds; round++) {
    await customers.untilMore()
    const { primary } = operator.pair
    const since = performance.now()
    if (way === 'kill') await primary.killPostgres()
    else primary.cut()
    const probing = way === 'cut' ? probe(primary) : null
    await customers.untilMore()
    silences.push(longestSilence(customers, since))
    const { noticedAt, promotedAt } = operator.failovers.at(-1)!
    noticed.push(noticedAt - since)
    promoted.push(promotedAt - noticedAt)
    const probes = await probing
    tried += probes?.length ?? 0
    taken += probes?.filter(Boolean).length ?? 0
    await operator.rebuild()
  }
  await customers.untilMore()
  await customers.stop()
  const split: [string, string][] =
    way === 'cut'
      ? [['writes tried on the old primary in the meantime, acknowledged', `${tried}, ${taken}`]]
      : []
  if (taken > 0) throw new Error(`The old primary acknowledged ${taken} writes`)
  return {
    customers,
    title: TITLES[way],
    rows: [
      ['times', rounds],
      ['time without an acknowledged order, median / worst', ofMany(silences)],
      ['time until noticed, median / worst', ofMany(noticed)],
      ['time until the standby was promoted, median / worst', ofMany(promoted)],
      ...split,
    ],
  }
}

/** Four clients on the old primary's side of the cut try to write. */
const probe = (primary: DatabaseMachine): Promise<boolean[]> =>
  Promise.all(
    Array.from({ length: 4 }, () =>
      primary.tryInside("insert into probe values ('nobody else has this')"),
    ),
  )
