// npm test: everything that must hold before a change lands. With a part of a file's name behind
// it (npm test -- wallet), only those tests; TEST_DATABASE_SERVER names another PostgreSQL.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { inWords } from '#server/in-words.ts'
import { buildWeb } from './build.ts'
import { runChecks } from './checks.ts'
import { findChromium } from './find-chromium.ts'
import { openTestDatabase } from './test-database.ts'

const ROOT = join(import.meta.dirname, '..')
const TESTS = '{contract,server,web,sandbox,demo,scripts,chaos,e2e}/**/*.test.ts'
const AT_ONCE = 4
const JOURNEYS_AT_ONCE = 3 // a browser is several processes itself
const TIMEOUT_MS = 120_000

/** Two hundred files load the same modules: what one has compiled the others take from here. */
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled')

const wanted = process.argv.slice(2)
let passed = 0
let failed = 0

try {
  if (wanted.length === 0) await check()
  await testAll(findFiles())
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function check(): Promise<void> {
  for (const { name, isGood, output } of await runChecks()) {
    console.log(`${isGood ? '✔' : '✖'} ${name}`)
    count(isGood)
    if (!isGood) console.log(output)
  }
}

function findFiles(): string[] {
  const files = globSync(TESTS, { cwd: ROOT })
  return files.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
}

async function testAll(files: string[]): Promise<void> {
  buildWeb(console.log)
  const journeys = files.filter((file) => file.startsWith('e2e'))
  if (journeys.length > 0) process.env['CHROMIUM_PATH'] = findChromium()
  const database = await openTestDatabase(process.env['TEST_DATABASE_SERVER'] || undefined)
  process.env['TEST_DATABASE_SERVER'] = database.server
  try {
    const others = files.filter((file) => !journeys.includes(file))
    if (others.length > 0) await runTests(others, AT_ONCE)
    if (journeys.length > 0) await runTests(journeys, JOURNEYS_AT_ONCE)
  } finally {
    await database.close()
  }
}

async function runTests(names: string[], concurrency: number): Promise<void> {
  const files = names.map((name) => join(ROOT, name))
  const events = run({ files, concurrency, timeout: TIMEOUT_MS, cwd: ROOT })
  events.on('test:pass', (test) => isLeaf(test) && count(!test.todo && !test.skip))
  events.on('test:fail', (test) => isLeaf(test) && count(false))
  for await (const text of events.compose(new spec())) process.stdout.write(String(text))
}

/** A file and a suite report themselves too; they hold tests and are none. */
function isLeaf({ details }: { details: { type?: string | undefined } }): boolean {
  return details.type !== 'suite'
}

function count(isGood: boolean): void {
  if (isGood) passed++
  else failed++
}
