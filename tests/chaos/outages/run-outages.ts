import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { OUTAGES, heal, breakServices, type Outage } from './outages.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { auditMixedShop, findUndone } from '#tests/chaos/audit/find-undone.ts'
import { judgeOutage, type Judged, type Span } from './judge-outage.ts'
import { startMixedLoad, type Load } from '#tests/chaos/load/mixed-load.ts'
import { openMixedShop, signAllIn } from '#tests/chaos/load/mixed-shop.ts'
import { startNodes, type Nodes } from '#tests/chaos/nodes.ts'
import { openRelays, type Relays } from './open-relays.ts'

export type OutageResult = Judged & { outage: Outage; healedMs: number }

export type OutagesReport = {
  outages: OutageResult[]
  orders: number
  messages: number
  requests: number
  skipped: number // by the load generator itself
  wrong: string[]
  fault: string | null // from the verifier
  audit: string[]
}

type Options = {
  seconds: number
  seed: number
  onOutage?: (result: OutageResult) => void
}

const CUSTOMERS = 40
const SILENCE_LASTS = 2 // times as long as other faults, so that timeouts expire
const PATIENCE_MS = 180_000
const LOOK_MS = 250
const SIGNED_IN_MS = 8 * 60_000 // a token lasts a quarter of an hour, and must not expire within a case

/** Breaks one service after another in every way under a mixed load, and repairs it. */
export async function runOutages(
  stack: AsyncDisposableStack,
  options: Options,
): Promise<OutagesReport> {
  const { seconds, seed, onOutage = () => {} } = options
  const relays = await openRelays(stack)
  const nodes = await startNodes(stack, { count: 2, reach: relays.reach, isDurable: true })
  const shop = await openMixedShop(nodes, CUSTOMERS)
  const load = startMixedLoad(nodes, shop, { dice: createDice(seed) })
  stack.defer(() => load.stop())
  const setup = { nodes, relays, load, seconds }
  await sleep(seconds * 1000) // the first requests are slow
  const taken: OutageResult[] = []
  const wrong: string[] = []
  const audit: string[] = []
  let signedInAt = Date.now()
  for (const outage of OUTAGES) {
    if (Date.now() - signedInAt > SIGNED_IN_MS) {
      signedInAt = Date.now()
      await signAllIn(nodes, shop)
    }
    const one = await runOutage(setup, outage)
    taken.push(one)
    onOutage(one)
    wrong.push(...one.faults.map((fault) => `${outage.what} ${outage.way}: ${fault}`))
    audit.push(...(await auditBooks(nodes.sql)))
  }
  await load.stop()
  await untilDone(setup, Date.now())
  wrong.push(...load.failures, ...(await auditMixedShop(nodes, load)))
  audit.push(...(await auditBooks(nodes.sql)))
  await seal(nodes.sql)
  const { fault } = await verifyLedger(nodes.sql)
  const { orders, messages, samples } = load
  const counts = { orders: orders.length, messages: messages.length, requests: samples.length }
  return { outages: taken, ...counts, skipped: load.skipped(), wrong, fault, audit }
}

type OutageSetup = { nodes: Nodes; relays: Relays; load: Load; seconds: number }

async function runOutage(setup: OutageSetup, outage: Outage): Promise<OutageResult> {
  const { nodes, relays, load, seconds } = setup
  const span: Span = { before: Date.now(), broken: 0, healed: 0, done: 0, end: 0 }
  await sleep((seconds * 1000) / 2)
  span.broken = Date.now()
  await breakServices(outage, relays, nodes)
  await askForRate(setup, outage)
  await sleep(seconds * 1000 * (outage.way === 'silent' ? SILENCE_LASTS : 1))
  await heal(outage, relays)
  span.healed = Date.now()
  const undone = await untilDone(setup, span.healed, outage)
  span.done = Date.now()
  await sleep((seconds * 1000) / 2)
  span.end = Date.now()
  const judged = await judgeOutage(nodes, load, { outage, span })
  const faults = [...judged.faults, ...undone]
  return { ...judged, faults, outage, healedMs: span.done - span.healed }
}

/** Makes the exchange rate due now. The shop itself asks only every six hours. */
async function askForRate({ nodes: { sql } }: OutageSetup, { services }: Outage): Promise<void> {
  if (services.includes('rates'))
    await sql`update schedule set next_at = '-infinity' where name = 'follow-rate'`
}

/** Waits until everything acknowledged by then is done. Returns what never gets done. */
async function untilDone(setup: OutageSetup, by: number, outage?: Outage): Promise<string[]> {
  if (outage) await askForRate(setup, outage)
  let undone: string[] = []
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_MS)) {
    undone = await findUndone(setup.nodes, setup.load, by).catch((error: unknown) => [
      String(error),
    ])
    if (undone.length === 0) return []
  }
  return undone.map((one) => `${one} is not done after ${PATIENCE_MS / 1000} s`)
}
