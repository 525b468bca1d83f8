import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { connect } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { buildWeb } from '#scripts/build.ts'
import { fillCatalogue } from '#tests/bench/fill/fill-catalogue.ts'
import { measure, type Answered } from '#tests/bench/run/load.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import { keeps, type PartResult, type Part, type Row, type Setting } from '#tests/bench/run/part.ts'
import { plotLines } from '#tests/bench/run/plot.ts'
import { startShop } from '#tests/bench/run/start-shop.ts'
import { median, takeTurns, type Turns } from '#tests/bench/run/take-turns.ts'

const CONNECTIONS = 32
export const LOADS = [1, 2, 4, 8, 16, 32, 64, 128]
const CURVE_ROUNDS = 2
const SECONDS_MAX = 1 // enough, because answers are so fast

export const pages: Part = {
  name: 'pages',
  about: 'pages and catalogue compared with a bare node:http server that sends the same bytes',
  measure: measurePages,
}

type PageTimes = { what: string; turns: Turns<Answered>[] }

async function measurePages(setting: Setting): Promise<PartResult> {
  const { stack, say } = setting
  buildWeb(say)
  const folder = makeFolder(stack)
  const { url: databaseUrl } = await openCluster(stack, { folder })
  await migrate(databaseUrl, pino({ level: 'silent' }))
  const sql = connect(databaseUrl, { connectionsMax: 1, statementTimeoutMs: 60_000 })
  stack.defer(() => sql.end())
  const shop = await startShop(stack, { folder, databaseUrl })
  const look = async (what: string, path: string) => {
    const turns = await compare(`${shop.url}${path}`, setting)
    say(`${what}: ${turns.map(({ median: { rate } }) => Math.round(rate)).join(' and ')} a second`)
    return { what, turns }
  }
  const seen: PageTimes[] = [await look('HTML of the login page', '/login')]
  const curves: PageTimes[] = []
  for (const count of [24, 240, 2_400]) {
    await fillCatalogue(sql, count)
    await untilListed(shop.url, count)
    seen.push(
      await look(`HTML of the front page, ${count} games`, '/'),
      await look(`HTML of a game's page, ${count} games`, '/product/game-1'),
      await look(`GET /api/v1/game, ${count} games`, '/api/v1/game'),
      await look(`GET /api/v1/game/{slug}, ${count} games`, '/api/v1/game/game-1'),
    )
    if (count > 24) continue
    curves.push(
      { what: 'front page', turns: await followLoad(`${shop.url}/`, setting) },
      { what: 'game list', turns: await followLoad(`${shop.url}/api/v1/game`, setting) },
    )
  }
  return { rows: seen.map(toRow), rounds: { seen, curves }, plots: draw(curves) }
}

function toRow({ what, turns: [bare, shop] }: PageTimes): Row {
  const ratio = median(shop!.rounds.map(({ rate }, round) => rate / bare!.rounds[round]!.rate))
  return {
    what,
    measured: `${Math.round(shop!.median.rate)} answers/s`,
    against: `bare node:http: ${Math.round(bare!.median.rate)}`,
    ratio,
    target: '≥ 0.8',
    isKept: keeps(ratio, { min: 0.8 }),
  }
}

/** Compares the shop with a bare server that sends the same headers and bytes. */
async function compare(url: string, { rounds, seconds }: Setting): Promise<Turns<Answered>[]> {
  const bare = await startBare(url)
  const load = { connections: CONNECTIONS, seconds: Math.min(seconds, SECONDS_MAX) }
  const turns = await takeTurns(
    [
      { name: 'bare', run: () => measure({ ...load, url: bare.url }) },
      { name: 'shop', run: () => measure({ ...load, url }) },
    ],
    rounds,
  )
  bare.process.disconnect()
  return turns
}

async function followLoad(url: string, { seconds }: Setting): Promise<Turns<Answered>[]> {
  const bare = await startBare(url)
  const sides = LOADS.flatMap((connections) =>
    [
      ['bare', bare.url],
      ['shop', url],
    ].map(([name, address]) => ({
      name: name!,
      run: () => measure({ url: address!, connections, seconds: Math.min(seconds, SECONDS_MAX) }),
    })),
  )
  const turns = await takeTurns(sides, CURVE_ROUNDS)
  bare.process.disconnect()
  return turns
}

function draw(curves: PageTimes[]): Record<string, string> {
  const line = (figure: keyof Answered, { what, turns }: PageTimes) =>
    ['shop', 'bare'].map((side) => ({
      name: `${side === 'shop' ? 'shop' : 'bare node:http'}, ${what}, ${figure}`,
      points: turns
        .filter(({ name }) => name === side)
        .map(({ median: figures }, nth): [number, number] => [LOADS[nth]!, figures[figure]]),
    }))
  const shared = { xLabel: 'connections', isLogX: true }
  return {
    'bench-pages-rate.svg': plotLines({
      ...shared,
      title: 'Pages: answers a second against load',
      yLabel: 'answers a second',
      series: curves.flatMap((curve) => line('rate', curve)),
    }),
    'bench-pages-latency.svg': plotLines({
      ...shared,
      title: 'Pages: time to answer against load',
      yLabel: 'milliseconds',
      isLogY: true,
      series: curves.flatMap((curve) => [...line('p50', curve), ...line('p99', curve)]),
    }),
  }
}

/** Waits until the shop's cache has the new games. */
async function untilListed(url: string, count: number): Promise<void> {
  for (;;) {
    const answer = (await (await fetch(`${url}/api/v1/game`)).json()) as { data: unknown[] | null }
    if (answer.data?.length === count) return
    await sleep(50)
  }
}

async function startBare(url: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const raw = await readRaw(url) // the compressed bytes, which fetch would decompress
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )
  const child = fork(join(import.meta.dirname, 'bare.ts'))
  child.send({
    headers: { ...headers, 'content-length': raw.length },
    body: raw.toString('base64'),
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, url: `http://127.0.0.1:${port}/` }
}

async function readRaw(url: string): Promise<Buffer> {
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')
  return Buffer.concat(await response.toArray())
}
