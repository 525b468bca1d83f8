// npm run chaos:nodes: two database machines, two shop nodes, proxies and networks that break. Needs root and Debian.
// npm run chaos:nodes -- 5 shop-cut runs five rounds of one part.
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { writeSection } from '#tests/chaos/keep-report.ts'
import type { Section } from '#tests/chaos/proof.ts'
import { buildWeb } from '#scripts/build.ts'
import { inWords } from '#connectors/in-words.ts'
import { auditOrders } from './audit-orders.ts'
import { openPackShop } from './customers.ts'
import { losePrimary } from './losses/lose-primary.ts'
import { loseShop } from './losses/lose-shop.ts'
import { loseStandby } from './losses/lose-standby.ts'
import { loseValkey } from './losses/lose-valkey.ts'
import { startManyNodes } from './many-nodes.ts'
import { measureOrders } from './measure-orders.ts'
import { toTrialSection, type Outcome, type Trial } from './trial.ts'

const PARTS: Record<string, (trial: Trial) => Promise<Omit<Outcome, 'wrong'>>> = {
  orders: measureOrders,
  'primary-killed': (trial) => losePrimary(trial, 'kill'),
  'primary-cut': (trial) => losePrimary(trial, 'cut'),
  standby: loseStandby,
  'shop-killed': (trial) => loseShop(trial, 'kill'),
  'shop-cut': (trial) => loseShop(trial, 'cut'),
  valkey: loseValkey,
}
const BUYERS = 8
const ROUNDS = 5
const REPORT = join(import.meta.dirname, '../../../docs/figures/nodes.md')

const [first = '', ...others] = process.argv.slice(2)
const rounds = Number(first) || ROUNDS
const wanted = (Number(first) ? others : [first, ...others]).filter(Boolean)
const unknown = wanted.filter((name) => !PARTS[name])
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`,
  )
  process.exit(1)
}

try {
  buildWeb(console.log)
  process.exit((await prove()) ? 0 : 1)
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

async function prove(): Promise<boolean> {
  const sections: Section[] = []
  await using stack = new AsyncDisposableStack()
  const nodes = await startManyNodes(stack)
  const packShop = await openPackShop(nodes, BUYERS)
  const acknowledged: { id: string; key: string }[] = []
  for (const [name, prove] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const outcome = await prove({ nodes, packShop, rounds })
    acknowledged.push(...outcome.customers.orders)
    const section = toTrialSection({ ...outcome, wrong: await auditOrders(nodes, acknowledged) })
    sections.push(section)
    console.log(writeSection(section))
  }
  const isGood = sections.every(({ faults }) => faults.length === 0)
  if (wanted.length === 0) keep(sections, isGood)
  console.log(isGood ? '\nAll parts held.' : '\nSome parts did not hold.')
  return isGood
}

function keep(sections: Section[], isGood: boolean): void {
  const head = `# Many nodes

Written by \`npm run chaos:nodes -- ${rounds}\`; [Scaling](../scaling.md) says what it means.

- Result: ${isGood ? 'held' : '**broken**'}
- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]!.toFixed(1)} as it ended, all machines on this one
`
  writeFileSync(REPORT, [head.trimEnd(), ...sections.map(writeSection), ''].join('\n'))
}
