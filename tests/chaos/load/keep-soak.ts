import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plotLines } from '#tests/bench/run/plot.ts'
import { fitGrowth, lowestOf, type Point } from './fit-growth.ts'
import { describeMachine, writeSection } from '#tests/chaos/keep-report.ts'
import type { Load } from './mixed-load.ts'
import { SAMPLE_SECONDS, type NodeSample, type Open } from './sample-node.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const LOWEST_OF = 6 // samples, so one point a minute
const WARM_UP = 1 / 3 // of the duration: caches fill, code is compiled, the heap finds its size
const GROWTH_MAX = 0.05 // of the value after the warm-up
const GROWTH_NOISE_MB = 8
const LEFT_OPEN_MAX = 5 // resources opened on first use that stay open
const MINUTES_MIN = 8 // fewer give too few points for a line
const REPORTS = join(import.meta.dirname, '../../../build.reports')

type Soak = {
  minutes: number
  samples: NodeSample[]
  idle: { before: Open; after: Open }
  load: Load
  wrong: string[]
}
type Grown = ReturnType<typeof fitGrowth>

const RULE =
  `Sampled every ${SAMPLE_SECONDS} s, once a minute after garbage collection. The first third is warm-up. A straight line is fitted to ` +
  `the lowest value of each later minute. It may rise by ${GROWTH_MAX * 100} % in total, or ${GROWTH_NOISE_MB} MB.`

const tell = ({ from, growth }: Grown): string =>
  `${from.toFixed(1)} ${growth < 0 ? '−' : '+'} ${Math.abs(growth).toFixed(1)}`

const isFlat = ({ from, growth }: Grown): boolean =>
  growth <= Math.max(from * GROWTH_MAX, GROWTH_NOISE_MB)

const pointsOf = (samples: NodeSample[], name: keyof NodeSample): Point[] =>
  samples.map((sample) => [sample.second / 60, sample[name]])

/** Writes the report of a soak test and returns the number of faults. */
export function keepSoak(soak: Soak): number {
  const { minutes, samples } = soak
  const section = judge(soak)
  const svg = plotLines({
    title: 'Memory of a node under a mixed load',
    xLabel: 'minutes',
    yLabel: 'MB',
    series: [
      { name: 'resident', points: pointsOf(samples, 'memory') },
      { name: 'heap', points: pointsOf(samples, 'heap') },
      { name: 'outside the heap', points: pointsOf(samples, 'external') },
    ],
  })
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const words = [
    '# Soak test',
    '',
    `Written by \`npm run soak -- ${minutes}\`, ${when} UTC, on ${describeMachine()}.`,
    RULE,
    writeSection(section),
    '',
    '![Memory during the soak test](soak.svg)',
    '',
  ]
  mkdirSync(REPORTS, { recursive: true })
  writeFileSync(join(REPORTS, 'soak.md'), words.join('\n'))
  writeFileSync(join(REPORTS, 'soak.svg'), svg)
  writeFileSync(join(REPORTS, 'soak.json'), `${JSON.stringify(samples)}\n`)
  console.log(writeSection(section))
  return section.faults.length
}

function judge({ minutes, samples, idle, load, wrong }: Soak) {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP))
  const grown = (name: keyof NodeSample) => fitGrowth(lowestOf(pointsOf(warm, name), LOWEST_OF))
  const sum = (name: keyof NodeSample) => samples.reduce((total, one) => total + one[name], 0)
  const most = (name: keyof NodeSample) => Math.max(...warm.map((one) => one[name]))
  const sizes = { memory: grown('memory'), heap: grown('heap'), external: grown('external') }
  const { before, after } = idle
  const [first, last] = [samples[0]!, samples.at(-1)!]
  return toSection(
    `${minutes} minutes of everything at once`,
    [
      ['requests, of these refused', `${sum('requests')}, ${sum('refused')}`],
      ['requests a second', Math.round(sum('requests') / (minutes * 60))],
      ['orders, messages', `${load.orders.length}, ${load.messages.length}`],
      ['resident memory after the warm-up, and its fitted growth, MB', tell(sizes.memory)],
      ['heap, MB', tell(sizes.heap)],
      ['memory outside the heap, MB', tell(sizes.external)],
      ['open files and sockets, idle before and after', `${before.files}, ${after.files}`],
      [
        'sockets, timers and similar, idle before and after',
        `${before.resources}, ${after.resources}`,
      ],
      [
        'database connections, idle before and after',
        `${before.connections}, ${after.connections}`,
      ],
      ['event loop lag, p99, worst', `${most('lagMs')} ms`],
      ['database connections, most', most('connections')],
      ['database size, first and last', `${first.databaseSize}, ${last.databaseSize} MB`],
      ['due jobs, most', most('due')],
      ['answers in ten seconds, worst median / worst p99', `${most('p50')} / ${most('p99')} ms`],
    ],
    {
      'growing memory': Object.entries(sizes)
        .filter(([, one]) => !isFlat(one))
        .map(([name, one]) => `${name} ${tell(one)} MB`),
      'too few minutes to judge growth': minutes < MINUTES_MIN ? minutes : 0,
      'files, sockets or timers left open': (['files', 'resources'] as const)
        .filter((name) => after[name] - before[name] > LEFT_OPEN_MAX)
        .map((name) => `${name} ${before[name]}, then ${after[name]}`),
      'refused needlessly': sum('refused'),
      'lost, never done, or wrong in the ledger': wrong,
    },
  )
}
