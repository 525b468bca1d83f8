import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import { keeps, type PartResult, type Part, type Row, type Setting } from '#tests/bench/run/part.ts'
import { startDemo } from '#tests/bench/run/start-demo.ts'
import { median } from '#tests/bench/run/take-turns.ts'

const STARTS = 7
const LOOK_MS = 1_000
const CALM_LOOKS = 10 // consecutive looks that differ by at most one percent
const LOOKS_MAX = 90

export const start: Part = {
  name: 'start',
  about: 'duration of a second npm start, and memory of the idle shop',
  measure: measureStart,
}

async function measureStart({ stack, say }: Setting): Promise<PartResult> {
  const folder = makeFolder(stack)
  const first = await startDemo(stack, folder)
  await first.stop()
  say(`first start, demo loaded: ${Math.round(first.readyMs)} ms`)
  const ready: number[] = []
  const alone: number[] = []
  for (let nth = 0; nth < STARTS; nth++) {
    alone.push(await timeDatabase(folder))
    const again = await startDemo(stack, folder)
    ready.push(again.readyMs)
    await again.stop()
  }
  const shop = await startDemo(stack, folder)
  const memory = await settle(shop.pid)
  await shop.stop()
  const [readyMs, aloneMs, restMb] = [median(ready), median(alone), memory.at(-1)!]
  const rows: Row[] = [
    {
      what: 'npm start again, until ready',
      measured: `${(readyMs / 1000).toFixed(2)} s`,
      against: `its database alone: ${(aloneMs / 1000).toFixed(2)} s`,
      ratio: readyMs / aloneMs,
      target: '< 1.5 s',
      isKept: keeps(readyMs, { max: 1_500 }),
    },
    {
      what: "idle memory of the shop's process",
      measured: `${restMb} MB`,
      against: '',
      ratio: null,
      target: '< 150 MB',
      isKept: keeps(restMb, { max: 150 }),
    },
  ]
  return { rows, rounds: { firstMs: first.readyMs, ready, alone, memory } }
}

async function timeDatabase(folder: string): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const startedAt = performance.now()
  await openCluster(stack, { folder })
  return performance.now() - startedAt
}

/** Reads the memory in megabytes every second until it is stable. */
async function settle(pid: number): Promise<number[]> {
  const seen: number[] = []
  for (let look = 0; look < LOOKS_MAX; look++) {
    await sleep(LOOK_MS)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    seen.push(Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1000))
    const recent = seen.slice(-CALM_LOOKS)
    const isCalm = Math.max(...recent) - Math.min(...recent) <= Math.max(...recent) / 100
    if (recent.length === CALM_LOOKS && isCalm) break
  }
  return seen
}
