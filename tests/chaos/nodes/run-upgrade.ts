// npm run chaos:upgrade -- <commit>: replaces two nodes of that version under load by this one, one at a time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeSection } from '#tests/chaos/keep-report.ts'
import type { Section } from '#tests/chaos/proof.ts'
import { buildWeb } from '#scripts/build.ts'
import { inWords } from '#connectors/in-words.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { auditOrders } from './audit-orders.ts'
import { checkOut } from './check-out.ts'
import { letBuy, longestSilence, openPackShop } from './customers.ts'
import { startManyNodes, type ManyNodes } from './many-nodes.ts'
import { seconds, toTrialSection } from './trial.ts'

const ROOT = join(import.meta.dirname, '../../..')
const REPORT = join(ROOT, 'docs/figures/upgrade.md')
const BUYERS = 8
const MIXED_MS = 15_000
const READING_MS = 10_000

const ref = process.argv[2]
if (!ref) {
  console.error('Name the old commit: npm run chaos:upgrade -- <commit>')
  process.exit(1)
}

try {
  buildWeb(console.log)
  const section = await upgrade(ref)
  const words = writeSection(section)
  console.log(words)
  writeFileSync(
    REPORT,
    `# Upgrade under load\n\nWritten by \`npm run chaos:upgrade -- ${ref}\`.\n${words}\n`,
  )
  process.exit(section.faults.length === 0 ? 0 : 1)
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

async function upgrade(from: string): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-upgrade-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const nodes = await startManyNodes(stack, { root: checkOut(from, folder) })
  const before = await countMigrations(nodes)
  const packShop = await openPackShop(nodes, BUYERS)
  const customers = letBuy(packShop, { pauseMs: 20 })
  const newcomers = letSignUp(nodes)
  await customers.untilMore(100)
  const since = performance.now()
  const rows: Section['rows'] = []
  for (const [index, old] of nodes.shops.entries()) {
    await old.stop()
    const startedAt = performance.now()
    // A long read, like a backup, runs while the first new node migrates the tables.
    const reading = index === 0 ? readLong(nodes) : null
    const young = nodes.shopFrom(ROOT, index)
    await young.start()
    rows.push([`new node ${index + 1} ready after`, seconds(performance.now() - startedAt)])
    await reading
    await customers.untilMore()
    await sleep(MIXED_MS)
  }
  await customers.untilMore()
  await customers.stop()
  const { done, refused } = await newcomers.stop()
  const wrong = await auditOrders(nodes, customers.orders)
  const after = await countMigrations(nodes)
  return toTrialSection({
    customers,
    title: `from ${from} to this version, two nodes, one after the other`,
    rows: [
      ['migrations before, after', `${before}, ${after}`],
      ...rows,
      ['a reader of all tables blocked them for', seconds(READING_MS)],
      ['time without an acknowledged order, worst', seconds(longestSilence(customers, since))],
      ['sign-ups, refused', `${done}, ${refused.length}`],
    ],
    wrong: [...wrong, ...refused],
  })
}

async function countMigrations({ sql }: ManyNodes): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*)::int from migration`
  return row.count
}

/** Holds the locks of a dump: every table may be read but not altered. */
async function readLong({ sql }: ManyNodes): Promise<void> {
  await sql.begin(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select format('%I', tablename) as name from pg_tables where schemaname = 'public'`
    await tx.unsafe(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
    await tx`select pg_sleep(${READING_MS / 1000})`
  })
}

function letSignUp(nodes: ManyNodes) {
  let done = 0
  let isStopped = false
  const refused: string[] = []
  const signing = (async () => {
    for (; !isStopped; await sleep(300))
      await signUp(nodes, 'Nisha Rao').then(
        () => void done++,
        (error: unknown) => void refused.push(`sign-up: ${String(error)}`),
      )
  })()
  return {
    async stop() {
      isStopped = true
      await signing
      return { done, refused }
    },
  }
}
