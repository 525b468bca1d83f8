// Runs some test files in one process, so that shared modules load once. test.ts starts it and receives the counts.
import process from 'node:process'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Counts = { passed: number; failed: number }

const TIMEOUT_MS = 900_000 // the slowest test takes a third of it on half a processor

const counts: Counts = { passed: 0, failed: 0 }
const files = process.argv.slice(2)
const events = run({ files, isolation: 'none', concurrency: false, timeout: TIMEOUT_MS })
events.on('test:pass', (test) => isLeaf(test) && count(!test.todo && !test.skip))
events.on('test:fail', (test) => isLeaf(test) && count(false))
const told = events.filter((event) => event.type !== 'test:diagnostic' || isOfATest(event.data))
for await (const text of told.compose(new spec())) process.stdout.write(String(text))
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
