import { setTimeout as sleep } from 'node:timers/promises'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { letBuy, longestSilence, summarise, type Customers } from '#tests/chaos/nodes/customers.ts'
import { ofMany, type Outcome, type Trial } from '#tests/chaos/nodes/trial.ts'

const AWAY_MS = 8_000

/** Takes away the Valkey that both nodes count rate limits in, in two ways. Each node then counts alone. */
export async function loseValkey({
  nodes: { valkey },
  packShop,
}: Trial): Promise<Omit<Outcome, 'wrong'>> {
  const customers = letBuy(packShop, { pauseMs: 20 })
  await customers.untilMore(50)
  const rows: [string, string][] = [
    ['duration of an order with it, median / p99', timesSince(customers, 0)],
  ]
  const silences: number[] = []
  for (const way of ['killed', 'cut off'] as const) {
    const since = performance.now()
    if (way === 'killed') await valkey.killAll()
    else valkey.cut()
    await sleep(AWAY_MS)
    await customers.untilMore()
    rows.push([`while it is ${way}`, timesSince(customers, since)])
    silences.push(longestSilence(customers, since))
    if (way === 'killed') await valkey.start()
    else valkey.mend()
    await sleep(AWAY_MS / 2)
  }
  const since = performance.now()
  await customers.untilMore(50)
  rows.push(['after it is back', timesSince(customers, since)])
  await customers.stop()
  return {
    customers,
    title: 'Valkey killed and cut off under orders',
    rows: [...rows, ['time without an acknowledged order, median / worst', ofMany(silences)]],
  }
}

function timesSince(customers: Customers, since: number): string {
  const { mine } = summarise(customers, 'order')
  const times = mine.filter(({ at, status }) => at > since && status === 200).map(({ ms }) => ms)
  return describeTimes(times, 0.99)
}
