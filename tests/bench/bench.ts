// npm run bench: measures every promise about speed on this machine and writes build.reports/bench.md.
// A run of record is copied to docs/figures: the table, and the pictures that docs/measurements.md shows.
// npm run bench -- pages orders: runs only these parts.
// npm run bench -- growth --sizes=10000,100000: uses smaller sizes.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { backup } from './parts/backup.ts'
import { growth } from './parts/growth.ts'
import { ledger } from './parts/ledger.ts'
import { lighthouse } from './parts/lighthouse.ts'
import { findTool, loadNow, nameMachine } from './run/name-machine.ts'
import { orders, programs } from './parts/orders.ts'
import { pages } from './parts/pages.ts'
import type { Part, Row } from './run/part.ts'
import { start } from './parts/start.ts'
import { verify } from './parts/verify.ts'
import { visit } from './parts/visit.ts'
import { toTable, writeReport } from './run/write-report.ts'

const PARTS: Part[] = [
  pages,
  visit,
  lighthouse,
  start,
  orders,
  growth,
  programs,
  ledger,
  verify,
  backup,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
    out: { type: 'string', default: join(import.meta.dirname, '../../build.reports') },
  },
})
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  sizes: values.sizes.split(',').map(Number),
}
const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are:`)
  for (const { name, about, isExtra } of PARTS)
    console.error(`  ${name}: ${about}${isExtra ? ' (only when asked for)' : ''}`)
  process.exit(1)
}
const chosen = PARTS.filter(({ name, isExtra }) =>
  positionals.length > 0 ? positionals.includes(name) : !isExtra,
)

const machine = await nameMachine(tmpdir())
console.log(Object.values(machine).join(', '))
const all: Row[] = []
for (const part of chosen) {
  try {
    all.push(...(await run(part)))
  } catch (error) {
    console.error(`${part.name} could not be measured:`, error)
    process.exitCode = 1
  }
}
console.log(`\n${toTable(all).join('\n')}`)

async function run({ name, about, needs = [], measure }: Part): Promise<Row[]> {
  const missing = needs.filter((tool) => !findTool(tool))
  if (missing.length > 0)
    throw new Error(`Missing: ${missing.join(', ')}. On Debian, install wrk and postgresql-contrib`)
  const loadBefore = loadNow()
  console.log(`\n${name}: ${about}; load before: ${loadBefore}`)
  const [startedAt, measuredAt] = [performance.now(), new Date().toISOString()]
  await using stack = new AsyncDisposableStack()
  const found = await measure({ ...options, stack, say: (words) => console.log(`  ${words}`) })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const result = { about, measuredAt, machine, loadBefore, seconds, options, ...found }
  writeReport(values.out, name, result)
  return found.rows
}
