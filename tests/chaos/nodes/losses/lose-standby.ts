import { setTimeout as sleep } from 'node:timers/promises'
import { letBuy, longestSilence } from '#tests/chaos/nodes/customers.ts'
import { untilKept, waitForNobody, waitForStandby } from '#tests/chaos/nodes/operator.ts'
import { ofMany, seconds, type Outcome, type Trial } from '#tests/chaos/nodes/trial.ts'

const AWAY_MS = 25_000
const SETTLE_MS = 1_000 // requests under way at that moment may still be answered

type Ends = 'the operator turns off waiting for it' | 'it comes back' | 'the primary restarts first'
const ENDS: Ends[] = [
  'the operator turns off waiting for it',
  'it comes back',
  'the primary restarts first',
]

/**
 * Takes away the only standby. Nothing can be acknowledged until it returns, or until somebody decides to do without
 * it.
 */
export async function loseStandby({ nodes, packShop }: Trial): Promise<Omit<Outcome, 'wrong'>> {
  const { primary, standby } = nodes.operator.pair
  const customers = letBuy(packShop, { pauseMs: 20 })
  const rows: [string, string][] = []
  let waitingMost = 0
  for (const end of ENDS) {
    await customers.untilMore()
    await standby.killPostgres()
    await sleep(SETTLE_MS)
    const from = performance.now()
    for (const until = from + AWAY_MS; performance.now() < until; await sleep(1_000))
      waitingMost = Math.max(waitingMost, await countWaiting(nodes))
    if (end === 'the primary restarts first') {
      await primary.killPostgres()
      await primary.start()
      await sleep(AWAY_MS / 2)
    }
    const acknowledged = customers.orders.filter(({ at }) => at > from).length
    if (acknowledged > 0)
      throw new Error(`${acknowledged} orders were acknowledged without a standby`)
    const mendedAt = performance.now()
    if (end === 'the operator turns off waiting for it') await waitForNobody(primary)
    else await standby.start()
    await customers.untilMore()
    rows.push([`orders again after ${end}`, seconds(longestSilence(customers, mendedAt))])
    if (end === 'the operator turns off waiting for it') await standby.start()
    await untilKept(primary, standby.name)
    await waitForStandby(primary)
  }
  await customers.untilMore()
  await customers.stop()
  return {
    customers,
    title: 'only standby killed under orders: commits wait, and the shop reports it',
    rows: [
      ['rounds, duration of the outage', `${ENDS.length}, ${ofMany([AWAY_MS])}`],
      ['commits waiting at once on the primary, most', String(waitingMost)],
      ['orders acknowledged in the meantime', '0'],
      ...rows,
    ],
  }
}

async function countWaiting({ operator }: Trial['nodes']): Promise<number> {
  const [row] = await operator.pair.primary.ask<{ count: string }>(
    "select count(*) from pg_stat_activity where wait_event = 'SyncRep'",
  )
  return Number(row!.count)
}
