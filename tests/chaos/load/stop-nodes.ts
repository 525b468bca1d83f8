import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeWalletOrder } from '#contract/orders/orders.ts'
import { toRequest } from '#contract/core/request.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { tally } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { openClientPool, toText } from './client-pool.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { auditMixedShop, findUndone } from '#tests/chaos/audit/find-undone.ts'
import { startMixedLoad, type Load } from './mixed-load.ts'
import { openMixedShop, type MixedShop } from './mixed-shop.ts'
import { startNodes, type Nodes } from '#tests/chaos/nodes.ts'
import { hasReadAll } from './unread.ts'

type Stopped = {
  signal: NodeJS.Signals
  inFlight: number // unanswered requests at the node
  jobs: number // leased by the node
  answers: Record<string, number> // to those requests, by status
  heldMs: number // how long the requests were held up
  status: number | string
  stopMs: number
  takenOverMs: number // until everything under way was done
}

export type StopReport = {
  stops: Stopped[]
  orders: number
  wrong: string[]
  fault: string | null // from the verifier
  audit: string[]
}

type Options = { stops: number; seed: number }

const CUSTOMERS = 20
const SHARE = 0.2 // of the mixed load
const REQUESTS = 60
const JOBS_MIN = 20
const KILLED_EVERY = 4 // every fourth node is killed instead of stopped
const JOB_MS = 2_000
const STOP_MS_MAX = 25_000
const TAKEN_OVER_MS_MAX = 180_000 // leases last half a minute, and suppliers are asked before a new dispatch
const LOOK_MS = 100
const HELD_MS_MAX = 4_500 // an order that waits for five seconds is refused

/**
 * Ends one of two nodes at a time under a mixed load, while it has requests and jobs. Most are stopped, some are
 * killed.
 */
export async function stopNodes(
  stack: AsyncDisposableStack,
  options: Options,
): Promise<StopReport> {
  const { stops, seed } = options
  const nodes = await startNodes(stack, { count: 2, isDurable: true, reach: allowCodes })
  const shop = await openMixedShop(nodes, CUSTOMERS)
  const load = startMixedLoad(nodes, shop, { dice: createDice(seed), share: SHARE })
  stack.defer(() => load.stop())
  const setup = { nodes, shop, load, ...options }
  const stopped: Stopped[] = []
  const wrong: string[] = []
  const audit: string[] = []
  for (let turn = 0; turn < stops; turn++) {
    const isKilled = turn % KILLED_EVERY === KILLED_EVERY - 1
    const one = await stopOne(setup, turn % 2, isKilled ? 'SIGKILL' : 'SIGTERM')
    stopped.push(one)
    wrong.push(...judge(one).map((fault) => `stop ${turn + 1}: ${fault}`))
    audit.push(...(await auditBooks(nodes.sql)))
  }
  await load.stop()
  await untilDone(nodes, load)
  wrong.push(...load.failures, ...(await auditMixedShop(nodes, load)))
  await seal(nodes.sql)
  const { fault } = await verifyLedger(nodes.sql)
  return { stops: stopped, orders: load.orders.length, wrong, fault, audit }
}

const allowCodes = async (environment: Record<string, string>) => ({
  ...environment,
  LIMIT_CODES_PER_ADDRESS_PER_DAY: '1000000',
})

type StopSetup = Options & { nodes: Nodes; shop: MixedShop; load: Load }

async function stopOne(setup: StopSetup, node: number, signal: NodeJS.Signals): Promise<Stopped> {
  const { nodes, load } = setup
  await breakOutside(nodes, { target: 'unipin', kind: 'latency', ms: JOB_MS })
  const delivering = send(setup, { node, from: 'bySupplier', count: 2 * JOBS_MIN })
  await delivering.answers
  await until('the node has so many jobs in hand', async () => (await countJobs(nodes)) >= JOBS_MIN)
  const hold = await holdItem(setup)
  const held = performance.now()
  const buying = send(setup, { node, from: 'byHand', count: REQUESTS })
  await until('the orders wait', async () => (await hold.countWaiting()) > 0)
  await until('it has read them all', () => buying.isSent() && hasReadAll(portOf(nodes, node)))
  const jobs = await countJobs(nodes)
  const inFlight = buying.underWay()
  const ending = nodes.endNode(node, signal)
  if (signal === 'SIGTERM')
    await until('it takes nothing new', async () => !(await isOpen(nodes, node)))
  await hold.letGo()
  const heldMs = performance.now() - held
  const answers = tally(await buying.answers)
  const { status, ms: stopMs } = await ending
  await mendOutside(nodes)
  await buying.sendAgain(1 - node)
  const takenOverMs = await untilDone(nodes, load)
  await nodes.startNode(node)
  return { signal, inFlight, jobs, answers, heldMs, status, stopMs, takenOverMs }
}

function judge(one: Stopped): string[] {
  const faults: string[] = []
  if (one.takenOverMs > TAKEN_OVER_MS_MAX)
    faults.push(`work in progress is not done after ${Math.round(one.takenOverMs)} ms`)
  if (one.signal === 'SIGKILL') return faults
  const { 200: good = 0, 503: late = 0 } = one.answers
  const answered = one.heldMs > HELD_MS_MAX ? good + late : good
  if (answered !== one.inFlight)
    faults.push(`${one.inFlight} requests got these answers: ${JSON.stringify(one.answers)}`)
  if (one.status !== 0) faults.push(`it ended with ${one.status}`)
  if (one.stopMs > STOP_MS_MAX) faults.push(`it took ${Math.round(one.stopMs)} ms to stop`)
  return faults
}

type Bought = { node: number; from: 'byHand' | 'bySupplier'; count: number }

/** Sends `count` orders at once to one node. An order without an answer may be sent again to another node. */
function send({ nodes, shop, load }: StopSetup, { node, from, count }: Bought) {
  const { item, player } = shop[from]
  const { gameSlug, itemSlug } = item
  const kind = from === 'byHand' ? 'wallet orders' : 'deliveries'
  const note = (id: string) => void load.orders.push({ kind, at: Date.now(), id })
  const pool = openClientPool(nodes.urls[node]!, count)
  const asking = Array.from({ length: count }, async (_, index) => {
    const customer = shop.customers[index % shop.customers.length]!
    const common = { gameSlug, itemSlug, couponCode: '', currency: 'INR' } as const
    const options = { ...common, gameDetailId: player(customer), idempotencyKey: randomUUID() }
    const { accessToken } = customer.at[node]!.tokens!
    const sample = (await pool.send(toText(toRequest(placeWalletOrder, options), accessToken)))!
    if (sample.id) note(sample.id)
    return { customer, options, sample }
  })
  return {
    answers: Promise.all(asking).then((all) => all.map(({ sample }) => sample)),
    isSent: () => pool.isSent(),
    underWay: () => pool.underWay(),
    async sendAgain(at: number): Promise<void> {
      await pool.close()
      const unanswered = (await Promise.all(asking)).filter(({ sample }) => sample.status !== 200)
      const retry = async ({ customer, options }: (typeof unanswered)[number]) => {
        const answer = await customer.at[at]!.call(placeWalletOrder, options).catch(() => null)
        if (answer?.status === 200) note(answer.data._id)
        return answer?.status === 200
      }
      await Promise.all(unanswered.map((one) => until('the other node takes it', () => retry(one))))
    },
  }
}

/** Locks a pack so that orders for it wait until it is released. */
async function holdItem({ nodes: { sql }, shop }: StopSetup) {
  const gate = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx`select from item where id = ${shop.byHand.item._id} for update`
    held.resolve()
    await gate.promise
  })
  await Promise.race([held.promise, holding])
  return {
    async countWaiting() {
      const [row] = await sql<[{ waiting: number }]>`
        select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock'`
      return row.waiting
    },
    async letGo() {
      gate.resolve()
      await holding
    },
  }
}

/** Counts the jobs of the node that has most. */
async function countJobs({ sql }: Nodes): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from job where leased_until > now() group by leased_by order by 1 desc limit 1`
  return row?.count ?? 0
}

const portOf = ({ urls }: Nodes, node: number) => Number(new URL(urls[node]!).port)

const isOpen = ({ urls }: Nodes, node: number) =>
  fetch(`${urls[node]!}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )

async function untilDone(nodes: Nodes, load: Load): Promise<number> {
  const [by, begun] = [Date.now(), performance.now()]
  const patience = begun + 2 * TAKEN_OVER_MS_MAX
  while ((await findUndone(nodes, load, by)).length > 0 && performance.now() < patience)
    await sleep(LOOK_MS)
  return performance.now() - begun
}
