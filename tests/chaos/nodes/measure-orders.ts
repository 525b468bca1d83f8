import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { letBuy, summarise } from './customers.ts'
import type { Machine } from './network.ts'
import type { Outcome, Trial } from './trial.ts'

const ORDERS = 2_000
const WARM = 200
const TICKS = 100 // per second, the unit in which Linux counts CPU time

/** Measures what an order costs from placing to delivery: disk space, bytes written and CPU time. */
export async function measureOrders({ nodes, packShop }: Trial): Promise<Omit<Outcome, 'wrong'>> {
  const customers = letBuy(packShop, { pauseMs: 0 })
  await customers.untilMore(WARM)
  const from = { ...(await look(nodes)), orders: customers.orders.length, at: performance.now() }
  await customers.untilMore(ORDERS)
  const elapsed = performance.now() - from.at
  await customers.stop()
  await untilDelivered(nodes)
  const to = await look(nodes)
  const orders = customers.orders.length - from.orders
  const each = (one: keyof typeof to) => (to[one] - from[one]) / orders
  const { mine } = summarise(customers, 'order')
  return {
    customers,
    title: 'cost of an order, from placing to delivery, on two nodes and two databases',
    rows: [
      ['orders measured', orders],
      [
        'orders a second, with customers and all machines on one computer',
        Math.round((orders / elapsed) * 1000),
      ],
      [
        'answers, median / p99',
        describeTimes(
          mine.map(({ ms }) => ms),
          0.99,
        ),
      ],
      ['bytes of tables and indexes per order', Math.round(each('bytes'))],
      ['bytes of WAL per order', Math.round(each('wal'))],
      ['CPU time of the shop per order', `${each('shop').toFixed(1)} ms`],
      ['CPU time of the primary per order', `${each('primary').toFixed(1)} ms`],
      ['CPU time of the standby per order', `${each('standby').toFixed(1)} ms`],
    ],
  }
}

async function look({ operator: { pair }, shops, sql }: Trial['nodes']) {
  const [row] = await sql<[{ wal: number; bytes: number }]>`
    select (pg_current_wal_lsn() - '0/0')::bigint as wal, pg_database_size(current_database()) as bytes`
  return {
    wal: row.wal,
    bytes: row.bytes,
    shop: timeOf(shops[0]) + timeOf(shops[1]),
    primary: timeOf(pair.primary),
    standby: timeOf(pair.standby),
  }
}

async function untilDelivered({ sql }: Trial['nodes']): Promise<void> {
  for (;;) {
    const open = await sql`select from orders where ended_at is null limit 1`
    if (open.length === 0) return
    await sleep(100)
  }
}

/** CPU time in milliseconds of a machine's processes and their ended children. */
function timeOf({ space }: Machine): number {
  const pids = execFileSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).split('\n')
  const ticks = pids.filter(Boolean).map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  })
  return (ticks.reduce((sum, one) => sum + one, 0) * 1000) / TICKS
}
