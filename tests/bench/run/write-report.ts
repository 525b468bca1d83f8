import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './name-machine.ts'
import type { PartResult, Row } from './part.ts'

export type Result = {
  about: string
  measuredAt: string
  machine: Machine
  loadBefore: number
  seconds: number // duration of the part
  options: Record<string, unknown>
} & Omit<PartResult, 'plots'>

type Results = Record<string, Result>

/**
 * Writes the results of a part into bench.json, which keeps those of the other parts.
 * Also writes the table of all results and this part's pictures.
 */
export function writeReport(
  folder: string,
  name: string,
  { plots = {}, ...result }: Result & Pick<PartResult, 'plots'>,
): void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'bench.json')
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : {}
  const results = { ...known, [name]: result }
  writeFileSync(path, `${JSON.stringify(results, round, 1)}\n`)
  writeFileSync(join(folder, 'bench.md'), toMarkdown(results))
  for (const [file, svg] of Object.entries(plots)) writeFileSync(join(folder, file), svg)
}

const round = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value

function toMarkdown(results: Results): string {
  const parts = Object.entries(results)
  const promised = parts.flatMap(([, { rows }]) => rows.filter(({ target }) => target))
  const others = parts.flatMap(([, { rows }]) => rows.filter(({ target }) => !target))
  const lines = [
    '# Speed',
    '',
    'Measured by `npm run bench`. A ratio of growth, of latency or of time is a cost: less is better. For all others, more is better.',
    ...listMachines(parts),
    '',
    ...toTable(promised),
    '',
    '## Beside these',
    '',
    ...toTable(others),
    ...parts.flatMap(([, { notes = [] }]) => ['', ...notes]),
  ]
  return `${lines.join('\n')}\n`
}

/** Writes a line for each part, and describes the machine whenever it differs from that of the part before. */
function listMachines(parts: [string, Result][]): string[] {
  let before = ''
  return parts.flatMap(([name, { machine, measuredAt, loadBefore, seconds, about }]) => {
    const { cores, cpu, memoryGiB, system, node, postgres, commit } = machine
    const words = `${cores} x ${cpu}, ${memoryGiB} GiB, ${system}, Node ${node}, PostgreSQL ${postgres}, commit ${commit}`
    const isNew = words !== before
    before = words
    const when = `${measuredAt.slice(0, 16)} UTC, load before ${loadBefore}, ${seconds} s`
    return [...(isNew ? ['', `On ${words}:`, ''] : []), `- **${name}**: ${about} (${when})`]
  })
}

export const toTable = (rows: Row[]): string[] => [
  '| what | measured | compared with | ratio | target | kept |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows.map(({ what, measured, against, ratio, target, isKept }) => {
    const kept = isKept === null ? '' : isKept ? 'yes' : '**no**'
    return `| ${[what, measured, against, ratio?.toFixed(2) ?? '', target, kept].join(' | ')} |`
  }),
]
