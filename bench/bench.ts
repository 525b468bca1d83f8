// npm run bench: speed as ratios, measured side by side in one run on this machine.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { outsideWorld } from '#sandbox/credentials.ts'
import { buildWeb } from '#scripts/build.ts'
import { findFreePort } from '#server/db/embedded.ts'
import { findCluster } from '#server/db/embedded-place.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { measure } from './load.ts'

const ROOT = join(import.meta.dirname, '..')
const ROUNDS = 5
const SECONDS = 1
const CONNECTIONS = 32
const IDLE_MS = 3_000

await using stack = new AsyncDisposableStack()
const shop = await startShop()
await sleep(IDLE_MS)
const idleMemory = memoryOf(shop.process)
console.log(
  `${cpus().length} x ${cpus()[0]!.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
)
console.log(
  `${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s, the two in turn\n`,
)
console.log('| what | shop, answers/s | bare node:http, answers/s | ratio |')
console.log('| --- | --- | --- | --- |')
await compare('HTML of the login page', '/login')
for (const count of [24, 240, 2_400]) {
  await fillCatalogue(shop.dataDir, count)
  await compare(`HTML of the front page, ${count} games`, '/')
  await compare(`HTML of a game's page, ${count} games`, '/product/game-1')
  await compare(`GET /api/v1/game, ${count} games`, '/api/v1/game')
  await compare(`GET /api/v1/game/{slug}, ${count} games`, '/api/v1/game/game-1')
}
console.log(`\nidle memory of the shop's process: ${idleMemory} MB`)

async function startShop() {
  buildWeb(console.log)
  const dataDir = mkdtempSync(join(tmpdir(), 'gemstall-bench-'))
  const cluster = findCluster(dataDir)
  const port = await findFreePort()
  const child = fork(join(ROOT, 'server/main.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...outsideWorld({ sandboxUrl: 'http://localhost:1', smtpPort: 1 }),
      DATABASE_URL: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'), // as `npm start` does
    },
  })
  stack.defer(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    for (const folder of [dataDir, cluster]) rmSync(folder, { recursive: true, force: true })
  })
  await once(child, 'message')
  return { process: child, url: `http://127.0.0.1:${port}`, dataDir }
}

/** The shop and a bare server with the same headers and bytes, in turn, so that a slow moment hits both. */
async function compare(name: string, path: string): Promise<void> {
  const bare = await startBare(`${shop.url}${path}`)
  const rates: { shop: number[]; bare: number[] } = { shop: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [side, url] of [
      ['bare', bare.url],
      ['shop', `${shop.url}${path}`],
    ] as const) {
      const rate = await measure({ url, connections: CONNECTIONS, seconds: SECONDS })
      if (round > 0) rates[side].push(rate) // the first warms both up
    }
  }
  bare.process.disconnect()
  const ratio = median(rates.shop.map((rate, round) => rate / rates.bare[round]!))
  const [ours, theirs] = [median(rates.shop), median(rates.bare)].map(Math.round)
  console.log(`| ${name} | ${ours} | ${theirs} | ${ratio.toFixed(2)} |`)
}

async function startBare(url: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  // fetch unpacks what it reads; the encoded bytes are asked for as they are.
  const raw = await readRaw(url)
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )
  const child = fork(join(ROOT, 'bench/bare.ts'))
  child.send({
    headers: { ...headers, 'content-length': raw.length },
    body: raw.toString('base64'),
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, url: `http://127.0.0.1:${port}/` }
}

async function readRaw(url: string): Promise<Buffer> {
  const { get } = await import('node:http')
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')
  return Buffer.concat(await response.toArray())
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function memoryOf({ pid }: ChildProcess): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return String(Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1000))
  } catch {
    return 'unknown'
  }
}
