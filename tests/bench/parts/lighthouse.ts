import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { listGames } from '#contract/catalogue/catalog.ts'
import { API_BASE } from '#contract/core/endpoint.ts'
import { findChromium } from '#scripts/testing/find-chromium.ts'
import { findFreePort } from '#server/platform/db/embedded/embedded.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { keeps, type PartResult, type Part, type Row, type Setting } from '#tests/bench/run/part.ts'
import { startDemo } from '#tests/bench/run/start-demo.ts'
import { median, medianOfEach } from '#tests/bench/run/take-turns.ts'

/** npm installs this package when it is first run, because it is too large to install for every test. */
const PACKAGE = 'lighthouse@13.5.0'
const RUNS = 3
const SCORE_MIN = 98
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Lighthouse slows a fast desktop down by four. A slower machine needs less slowdown to match the same phone. */
const USUAL_SLOWDOWN = 4
const INDEX_OF_A_DESKTOP = 1_750 // Lighthouse's benchmark index, the middle of its range for high-end desktops

/** The parts of Lighthouse's report that are read here. */
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
  environment: { benchmarkIndex: number }
}

type Scores = Record<(typeof CATEGORIES)[number], number> & {
  lcpMs: number
  blockedMs: number
  index: number
}

export const lighthouse: Part = {
  name: 'lighthouse',
  about: 'Lighthouse scores of the demo shop on a phone with a slow processor and slow 4G',
  measure: measureScores,
}

async function measureScores({ stack, say }: Setting): Promise<PartResult> {
  const shop = await startDemo(stack, makeFolder(stack))
  const games = (await (await fetch(`${shop.url}${API_BASE}${listGames.path}`)).json()) as {
    data: { gameSlug: string }[]
  }
  const rows: Row[] = []
  const rounds: Record<string, Scores[]> = {}
  const paths = ['/', `/product/${games.data[0]?.gameSlug}`, '/login']
  const measureAll = async (slowdown: number) => {
    const indices: number[] = []
    for (const path of paths) {
      const runs: Scores[] = []
      for (let run = 0; run < RUNS; run++) runs.push(await score(`${shop.url}${path}`, slowdown))
      const what = `${path}, processor slowed down by ${slowdown.toFixed(1)}`
      rounds[what] = runs
      const medians = medianOfEach(runs)
      rows.push(toRow(what, medians))
      say(`${what}: ${CATEGORIES.map((name) => `${name} ${medians[name]}`).join(', ')}`)
      indices.push(medians.index)
    }
    return median(indices)
  }
  const index = await measureAll(USUAL_SLOWDOWN)
  const slowdown = Math.max(1, (USUAL_SLOWDOWN * index) / INDEX_OF_A_DESKTOP)
  await measureAll(slowdown)
  await shop.stop()
  const notes = [
    `Medians of ${RUNS} runs of Lighthouse as it is for phones, which slows a desktop of index ${INDEX_OF_A_DESKTOP} down by ${USUAL_SLOWDOWN}. ` +
      `It gives this machine ${Math.round(index)}: the same phone is ${slowdown.toFixed(1)} times slower.`,
  ]
  return { rows, rounds, notes }
}

function toRow(what: string, scores: Scores): Row {
  const { lcpMs, blockedMs } = scores
  const times = `largest paint ${Math.round(lcpMs)} ms, blocked ${Math.round(blockedMs)} ms`
  return {
    what: `Lighthouse of ${what}: ${CATEGORIES.join(', ')}`,
    measured: `${CATEGORIES.map((name) => scores[name]).join(', ')} (${times})`,
    against: '',
    ratio: null,
    target: `≥ ${SCORE_MIN} each`,
    isKept: CATEGORIES.every((name) => keeps(scores[name], { min: SCORE_MIN })),
  }
}

/** Uses a new browser for each run, so that no cache survives. */
async function score(url: string, cpuSlowdownMultiplier: number): Promise<Scores> {
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const { categories, audits, environment } = await runLighthouse(url, [
      `--port=${port}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--throttling.cpuSlowdownMultiplier=${cpuSlowdownMultiplier}`,
    ])
    const points = (name: string) => Math.round((categories[name]!.score ?? 0) * 100)
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      'best-practices': points('best-practices'),
      seo: points('seo'),
      lcpMs: audits['largest-contentful-paint']!.numericValue ?? Number.NaN,
      blockedMs: audits['total-blocking-time']!.numericValue ?? Number.NaN,
      index: environment.benchmarkIndex,
    }
  } finally {
    await browser.close()
  }
}

/** Runs Lighthouse's command line, which fails if the page can't be loaded. */
async function runLighthouse(url: string, flags: string[]): Promise<Report> {
  const install = ['exec', '--yes', '--prefer-offline', `--package=${PACKAGE}`, '--']
  const run = ['lighthouse', url, '--output=json', '--quiet', '--no-enable-error-reporting']
  const { stdout } = await promisify(execFile)('npm', [...install, ...run, ...flags], {
    maxBuffer: 100_000_000,
  })
  return JSON.parse(stdout) as Report
}
