import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SERVER = join(import.meta.dirname, '../../server')

/** An entry of an area's page: the name of a module, and the words about it. */
const ENTRY = /^- `([a-z-]+)`: ((?:.+\n)(?: {2}.+\n)*)/gm
const START = /start\s+with\s+`([a-z0-9-]+\.ts)`/

/**
 * Compares an area's page with its files. Each module needs an entry, and either a front file of its own name or a file
 * to start with, never both.
 */
function findFaults(page: string, files: string[]): string[] {
  const entries = new Map(
    [...page.matchAll(ENTRY)].map(([, name = '', words = '']) => [name, words]),
  )
  const modules = new Set(
    files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!),
  )
  const unknown = [...entries.keys()].filter((name) => !modules.has(name))
  const faults = [...modules].flatMap((name) => {
    const words = entries.get(name)
    if (words === undefined) return [`${name} has no entry`]
    const start = START.exec(words)?.[1]
    const hasFront = files.includes(`${name}/${name}.ts`)
    if (start === undefined) return hasFront ? [] : [`${name} has no front file and no start`]
    if (hasFront) return [`${name} has a front file and a start`]
    return files.includes(`${name}/${start}`) ? [] : [`${name} starts with a missing file`]
  })
  return [...unknown.map((name) => `${name} does not exist`), ...faults]
}

test('each module has a front file of its name, or its area says which file to start with', () => {
  const all = globSync('*/*/**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts'] })
  const byArea = Map.groupBy(all, (file) => file.split('/')[0]!)
  assert.ok(byArea.size > 0)
  for (const [area, paths] of byArea) {
    const page = readFileSync(join(SERVER, area, 'README.md'), 'utf8')
    const files = paths.map((path) => path.slice(area.length + 1))
    assert.deepEqual(findFaults(page, files), [], `server/${area}`)
  }
})

test('a module without a way in, or with a wrong one, is found', () => {
  const page = `# Money

- \`ledger\`: double entry
- \`payouts\`: money on its way back to the bank or card; start
  with \`begin-payout.ts\`
- \`wallet\`: statements
- \`disputes\`: contested payments; start with \`record.ts\`
- \`routing\`: chooses a gateway; start with \`choose-gateway.ts\`
- \`gone\`: nothing

Start with \`ledger/ledger.ts\`.
`
  const files = [
    'ledger/ledger.ts',
    'payouts/begin-payout.ts',
    'wallet/statement.ts',
    'disputes/record-dispute.ts',
    'routing/routing.ts',
    'routing/choose-gateway.ts',
    'new/parts/new.ts',
  ]
  assert.deepEqual(findFaults(page, files), [
    'gone does not exist',
    'wallet has no front file and no start',
    'disputes starts with a missing file',
    'routing has a front file and a start',
    'new has no entry',
  ])
})
