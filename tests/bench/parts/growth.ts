import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { API_BASE } from '#contract/core/endpoint.ts'
import { placeWalletOrder } from '#contract/orders/orders.ts'
import { connect } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { buildWeb } from '#scripts/build.ts'
import { askCalls, type TimedCall } from './ask-calls.ts'
import { fillDatabase } from '#tests/bench/fill/fill-database.ts'
import { measure, type Answered } from '#tests/bench/run/load.ts'
import { wrk } from './load-orders.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import { keeps, type PartResult, type Part, type Row, type Setting } from '#tests/bench/run/part.ts'
import { plotLines } from '#tests/bench/run/plot.ts'
import { openShop, type FullShop } from '#tests/bench/run/shop-with-orders.ts'
import { takeTurns, type Turns } from '#tests/bench/run/take-turns.ts'

const PEOPLE = 0.1 // per order
const FACTOR_MAX = 1.2
const CONNECTIONS = 32

export const growth: Part = {
  name: 'growth',
  about: 'the same shop with 10,000 to 10,000,000 past orders',
  needs: ['wrk'],
  measure: measureGrowth,
}

type Grown = FullShop & { size: number }

/** Measures all sizes in turn, each a database on the same server. */
async function measureGrowth(setting: Setting): Promise<PartResult> {
  const { stack, sizes, seconds, rounds, say } = setting
  buildWeb(say)
  const folder = makeFolder(stack)
  const filledIn = await fillSizes(folder, setting)
  const { url } = await openCluster(stack, { folder })
  const shops: Grown[] = []
  for (const size of sizes) {
    const own = { folder: makeFolder(stack), databaseUrl: nameOf(url, size) }
    shops.push({ ...(await openShop(stack, own)), size })
  }
  const home = await takeTurns(
    shops.map((shop) => ({
      name: String(shop.size),
      run: () => measure({ url: shop.url, connections: CONNECTIONS, seconds: 1 }),
    })),
    rounds,
  )
  const calls = await askCalls(shops)
  say(`${calls.length} calls asked`)
  for (const shop of shops) await letAllBuy(shop)
  const buy = (shop: Grown, thinkMs: number) =>
    wrk({ url: shop.url, people: shop.buyers.many, connections: CONNECTIONS, seconds, thinkMs })
  const orders = await takeTurns(
    shops.map((shop) => ({ name: String(shop.size), run: () => buy(shop, 0) })),
    rounds,
  )
  const thinkMs = (2000 * CONNECTIONS) / orders[0]!.median.rate
  const half = await takeTurns(
    shops.map((shop) => ({ name: String(shop.size), run: () => buy(shop, thinkMs) })),
    rounds,
  )
  const found = { sizes, home, calls, orders, half }
  return { rows: toRows(found), rounds: { ...found, filledIn }, plots: draw(found) }
}

/**
 * Lets each buyer buy once, so that their rows are in memory at every size. Otherwise larger shops would look slower,
 * because wrk would meet more people for the first time.
 */
async function letAllBuy({ url, buyers }: Grown): Promise<void> {
  const lines = readFileSync(buyers.many, 'utf8').split('\n').values()
  const buy = async () => {
    for (const line of lines) {
      const [token, gameDetailId, gameSlug, itemSlug] = line.split(' ')
      const response = await fetch(`${url}${API_BASE}${placeWalletOrder.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ gameSlug, itemSlug, gameDetailId, currency: 'INR' }),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, buy))
}

const nameOf = (url: string, size: number): string => url.replace(/\/postgres$/, `/size_${size}`)

/** Fills a database of each size and answers how many seconds each took. */
async function fillSizes(folder: string, { sizes, say }: Setting): Promise<Record<string, number>> {
  await using stack = new AsyncDisposableStack()
  const { url } = await openCluster(stack, { folder, isFilling: true })
  const sql = connect(url, { connectionsMax: 1 })
  stack.defer(() => sql.end())
  const seconds: Record<string, number> = {}
  for (const size of sizes) {
    const startedAt = performance.now()
    await sql.unsafe(`create database size_${size}`)
    await migrate(nameOf(url, size), pino({ level: 'silent' }))
    await fillDatabase(nameOf(url, size), { orders: size, people: Math.ceil(size * PEOPLE) })
    seconds[size] = Math.round((performance.now() - startedAt) / 1000)
    say(`${size} orders filled in ${seconds[size]} s`)
  }
  await stack.disposeAsync()
  spawnSync('sync') // otherwise the rows still in memory would be written during the measurement
  return seconds
}

type Growth = {
  sizes: number[]
  home: Turns<Answered>[]
  calls: TimedCall[]
  orders: Turns<Answered>[]
  half: Turns<Answered>[]
}

function toRows({ sizes, home, calls, orders, half }: Growth): Row[] {
  const rate = (what: string, turns: Turns<Answered>[]) =>
    toRow(sizes, what, { values: turns.map(({ median }) => median.rate), unit: '/s' })
  const time = (what: string, values: number[]) => toRow(sizes, what, { values, unit: ' ms' })
  return [
    rate('orders, many wallets, 32 at once', orders),
    time(
      'p99 of an order, 32 at once',
      orders.map(({ median }) => median.p99),
    ),
    time(
      'p99 of an order, at half of that',
      half.map(({ median }) => median.p99),
    ),
    rate('home page, 32 at once', home),
    ...calls.map(({ name, medians }) => time(name, medians)),
  ]
}

type Values = { values: number[]; unit: '/s' | ' ms' }

/** Compares the cost at the largest size with the cost at the smallest. */
function toRow(sizes: number[], what: string, { values, unit }: Values): Row {
  const [first, last] = [values[0]!, values.at(-1)!]
  const ratio = unit === '/s' ? first / last : last / first
  const show = (value: number) => `${unit === '/s' ? Math.round(value) : value.toFixed(2)}${unit}`
  return {
    what,
    measured: `${show(last)} at ${sizes.at(-1)!.toLocaleString('en')} orders`,
    against: `${show(first)} at ${sizes[0]!.toLocaleString('en')}`,
    ratio,
    target: `≤ ${FACTOR_MAX}`,
    isKept: keeps(ratio, { max: FACTOR_MAX }),
  }
}

const perSecond = (turns: Turns<Answered>[]) => turns.map(({ median: { rate } }) => rate)
const p99 = (turns: Turns<Answered>[]) => turns.map(({ median }) => median.p99)

function draw({ sizes, calls, orders, half, home }: Growth): Record<string, string> {
  const line = (name: string, values: number[]) => ({
    name,
    points: values.map((value, nth): [number, number] => [sizes[nth]!, value]),
  })
  const shared = { xLabel: 'past orders', isLogX: true }
  return {
    'bench-growth-orders.svg': plotLines({
      ...shared,
      title: 'Wallet orders a second against size',
      yLabel: 'orders a second',
      series: [line('32 at once', perSecond(orders))],
    }),
    'bench-growth-latency.svg': plotLines({
      ...shared,
      title: 'Cost against size',
      yLabel: 'milliseconds',
      isLogY: true,
      series: [
        line('order, p99, 32 at once', p99(orders)),
        line('order, p99, half of that', p99(half)),
        ...calls.filter(({ isDrawn }) => isDrawn).map((one) => line(one.name, one.medians)),
      ],
    }),
    'bench-growth-home.svg': plotLines({
      ...shared,
      title: 'Home page against size',
      yLabel: 'answers a second',
      series: [line('32 at once', perSecond(home))],
    }),
  }
}
