import { pino } from 'pino'
import { migrate } from '#server/platform/db/migrate.ts'
import { buildWeb } from '#scripts/build.ts'
import { countCpu } from '#tests/bench/run/cpu-time.ts'
import { fillDatabase } from '#tests/bench/fill/fill-database.ts'
import type { Answered } from '#tests/bench/run/load.ts'
import { pgbench, wrk } from './load-orders.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import { LOADS } from './pages.ts'
import { keeps, type PartResult, type Part, type Row, type Setting } from '#tests/bench/run/part.ts'
import { plotLines } from '#tests/bench/run/plot.ts'
import { openShop, placeByPgbench, type FullShop } from '#tests/bench/run/shop-with-orders.ts'
import { takeTurns, type Side, type Turns } from '#tests/bench/run/take-turns.ts'
import { writeKeys } from '#tests/bench/fill/write-people.ts'

const SIZE = { orders: 10_000, people: 10_000 }
const CURVE_ROUNDS = 2
const CURVE_SECONDS_MAX = 3

export const orders: Part = {
  name: 'orders',
  about:
    'wallet orders over HTTP compared with pgbench, which places each in a transaction with the same statement',
  needs: ['wrk', 'pgbench'],
  measure: measureOrders,
}

export const programs: Part = {
  name: 'programs',
  about: "orders of resellers' API clients compared with pgbench as above",
  isExtra: true,
  needs: ['wrk', 'pgbench'],
  measure: measureApiOrders,
}

type Measured = Answered & { cpu: number } // CPU milliseconds per order, over all cores

/** Opens a shop filled with orders and answers how to measure new ones. */
async function open(setting: Setting) {
  buildWeb(setting.say)
  const folder = makeFolder(setting.stack)
  const { url: databaseUrl } = await openCluster(setting.stack, { folder })
  await migrate(databaseUrl, pino({ level: 'silent' }))
  await fillDatabase(databaseUrl, SIZE)
  const shop = await openShop(setting.stack, { folder, databaseUrl })
  const cpu = await countCpu(shop.sql, shop.pid)
  const side = (name: string, seconds: number, run: () => Promise<Answered>): Side<Measured> => ({
    name,
    async run() {
      const before = cpu()
      const measured = await run()
      return { ...measured, cpu: (cpu() - before) / (measured.rate * seconds) }
    },
  })
  return { shop, side }
}

type Open = Awaited<ReturnType<typeof open>>

const direct = ({ databaseUrl, folder, people }: FullShop) => ({
  url: databaseUrl,
  folder,
  script: placeByPgbench(people),
})

async function measureOrders(setting: Setting): Promise<PartResult> {
  const { seconds, rounds, say } = setting
  const { shop, side } = await open(setting)
  const { url, buyers } = shop
  const base = { ...direct(shop), seconds }
  const buy = (people: string, connections: number) => wrk({ url, people, connections, seconds })
  const full = await takeTurns(
    [
      side('pgbench, 16 clients', seconds, () => pgbench({ ...base, clients: 16 })),
      ...[1, 16, 32].map((at) =>
        side(`many wallets, ${at} at once`, seconds, () => buy(buyers.many, at)),
      ),
      ...[1, 16, 32].map((at) =>
        side(`one wallet, ${at} at once`, seconds, () => buy(buyers.one, at)),
      ),
    ],
    rounds,
  )
  for (const { name, median } of full) say(`${name}: ${Math.round(median.rate)} orders a second`)
  const [theirs, ours] = [full[0]!.median.rate, full[3]!.median.rate]
  const half = await takeTurns(
    [
      side('pgbench at half of its load', seconds, () =>
        pgbench({ ...base, clients: 16, rate: theirs / 2 }),
      ),
      side('many wallets, at half of its load', seconds, () =>
        wrk({ url, people: buyers.many, connections: 32, seconds, thinkMs: 64_000 / ours }),
      ),
    ],
    rounds,
  )
  const curves = await followLoad({ shop, side }, Math.min(seconds, CURVE_SECONDS_MAX))
  return { rows: toRows(full, half), rounds: { full, half, curves }, plots: draw(curves) }
}

async function measureApiOrders(setting: Setting): Promise<PartResult> {
  const { seconds, rounds } = setting
  const { shop, side } = await open(setting)
  const { product, ...keys } = await writeKeys(shop.sql, shop.folder)
  const load = { url: shop.url, connections: 32, seconds, product }
  const base = { ...direct(shop), seconds }
  const full = await takeTurns(
    [
      side('pgbench, 16 clients', seconds, () => pgbench({ ...base, clients: 16 })),
      side('programs, many wallets, 32 at once', seconds, () =>
        wrk({ ...load, people: keys.many }),
      ),
      side('programs, one wallet, 32 at once', seconds, () => wrk({ ...load, people: keys.one })),
    ],
    rounds,
  )
  return { rows: full.map((turns) => toRow(turns, full[0]!)), rounds: full }
}

const TARGETS: Record<string, number> = {
  'many wallets, 32 at once': 1,
  'one wallet, 32 at once': 0.25,
}

function toRow({ name, median }: Turns<Measured>, base: Turns<Measured>): Row {
  const ratio = median.rate / base.median.rate
  const min = TARGETS[name]
  return {
    what: `orders, ${name}`,
    measured: `${Math.round(median.rate)}/s, p50 ${ms(median.p50)}, p99 ${ms(median.p99)}, ${Math.round(median.cpu * 1000)} µs of CPU each`,
    against: `pgbench, 16 clients: ${Math.round(base.median.rate)}/s`,
    ratio,
    target: min === undefined ? '' : `≥ ${min}`,
    isKept: min === undefined ? null : keeps(ratio, { min }),
  }
}

function toRows(full: Turns<Measured>[], half: Turns<Measured>[]): Row[] {
  const [theirs, ours] = half.map(({ median }) => median) as [Measured, Measured]
  const ratio = ours.p99 / theirs.p99
  return [
    ...full.map((turns) => toRow(turns, full[0]!)),
    {
      what: 'p99 of an order at half of that load',
      measured: `${ms(ours.p99)} at ${Math.round(ours.rate)}/s`,
      against: `pgbench at half of its load: ${ms(theirs.p99)} at ${Math.round(theirs.rate)}/s`,
      ratio,
      target: '≤ 3',
      isKept: keeps(ratio, { max: 3 }),
    },
  ]
}

const ms = (value: number) => `${value.toFixed(1)} ms`

async function followLoad({ shop, side }: Open, seconds: number): Promise<Turns<Measured>[]> {
  const base = direct(shop)
  const buy = { url: shop.url, people: shop.buyers.many, seconds }
  return takeTurns(
    LOADS.flatMap((connections) => [
      side('pgbench', seconds, () => pgbench({ ...base, seconds, clients: connections })),
      side('shop', seconds, () => wrk({ ...buy, connections })),
    ]),
    CURVE_ROUNDS,
  )
}

function draw(curves: Turns<Measured>[]): Record<string, string> {
  const line = (side: string, figure: 'rate' | 'p50' | 'p99') => ({
    name: figure === 'rate' ? side : `${side}, ${figure}`,
    points: curves
      .filter(({ name }) => name === side)
      .map(({ median }, nth): [number, number] => [LOADS[nth]!, median[figure]]),
  })
  const shared = { xLabel: 'connections', isLogX: true }
  const sides = ['shop', 'pgbench']
  return {
    'bench-orders-rate.svg': plotLines({
      ...shared,
      title: 'Wallet orders a second against load',
      yLabel: 'orders a second',
      series: sides.map((side) => line(side, 'rate')),
    }),
    'bench-orders-latency.svg': plotLines({
      ...shared,
      title: 'Time of a wallet order against load',
      yLabel: 'milliseconds',
      isLogY: true,
      series: sides.flatMap((side) => [line(side, 'p50'), line(side, 'p99')]),
    }),
  }
}
