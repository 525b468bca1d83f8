import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '#tests/support/shop/process.ts'
import { keepReport, type Phase } from './keep-report.ts'
import { toSection } from './to-section.ts'

const NAMES = ['gifts', 'orders', 'races']

const toPhase = (name: string, seed: number, found: string[] = []): Phase => ({
  name,
  says: `What ${name} promise.`,
  count: 5,
  seed,
  seconds: 1,
  load: 0.5,
  sections: [toSection(`proof of ${name}`, [['kills', 5]], { 'what is lost': found })],
})

test('a report has the last run of each proof and keeps the others', async () => {
  await using stack = new AsyncDisposableStack()
  const path = join(makeFolder(stack), 'chaos.md')
  for (const phase of [toPhase('races', 1), toPhase('gifts', 2), toPhase('orders', 3)])
    keepReport(phase, NAMES, path)
  keepReport(toPhase('gifts', 4, ['one | two', 'three']), NAMES, path)
  const text = readFileSync(path, 'utf8')
  assert.deepEqual(text.match(/^## .*$/gm), ['## gifts', '## orders', '## races'])
  assert.deepEqual(text.match(/--seed=\d/g), ['--seed=4', '--seed=3', '--seed=1'])
  const [, gifts, orders] = text.split(/^## /m)
  assert.match(gifts!, /Result: \*\*broken, 2 faults\*\*/)
  assert.match(
    gifts!,
    /what is lost \| \*\*2\*\*[^]*- what is lost: one \| two\n- what is lost: three/,
  )
  assert.match(orders!, /Result: held[^]*\| what is lost \| none \|/)
})
