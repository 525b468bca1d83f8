import { once } from 'node:events'
import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { pino } from 'pino'
import { lockDataDir } from '#server/platform/db/lock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fillDatabase } from '#tests/bench/fill/fill-database.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import type { PartResult, Part, Row, Setting } from '#tests/bench/run/part.ts'

const ORDERS = 1_000_000
const ORDERS_A_PERSON = 10

export const backup: Part = {
  name: 'backup',
  about:
    'duration and size of a backup and its restore, with a million orders, or the first of --sizes',
  isExtra: true,
  measure: measureBackup,
}

async function measureBackup({ stack, sizes, say }: Setting): Promise<PartResult> {
  const orders = sizes.length === 1 ? sizes[0]! : ORDERS
  const source = makeFolder(stack)
  const filling = await openCluster(stack, { folder: source, isFilling: true })
  await migrate(filling.url, pino({ level: 'silent' }))
  await fillDatabase(filling.url, { orders, people: orders / ORDERS_A_PERSON, say })
  await filling.close()
  const lock = lockDataDir(source) // stands in for a running shop, which holds this lock
  stack.defer(() => lock.release())
  await openCluster(stack, { folder: source })

  const folder = join(makeFolder(stack), 'backup')
  const written = await time(['scripts/backup.ts', folder], source)
  say(written.said)
  const bytes = await sizeOf(folder)
  const restored = await time(['scripts/restore.ts', folder, '--moved'], makeFolder(stack))
  say(restored.said)
  const size = `${Math.round(bytes / 1_000_000)} MB`
  return {
    rows: [
      toRow(
        `a backup of ${orders} orders`,
        `${written.seconds.toFixed(1)} s, ${size}, ${written.megabytes} MB of memory`,
      ),
      toRow(
        'its restore into an empty embedded server, with the ledger verified',
        `${restored.seconds.toFixed(1)} s, ${restored.megabytes} MB of memory`,
      ),
    ],
    rounds: { orders, bytes, written, restored },
  }
}

const toRow = (what: string, measured: string): Row => ({
  what,
  measured,
  against: '',
  ratio: null,
  target: '',
  isKept: null,
})

/** Runs the script as an operator would. The process reports its peak memory when it exits. */
async function time([program, ...args]: [string, ...string[]], dataDir: string) {
  const startedAt = performance.now()
  const child = fork(join(import.meta.dirname, '../../..', program), args, {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    silent: true,
    execArgv: ['--import', MEASURE],
  })
  let [said, kilobytes] = ['', 0]
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (words: string) => void (said += words))
  child.on('message', (peak) => (kilobytes = Number(peak)))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(said)
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, megabytes: Math.round(kilobytes / 1024), said: said.trim() }
}

/** Reports the peak memory of the process to its parent. */
const MEASURE = `data:text/javascript,process.on('exit',()=>process.send(process.resourceUsage().maxRSS))`

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for await (const path of glob('**/*', { cwd: folder })) bytes += statSync(join(folder, path)).size
  return bytes
}
