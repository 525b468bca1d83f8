import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const BATCH = join(import.meta.dirname, 'test-batch.ts')

/** Runs the text of a test file. */
async function runTests(t: { after(clean: () => void): void }, source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-batch-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'some.test.mjs')
  writeFileSync(file, `import { test } from 'node:test'\n${source}`)
  const batch = fork(BATCH, [file], { silent: true })
  const [[counts], output] = await Promise.all([once(batch, 'message'), text(batch.stdout!)])
  return { counts: counts as unknown, output }
}

test('an error that nothing caught fails the batch, even if its test has passed', async (t) => {
  const { counts, output } = await runTests(
    t,
    `test('passes', () => void setTimeout(() => { throw new Error('thrown late') }))
     test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))
     test('rejects', () => void Promise.reject(new Error('never awaited')))
     test('ends', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
  )
  assert.deepEqual(counts, { passed: 4, failed: 2 })
  assert.match(output, /^✖ failing tests:\n\n✖ an error that nothing caught\nError: thrown late/m)
  assert.match(output, /^✖ failing tests:\n\n✖ an error that nothing caught\nError: never awaited/m)
})

test('passed and failed tests are counted, and each test inside another', async (t) => {
  const { counts } = await runTests(
    t,
    `test('has two', async (t) => {
       await t.test('passes', () => {})
       await t.test('fails', () => { throw new Error('no') })
     })
     test('rejects', async () => { throw new Error('no') })`,
  )
  assert.deepEqual(counts, { passed: 1, failed: 3 })
})
