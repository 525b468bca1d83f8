// npm run test:slow -- 0.6 5: the whole suite five times with 0.6 of one processor. A test that fails here depends on
// the machine's speed. Needs root, because it limits the processor with a cgroup.
// Parts of file names after the numbers choose tests, as they do for npm test.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const ROOT = join(import.meta.dirname, '../..')
const PERIOD_US = 100_000
const CGROUPS = '/sys/fs/cgroup'
const NAME = `gemstall-tests-${process.pid}`

const { processors, times, wanted } = readArguments()
const group = openGroup(processors)
let failures = 0
try {
  for (let time = 1; time <= times; time++) {
    const begunAt = Date.now()
    const { code, lastLine, failing } = await runTests(group, wanted)
    const seconds = Math.round((Date.now() - begunAt) / 1000)
    console.log(`${time} of ${times} with ${processors} processors: ${lastLine} (${seconds} s)`)
    if (code !== 0) failures++
    if (code !== 0) console.log(failing)
  }
} finally {
  rmdirSync(group)
}
process.exitCode = failures === 0 ? 0 : 1

function readArguments(): { processors: number; times: number; wanted: string[] } {
  const [first, second, ...wanted] = process.argv.slice(2)
  const [processors, times] = [Number(first), Number(second)]
  if (processors > 0 && Number.isInteger(times) && times > 0) return { processors, times, wanted }
  throw new Error('Usage: npm run test:slow -- <processors, such as 0.6> <times, such as 5>')
}

/** Creates a cgroup that limits the processor time of all its members together. */
function openGroup(limit: number): string {
  const quota = Math.round(limit * PERIOD_US)
  const isFirstVersion = existsSync(join(CGROUPS, 'cpu/cpu.cfs_quota_us'))
  const folder = join(CGROUPS, isFirstVersion ? 'cpu' : '', NAME)
  try {
    if (!isFirstVersion) writeFileSync(join(CGROUPS, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(folder)
    if (isFirstVersion) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`)
  } catch (error) {
    throw new Error(`The processor cannot be limited in ${folder}. Are you root?`, { cause: error })
  }
  return folder
}

type Run = { code: number | null; lastLine: string; failing: string }

/** The shell joins the cgroup first, so everything it starts is limited too. */
function runTests(folder: string, wanted: string[]): Promise<Run> {
  const command = 'echo $$ > "$0/cgroup.procs" && exec npm test -- "$@"'
  const child = spawn('sh', ['-c', command, folder, ...wanted], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 2],
  })
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => void (output += chunk))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => {
      const failing = output.slice(output.lastIndexOf('\n✔ ')) // test.ts prints failures last
      done({ code, lastLine: output.trimEnd().split('\n').at(-1) ?? '', failing })
    })
  })
}
