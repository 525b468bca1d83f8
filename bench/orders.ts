// npm run bench:orders: wallet orders a second, beside pgbench which places one in a transaction with the same function.
// npm run bench:orders -- --orders=10000000 --people=1000000: after so many orders of so many people.
// npm run bench:orders -- --programs: the resellers' API as well.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { outsideWorld } from '#sandbox/credentials.ts'
import { buildWeb } from '#scripts/build.ts'
import { findFreePort } from '#server/db/embedded.ts'
import { countCpu } from './cpu-time.ts'
import { openBooks } from './fill-books.ts'
import { fillOrders, fillShop, writeKeys, writePeople } from './fill-orders.ts'
import { pgbench, wrk, type Measured } from './load-orders.ts'

const ROOT = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    people: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    programs: { type: 'boolean', default: false },
  },
})
const [orders, people, seconds, rounds] = [
  values.orders,
  values.people,
  values.seconds,
  values.rounds,
].map(Number) as [number, number, number, number]
const BUYERS = 10_000 // of the people, spread over all of them

await using stack = new AsyncDisposableStack()
const { sql, url: databaseUrl, folder } = await openBooks(stack)
const { game, item } = await fillShop(sql, people)
await fillOrders(sql, orders)
const secret = randomBytes(33).toString('base64')
const files = await writePeople(sql, { folder, secret, people: Math.min(BUYERS, people) })
const { url, pid } = await startShop()
const cpu = await countCpu(sql, pid)

const SCRIPT = `\\set wallet random(1, ${people})
  select * from place_orders((
    select jsonb_build_array(jsonb_build_object(
      'place', 1, 'id', uuidv7(), 'invoice', 'GSP' || upper(right(uuidv7()::text, 16)), 'user_id', id, 'role', 'reseller',
      'key', gen_random_uuid(), 'request_hash', '\\x00', 'answer', '{}'::jsonb,
      'game_id', '${game}', 'item_id', '${item}', 'saved_player', player, 'currency', 'INR', 'item_price', 10000,
      'amount', 10000, 'price_inr', 10000, 'discount_inr', 0, 'amount_inr', 10000,
      'created_at', date_trunc('milliseconds', now())))
    from bench_user where number = :wallet));`

type Side = { name: string; run: () => Promise<Measured> }

console.log(`${cpus().length} x ${cpus()[0]!.model}, Node ${process.version}, durable commits`)
console.log(
  `after ${orders} orders of ${people} people; medians of ${rounds} rounds of ${seconds} s, all in turn`,
)
const base = { url: databaseUrl, folder, script: SCRIPT, seconds }
const sides: Side[] = [
  {
    name: 'pgbench, one order a transaction, 16 clients',
    run: () => pgbench({ ...base, clients: 16 }),
  },
  ...[1, 16, 32].map((connections) => ({
    name: `shop, many wallets, ${connections} at once`,
    run: () => wrk({ url, people: files.many, connections, seconds }),
  })),
  ...[1, 16, 32].map((connections) => ({
    name: `shop, one wallet, ${connections} at once`,
    run: () => wrk({ url, people: files.one, connections, seconds }),
  })),
  ...(values.programs ? await listPrograms() : []),
]
const full = await compare(sides)
const [theirs, ours] = [full[0]!.rate, full[3]!.rate]
await compare([
  {
    name: 'pgbench at half of its load',
    run: () => pgbench({ ...base, clients: 16, rate: theirs / 2 }),
  },
  {
    name: 'shop, many wallets, at half of its load',
    run: () => wrk({ url, people: files.many, connections: 32, seconds, thinkMs: 64_000 / ours }),
  },
])

async function listPrograms(): Promise<Side[]> {
  const keys = await writeKeys(sql, { folder, people: Math.min(BUYERS, people) })
  const load = { url, connections: 32, seconds, product: item }
  return [
    { name: 'programs, many wallets, 32 at once', run: () => wrk({ ...load, people: keys.many }) },
    { name: 'programs, one wallet, 32 at once', run: () => wrk({ ...load, people: keys.one }) },
  ]
}

/** In turn, so that a slow moment hits all of them; the first round warms up. */
async function compare(all: Side[]): Promise<Measured[]> {
  const results: (Measured & { cpu: number })[][] = all.map(() => [])
  const load = loadavg()[0]!
  for (let round = 0; round <= rounds; round++)
    for (const [index, { run }] of all.entries()) {
      const before = cpu()
      const measured = await run()
      const used = (cpu() - before) / (measured.rate * seconds)
      if (round > 0) results[index]!.push({ ...measured, cpu: used })
    }
  const medians = results.map((of) => ({
    rate: median(of.map(({ rate }) => rate)),
    p50: median(of.map(({ p50 }) => p50)),
    p99: median(of.map(({ p99 }) => p99)),
    cpu: median(of.map(({ cpu }) => cpu)),
  }))
  console.log(`\nload before: ${load.toFixed(1)}\n`)
  console.log('| what | orders/s | of pgbench | p50, ms | p99, ms | CPU an order, µs |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const [index, { rate, p50, p99, cpu }] of medians.entries()) {
    const ratio = (rate / medians[0]!.rate).toFixed(2)
    const figures = [
      Math.round(rate),
      ratio,
      p50.toFixed(1),
      p99.toFixed(1),
      Math.round(cpu * 1000),
    ]
    console.log(`| ${all[index]!.name} | ${figures.join(' | ')} |`)
  }
  return medians
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

async function startShop(): Promise<{ url: string; pid: number }> {
  buildWeb(console.log)
  const port = await findFreePort()
  const child = fork(join(ROOT, 'server/main.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? [],
    env: {
      ...process.env,
      ...outsideWorld({ sandboxUrl: 'http://localhost:1', smtpPort: 1 }),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SECRET: secret,
      PORT: String(port),
      LIMIT_REQUESTS_PER_MINUTE: '100000000',
      LIMIT_API_REQUESTS_PER_SECOND: '1000000',
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'), // as `npm start` does
    },
  })
  stack.defer(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid! }
}
