// npm run soak: half an hour of mixed load at a moderate rate, in which memory must stay flat.
// npm run soak -- 8 runs for eight minutes. Writes build.reports/soak.md, .json and .svg.
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '#scripts/build.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice } from './dice.ts'
import { auditMixedShop, findUndone, findUnsent } from '#tests/chaos/audit/find-undone.ts'
import { startMixedLoad, type Load } from '#tests/chaos/load/mixed-load.ts'
import { openMixedShop, signAllIn } from '#tests/chaos/load/mixed-shop.ts'
import { startNodes, type Nodes } from './nodes.ts'
import {
  sampleNode,
  sampleOpen,
  SAMPLE_SECONDS,
  type NodeSample,
} from '#tests/chaos/load/sample-node.ts'
import { collectGarbage } from '#tests/chaos/load/collect-garbage.ts'
import { SHOP_FLAGS } from '#scripts/shop-flags.ts'
import { keepSoak, LOWEST_OF } from '#tests/chaos/load/keep-soak.ts'

const CUSTOMERS = 60
const SIGNED_IN = 48 // samples between sign-ins: a token lasts a quarter of an hour
const PATIENCE_MS = 180_000
const QUIET_MS = 90_000 // longer than an idle connection is kept open

const minutes = Number(process.argv[2] ?? 30)
if (!(minutes > 0)) throw new Error('Usage: npm run soak -- <minutes>')
buildWeb(console.log)
const faults = await soak()
process.exit(faults === 0 ? 0 : 1)

async function soak(): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const metricsPort = await reservePort()
  const inspectorPort = await reservePort()
  const settings = {
    METRICS_PORT: String(metricsPort),
    LIMIT_CODES_PER_ADDRESS_PER_DAY: '1000000',
    NODE_OPTIONS: [...SHOP_FLAGS, `--inspect-port=${inspectorPort}`].join(' '),
  }
  const reach = async (common: Record<string, string>) => ({ ...common, ...settings })
  const nodes = await startNodes(stack, { count: 1, isDurable: true, reach })
  const shop = await openMixedShop(nodes, CUSTOMERS)
  const node = { metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, sql: nodes.sql }
  const collect = () => collectGarbage({ pid: nodes.pidOf(0), port: inspectorPort })
  const sampleIdle = async () => {
    await collect()
    await sleep(QUIET_MS)
    return sampleOpen(node)
  }
  const before = await sampleIdle()
  const load = startMixedLoad(nodes, shop, { dice: createDice(1) })
  stack.defer(() => load.stop())
  const samples: NodeSample[] = []
  const begun = performance.now()
  for (let nth = 1; nth * SAMPLE_SECONDS <= minutes * 60; nth++) {
    await sleep(begun + nth * SAMPLE_SECONDS * 1000 - performance.now())
    if (nth % SIGNED_IN === 0) await signAllIn(nodes, shop)
    if (nth % LOWEST_OF === 0) await collect()
    samples.push(await sampleNode(node, load, nth * SAMPLE_SECONDS))
    if (nth % LOWEST_OF > 0) continue
    console.log(JSON.stringify(samples.at(-1)))
    await findUnsent(nodes, load, Date.now())
  }
  await load.stop()
  const wrong = await audit(nodes, load)
  const after = await sampleIdle()
  return keepSoak({ minutes, samples, idle: { before, after }, load, wrong })
}

async function audit(nodes: Nodes, load: Load): Promise<string[]> {
  const by = Date.now()
  let undone: string[] = []
  do {
    undone = await findUndone(nodes, load, by)
    if (undone.length > 0) await sleep(500)
  } while (undone.length > 0 && Date.now() - by < PATIENCE_MS)
  await seal(nodes.sql)
  const { fault } = await verifyLedger(nodes.sql)
  const wrong = [...undone, ...load.failures, ...(await auditMixedShop(nodes, load))]
  return [...wrong, ...(await auditBooks(nodes.sql)), ...(fault ? [fault] : [])]
}
