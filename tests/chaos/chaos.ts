// npm run chaos: the long chaos tests. npm run chaos -- 20 does twenty kills instead of a hundred, and as many
// histories.
// npm run chaos -- 100 deliveries --seed=7 runs one of them with a fixed seed, to repeat an earlier run.
import { randomInt } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { buildWeb } from '#scripts/build.ts'
import { inWords } from '#connectors/in-words.ts'
import {
  commandOf,
  faultsOf,
  keepReport,
  readLoad,
  writeSection,
  type Phase,
} from './keep-report.ts'
import type { ProofOptions, Proof, Section } from './proof.ts'
import { backup } from './proofs/kills/backup.ts'
import { closing } from './proofs/kills/closing.ts'
import { conversions } from './proofs/conversions.ts'
import { deliveries } from './proofs/kills/deliveries.ts'
import { documents } from './proofs/kills/documents.ts'
import { exports } from './proofs/kills/exports.ts'
import { gifts } from './proofs/kills/gifts.ts'
import { histories } from './proofs/histories.ts'
import { hostile } from './proofs/hostile.ts'
import { ledgerEdits } from './proofs/ledger-edits.ts'
import { orders } from './proofs/kills/orders.ts'
import { outages } from './proofs/outages.ts'
import { overload } from './proofs/overload.ts'
import { payments } from './proofs/payments.ts'
import { people } from './proofs/people.ts'
import { programs } from './proofs/kills/programs.ts'
import { races } from './proofs/races.ts'
import { reseller } from './proofs/reseller.ts'
import { signUps } from './proofs/kills/sign-ups.ts'
import { stopping } from './proofs/kills/stopping.ts'

const PROOFS: Record<string, Proof> = {
  'sign-ups': signUps,
  gifts,
  orders,
  closing,
  documents,
  exports,
  payments,
  deliveries,
  programs,
  races,
  'ledger-edits': ledgerEdits,
  conversions,
  reseller,
  histories,
  hostile,
  people,
  outages,
  overload,
  stopping,
  backup,
}
const NAMES = Object.keys(PROOFS)

const options = readOptions()
let faults = 0
buildWeb(console.log)
for (const name of options.names) faults += await run(name)
process.exit(faults === 0 ? 0 : 1)

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  })
  const hasCount = /^\d+$/.test(positionals[0] ?? '')
  const names = hasCount ? positionals.slice(1) : positionals
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown) throw new Error(`There is no chaos test ${unknown}. There are ${NAMES.join(', ')}`)
  return {
    count: hasCount ? Number(positionals[0]) : null,
    names: names.length > 0 ? names : NAMES,
    seed: values.seed === undefined ? null : Number(values.seed),
  }
}

/** Saves each result as soon as it is there, so that an aborted run keeps what it found. */
async function run(name: string): Promise<number> {
  const proof = PROOFS[name]!
  const asked = { count: options.count ?? proof.count, seed: options.seed ?? randomInt(1_000_000) }
  console.log(`\n${commandOf({ name, ...asked })}`)
  const load = readLoad()
  const begun = performance.now()
  const sections = await prove(proof, asked)
  const seconds = Math.round((performance.now() - begun) / 1000)
  const phase: Phase = { ...asked, name, says: proof.says, sections, seconds, load }
  console.log(sections.map(writeSection).join('\n'))
  keepReport(phase, NAMES)
  return faultsOf(phase).length
}

/** A chaos test that breaks down counts as failed, and the others still run. */
async function prove(proof: Proof, asked: ProofOptions): Promise<Section[]> {
  try {
    return await proof.prove(asked)
  } catch (error) {
    console.error(error)
    return [{ title: 'crashed', rows: [], faults: [inWords(error)] }]
  }
}
