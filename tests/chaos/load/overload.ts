import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { listOrders, placeWalletOrder } from '#contract/orders/orders.ts'
import { toRequest } from '#contract/core/request.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { openClientPool, toText, type ClientPool, type Sample } from './client-pool.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { openMixedShop, type MixedShop } from './mixed-shop.ts'
import { startNodes, type Nodes } from '#tests/chaos/nodes.ts'

export type OverloadReport = {
  sustained: number // good answers per second at the best concurrency
  steps: { atOnce: number; rate: number; ms: number[] }[]
  offered: number // requests per second
  heldBack: number // of the offered, requests not sent because all connections were busy
  seconds: number
  samples: Sample[]
  readyMs: { status: number; ms: number }[]
  memory: { before: number; most: number; after: number } // of the node, in MB
  calm: { before: number[]; after: number[] } // answer times at a light load
  recoveryMs: number // until answers were as fast as before
  jobsMs: number // until every job was done
  lost: number // acknowledged, but missing
  unacknowledged: number // stored, though not acknowledged; the same key still finds them
  wrong: string[]
  fault: string | null
  audit: string[]
}

type Options = {
  seconds: number
  seed: number
  times?: number
}

const CUSTOMERS = 50
const CONNECTIONS_MAX = 3_000
const STEPS = [4, 8, 16, 32, 64] // concurrent requests, to find the capacity of the node
const STEP_SECONDS = 3
const TICK_MS = 5
const ANSWER_MS_MAX = 10_500
const RECOVERY_MS_MAX = 10_000
const READY_MS_MAX = 10_500
const MEMORY_MAX = 1_000 // MB
const JOBS_PATIENCE_MS = 600_000

/** Offers a node `times` its capacity, whatever it answers, and then a light load again. */
export async function overload(
  stack: AsyncDisposableStack,
  options: Options,
): Promise<OverloadReport> {
  const { seconds, seed, times = 10 } = options
  const dice = createDice(seed)
  const limits = {
    LIMIT_REQUESTS_PER_MINUTE: '1000000000',
    METRICS_PORT: String(await reservePort()),
  }
  // The request limit counts by address, and this pool of many shares one.
  const reach = async (environment: Record<string, string>) => ({ ...environment, ...limits })
  const nodes = await startNodes(stack, { count: 1, isDurable: true, reach })
  const shop = await openMixedShop(nodes, CUSTOMERS)
  const setup = { nodes, url: nodes.urls[0]!, shop, dice }
  const steps = await findCapacity(setup, STEPS)
  const sustained = Math.max(...steps.map(({ rate }) => rate))
  const memory = { before: readMemory(nodes), most: 0, after: 0 }
  const before = await sendLightLoad(setup, 3)
  const peak = await sendPeak(setup, { rate: times * sustained, seconds, memory })
  const { recoveryMs, after } = await recover(setup, before)
  const jobsMs = await untilJobsAreDone(nodes)
  memory.after = readMemory(nodes)
  const all = [...steps.flatMap((one) => one.samples), ...before, ...peak.pool.samples, ...after]
  const audited = await audit(nodes, all)
  const calm = { before: before.map(({ ms }) => ms), after: after.map(({ ms }) => ms) }
  const report = {
    sustained,
    steps: steps.map(({ atOnce, rate, samples: own }) => ({
      atOnce,
      rate,
      ms: own.map(({ ms }) => ms),
    })),
    offered: peak.offered,
    heldBack: peak.heldBack,
    seconds,
    samples: peak.pool.samples,
    readyMs: peak.ready,
    memory,
    calm,
    recoveryMs,
    jobsMs,
    ...audited,
  }
  return { ...report, wrong: [...audited.wrong, ...judge(report)] }
}

type OverloadSetup = { nodes: Nodes; url: string; shop: MixedShop; dice: Dice }

/** Half of the requests buy, half look at past orders. */
function drawRequest({ shop, dice }: OverloadSetup): string {
  const who = dice.pick(shop.customers)
  const { item, player } = shop.byHand
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId: player(who), couponCode: '' }
  const list = { page: 1, limit: 20, search: '', sort: '-createdAt' } as const
  const request = dice.isHit(0.5)
    ? toRequest(placeWalletOrder, { ...chosen, currency: 'INR', idempotencyKey: randomUUID() })
    : toRequest(listOrders, list)
  return toText(request, who.member.tokens.accessToken)
}

/** Raises the concurrency step by step. Each connection asks again once it is answered. */
async function findCapacity(setup: OverloadSetup, tried: readonly number[]) {
  const steps: { atOnce: number; rate: number; samples: Sample[] }[] = []
  for (const atOnce of tried) {
    const pool = openClientPool(setup.url, atOnce)
    const begun = performance.now()
    while (performance.now() - begun < STEP_SECONDS * 1000) {
      while (pool.send(drawRequest(setup)));
      await sleep(1)
    }
    await pool.close()
    const good = pool.samples.filter(({ status }) => status === 200).length
    const rate = good / ((performance.now() - begun) / 1000)
    steps.push({ atOnce, rate, samples: pool.samples })
  }
  return steps
}

/** Sends a light load. */
async function sendLightLoad(setup: OverloadSetup, seconds: number): Promise<Sample[]> {
  const pool = openClientPool(setup.url, 4)
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50))
    void pool.send(drawRequest(setup))
  await pool.close()
  return pool.samples
}

type Overload = { rate: number; seconds: number; memory: OverloadReport['memory'] }

async function sendPeak(setup: OverloadSetup, { rate, seconds, memory }: Overload) {
  const pool = openClientPool(setup.url, CONNECTIONS_MAX)
  await pool.connect(CONNECTIONS_MAX)
  const ready: { status: number; ms: number }[] = []
  const begun = performance.now()
  let [offered, heldBack, lookedAt] = [0, 0, 0]
  const looks: Promise<void>[] = []
  for (let at = 0; at < seconds * 1000; at = performance.now() - begun) {
    for (const due = (rate * at) / 1000; offered < due; offered++)
      if (!pool.send(drawRequest(setup))) heldBack++
    if (at - lookedAt > 1000) {
      lookedAt = at
      memory.most = Math.max(memory.most, readMemory(setup.nodes))
      looks.push(look(setup, ready))
    }
    await sleep(TICK_MS)
  }
  await Promise.all(looks)
  await pool.close()
  return { pool: pool as Pick<ClientPool, 'samples'>, offered: offered / seconds, heldBack, ready }
}

async function look(
  { url }: OverloadSetup,
  ready: { status: number; ms: number }[],
): Promise<void> {
  const begun = performance.now()
  const status = await fetch(`${url}/readyz`).then(
    (response) => response.status,
    () => 0,
  )
  ready.push({ status, ms: performance.now() - begun })
}

/** Waits for ten good answers in a row that are as fast as before. */
async function recover(setup: OverloadSetup, before: Sample[]) {
  const usual = Math.max(100, 3 * Math.max(...before.map(({ ms }) => ms)))
  const begun = performance.now()
  const pool = openClientPool(setup.url, 1)
  let [inRow, recoveryMs] = [0, 0]
  for (const end = Date.now() + 60_000; inRow < 10 && Date.now() < end; await sleep(10)) {
    const seen = pool.samples.length
    if (pool.underWay() > 0 || !pool.send(drawRequest(setup))) continue
    while (pool.samples.length === seen) await sleep(2)
    const { status, ms } = pool.samples.at(-1)!
    inRow = status === 200 && ms <= usual ? inRow + 1 : 0
    if (inRow === 1) recoveryMs = performance.now() - begun
  }
  await pool.close()
  const after = [...pool.samples, ...(await sendLightLoad(setup, 3))]
  return { recoveryMs: inRow < 10 ? Infinity : recoveryMs, after }
}

async function untilJobsAreDone({ sql }: Nodes): Promise<number> {
  const begun = performance.now()
  for (const end = Date.now() + JOBS_PATIENCE_MS; Date.now() < end; await sleep(200)) {
    const [row] = await sql<[{ left: number }]>`
      select count(*) as left from job where name = 'send-order-mail'`
    if (row.left === 0) return performance.now() - begun
  }
  return Infinity
}

/** Resident memory in MB. Works on Linux only. */
function readMemory(nodes: Nodes): number {
  const status = readFileSync(`/proc/${nodes.pidOf(0)}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024)
}

async function audit({ sql }: Nodes, samples: Sample[]) {
  const ids = samples.flatMap(({ id }) => id ?? [])
  const [found] = await sql<[{ known: number; all: number }]>`
    select (select count(*) from orders where id = any(${ids}::uuid[])) as known,
      (select count(*) from orders) as all`
  await seal(sql)
  const { fault } = await verifyLedger(sql)
  const lost = ids.length - found.known
  const wrong = lost > 0 ? [`${lost} acknowledged orders are lost`] : []
  return {
    lost,
    unacknowledged: found.all - found.known,
    wrong,
    fault,
    audit: await auditBooks(sql),
  }
}

function judge(report: Omit<OverloadReport, 'wrong'>): string[] {
  const { samples, readyMs, memory, recoveryMs, jobsMs } = report
  const unclear = samples.filter(
    ({ status, hasRetryAfter }) =>
      status !== 200 && !((status === 503 || status === 429) && hasRetryAfter),
  )
  const late = samples.filter(({ ms }) => ms > ANSWER_MS_MAX)
  const unready = readyMs.filter(
    ({ status, ms }) => ![200, 503].includes(status) || ms > READY_MS_MAX,
  )
  return [
    ...(unclear.length > 0
      ? [`${unclear.length} answers were neither good nor a clear refusal`]
      : []),
    ...(late.length > 0 ? [`${late.length} answers took longer than ${ANSWER_MS_MAX} ms`] : []),
    ...(unready.length > 0 ? [`/readyz did not answer properly ${unready.length} times`] : []),
    ...(memory.most > MEMORY_MAX ? [`the node took ${memory.most} MB`] : []),
    ...(recoveryMs > RECOVERY_MS_MAX ? [`it recovered only after ${recoveryMs} ms`] : []),
    ...(jobsMs === Infinity ? ['not every job was done'] : []),
  ]
}
