// npm test: everything that must hold before a change lands. With part of a file name after it (npm test -- wallet), it
// runs only those tests. TEST_DATABASE_SERVER names another PostgreSQL.
import { fork } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { inWords } from '#connectors/in-words.ts'
import { buildWeb } from './build.ts'
import { runChecks } from './checks/checks.ts'
import { findChromium } from './testing/find-chromium.ts'
import type { Counts } from './testing/test-batch.ts'
import { openTestDatabase } from './testing/test-database.ts'

const ROOT = join(import.meta.dirname, '..')
const TESTS = '{client,connectors,contract,docs,server,web,sandbox,demo,scripts,tests}/**/*.test.ts'
const AT_ONCE = 5
const JOURNEYS_AT_ONCE = 3 // a browser itself is several processes
const SMALLEST_BATCH = 8 // a process spends half a second on loading modules

/** All batches load the same modules, so they share compiled code. */
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled')

const wanted = process.argv.slice(2)
const ending = new AbortController()
let passed = 0
let failed = 0
const failures: string[] = []

try {
  await Promise.all([wanted.length === 0 && check(), testAll(findFiles())])
} catch (error) {
  count(false)
  failures.push(`✖ ${inWords(error)}\n`)
}
for (const failure of failures) process.stdout.write(failure) // last, where they are easy to find
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function check(): Promise<void> {
  for (const { name, isGood, output } of await runChecks()) {
    console.log(`${isGood ? '✔' : '✖'} ${name}`)
    count(isGood)
    if (!isGood) failures.push(`✖ ${name}\n${output}\n`)
  }
}

function findFiles(): string[] {
  const files = globSync(TESTS, { cwd: ROOT })
  return files.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
}

async function testAll(files: string[]): Promise<void> {
  const journeys = files.filter((file) => file.startsWith('tests/e2e'))
  const chromium = journeys.length > 0 ? findChromium() : undefined // a new machine installs it meanwhile
  chromium?.catch(() => undefined) // the lane that needs it fails
  buildWeb(console.log)
  const database = await openTestDatabase(process.env['TEST_DATABASE_SERVER'] || undefined)
  process.env['TEST_DATABASE_SERVER'] = database.server
  try {
    const others = files.filter((file) => !journeys.includes(file))
    const journeyBatches = toBatches(journeys, JOURNEYS_AT_ONCE)
    const queue = toShrinkingBatches(others)
    const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
      if (journeyBatches[lane]) {
        process.env['CHROMIUM_PATH'] = await chromium
        await runBatch(journeyBatches[lane])
      }
      for (const batch of queue) await runBatch(batch)
    })
    await Promise.all(lanes)
  } finally {
    ending.abort() // without a browser, other batches still run
    await database.close()
  }
}

/** Neighbouring files are alike, and some kinds are slow. Each batch gets some of every kind. */
function toBatches(names: string[], most: number): string[][] {
  const files = names.toSorted().map((name) => join(ROOT, name))
  const count = Math.ceil(Math.min(most, files.length))
  return Array.from({ length: count }, (_, own) =>
    files.filter((_, index) => index % count === own),
  )
}

/** Takes the smallest batches last, so that all lanes end at about the same time. */
function* toShrinkingBatches(names: string[]): Generator<string[]> {
  const files = toBatches(names, 2 * AT_ONCE).flat()
  while (files.length > 0)
    yield files.splice(0, Math.max(SMALLEST_BATCH, Math.ceil(files.length / (1.4 * AT_ONCE))))
}

/** Prints the output of a batch when it has ended, so that batches don't mix. */
async function runBatch(files: string[]): Promise<void> {
  const batch = fork(join(import.meta.dirname, 'testing/test-batch.ts'), files, {
    cwd: ROOT,
    silent: true,
    signal: ending.signal,
  })
  batch.on('error', () => undefined) // it was ended
  const output: Buffer[] = []
  for (const stream of [batch.stdout!, batch.stderr!])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  let counts: Counts | undefined
  batch.on('message', (message) => (counts = message as Counts))
  await new Promise((resolve) => batch.on('close', resolve))
  const [told, ...failing] = Buffer.concat(output)
    .toString()
    .split(/(?=^✖ failing tests:$)/m)
  process.stdout.write(told!)
  if (!counts) failing.push(`✖ a batch crashed: ${files.join(' ')}\n`)
  failures.push(...failing)
  passed += counts?.passed ?? 0
  failed += counts?.failed ?? 1
}

function count(isGood: boolean): void {
  if (isGood) passed++
  else failed++
}
