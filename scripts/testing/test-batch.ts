// Runs some test files in one process, so that shared modules load once. test.ts starts it and receives the counts.
import hooks from 'node:async_hooks'
import process from 'node:process'
import { inspect } from 'node:util'

// The runner follows every promise to know which test an uncaught error belongs to. This takes a fifth of all processor
// time, so an uncaught error counts here as a failure of its own.
const nothing: hooks.AsyncHook = { enable: () => nothing, disable: () => nothing }
hooks.createHook = () => nothing
const [{ run }, { spec }] = await Promise.all([import('node:test'), import('node:test/reporters')])

export type Counts = { passed: number; failed: number }

const TIMEOUT_MS = 900_000 // the slowest test takes a third of it on half a processor

const counts: Counts = { passed: 0, failed: 0 }
const uncaught: unknown[] = []
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => uncaught.push(error))
const files = process.argv.slice(2)
const events = run({ files, isolation: 'none', concurrency: false, timeout: TIMEOUT_MS })
events.on('test:pass', (test) => isLeaf(test) && count(!test.todo && !test.skip))
events.on('test:fail', (test) => isLeaf(test) && count(false))
const told = events.filter((event) => event.type !== 'test:diagnostic' || isOfATest(event.data))
for await (const text of told.compose(new spec())) process.stdout.write(String(text))
for (const error of uncaught) {
  process.stdout.write(`✖ failing tests:\n\n✖ an error that nothing caught\n${inspect(error)}\n`)
  count(false)
}
process.send?.(counts, () => process.exit())

/** Drops the totals of each batch, because test.ts prints the totals of all. */
function isOfATest({ file }: { file?: string | undefined }): boolean {
  return file !== undefined
}

/** Suites report themselves too, but only the tests inside them count. */
function isLeaf({ details }: { details: { type?: string | undefined } }): boolean {
  return details.type !== 'suite'
}

function count(isGood: boolean): void {
  if (isGood) counts.passed++
  else counts.failed++
}
