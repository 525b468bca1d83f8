import { totalmem } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { connect } from '#server/platform/db/db.ts'
import { copyIn } from './copy-in.ts'
import { fillAround } from './fill-around.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import type { Sealed } from './fill-history.ts'
import { fillPeople, fillWallets, listHouse, listPacks } from './fill-people.ts'
import type { Plan } from './fill-plan.ts'
import { COLUMNS, TABLES } from './fill-rows.ts'
import { keepSums } from './fill-sums.ts'
import type { Tallies } from './fill-tallies.ts'
import type { Work, Written } from './fill-worker.ts'
import { setAside } from './set-aside.ts'

export type Filling = { orders: number; people: number; say?: (sentence: string) => void }

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const PAUSE_MS = 10 * 60 * 1000 // between the last order and now
const GAMES = 24
const WORKERS = 2
const PEOPLE_TABLES = [
  'users',
  'session',
  'player',
  'account',
  'payment',
  'capture',
  'issue',
  'audit',
]
const MEMORY = `${Math.min(1_536, Math.floor(totalmem() / 2 ** 24))}MB` // for each of two workers, a sixteenth of all

/**
 * Fills a database with a year of business: people, orders, three postings an order and all related rows.
 * The rows are as the shop would have written them, with hashes and seals. docs/measurements.md lists what is left out.
 */
export async function fillDatabase(url: string, filling: Filling): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const sql = connect(url, { connectionsMax: 4, statementTimeoutMs: 3_600_000 })
  stack.defer(() => sql.end())
  const [{ isUsed }] = await sql<
    [{ isUsed: boolean }]
  >`select exists (select from users) as is_used`
  if (isUsed) throw new Error('This database already has accounts. Name an empty one')
  const { orders, people, say = () => {} } = filling
  const step = timeSteps(say)
  const now = Date.now()
  const [startAt, endAt] = [now - YEAR_MS, now - PAUSE_MS]
  await fillCatalogue(sql, GAMES)
  const putBackPeople = await setAside(sql, PEOPLE_TABLES, { memory: MEMORY, workers: WORKERS })
  await fillPeople(sql, { people, startAt })
  const firstWallet = await fillWallets(sql, people)
  step(`${people} people`)
  const plan: Plan = {
    orders,
    people,
    startAt,
    endAt,
    firstWallet,
    firstTransfer: 1,
    house: await listHouse(sql),
    games: await listPacks(sql),
  }
  const putBack = await setAside(sql, TABLES, { memory: MEMORY, workers: WORKERS })
  const { seals, tallies } = await writeOrders(url, plan, say)
  step(`${orders} orders and ${3 * orders} postings`)
  await keepSums(sql, { plan, seals, tallies })
  await fillAround(sql, { orders, people })
  step('sums, seals, payments and other rows that the back office lists')
  await putBack()
  await putBackPeople()
  step('indexes')
  await sql.unsafe('vacuum (analyze)')
  await sql.unsafe('checkpoint')
  step('vacuum and checkpoint')
}

type Done = { seals: Sealed[]; tallies: Tallies[] }

/** Writes the orders with two threads and a connection for each table. */
async function writeOrders(url: string, plan: Plan, say: (words: string) => void): Promise<Done> {
  const copies = await Promise.all(TABLES.map((table) => copyIn(url, table, COLUMNS[table])))
  const done: Done = { seals: [], tallies: [] }
  let [orders, reported] = [0, 0]
  const take = async ({ rows, seal, tallies, orders: more }: Written) => {
    await Promise.all(rows.map((some, index) => copies[index]!.write(some)))
    if (seal) done.seals.push(seal)
    if (tallies) done.tallies.push(tallies)
    orders += more
    if (orders - reported < 1_000_000) return
    reported = orders
    say(`  ${orders} orders`)
  }
  await Promise.all(
    Array.from({ length: WORKERS }, (_, place) =>
      runWorker({ plan, place, places: WORKERS }, take),
    ),
  )
  await Promise.all(copies.map((copy) => copy.end()))
  done.seals.sort((a, b) => a.last - b.last)
  return done
}

async function runWorker(work: Work, take: (written: Written) => Promise<void>): Promise<void> {
  const worker = new Worker(join(import.meta.dirname, 'fill-worker.ts'), { workerData: work })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.once('error', reject)
  worker.once('exit', () => resolve())
  let turn = Promise.resolve()
  worker.on('message', (written: Written) => {
    turn = turn.then(() => take(written)).then(() => worker.postMessage('more', []))
    turn.catch((error: unknown) => {
      void worker.terminate()
      reject(error)
    })
  })
  await promise
  await turn
}

function timeSteps(say: (sentence: string) => void) {
  let since = performance.now()
  return (what: string) => {
    say(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
    since = performance.now()
  }
}
