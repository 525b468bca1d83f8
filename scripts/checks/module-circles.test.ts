import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

/** Finds imports and re-exports: the word `type`, the names outside of braces, those in braces, the path. */
const IMPORT = /^(?:import|export) (type )?(?:([\w\s,*]*)(\{[^}]*\})?\s*from )?'([^']+)'/gm

type Import = { from: string; to: string }

/** A module is a folder directly below an area, with all its parts. Any other file stands for itself. */
const moduleOf = (file: string): string => file.split('/').slice(0, 3).join('/')

/** Lists the server's files from which a file imports values. */
function listImports(from: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].flatMap(([, isType, names = '', inBraces = '', path = '']) => {
    const hasValue = names.trim() !== '' || !inBraces || /[{,]\s*(?!type )\w/.test(inBraces)
    if (isType || !hasValue) return []
    if (path.startsWith('#server/')) return [{ from, to: path.slice(1) }]
    return path.startsWith('./') ? [{ from, to: join(dirname(from), path) }] : []
  })
}

/** Returns the imports that lead from a module to another one and, perhaps through more, back. */
function findCircles(files: Record<string, string>): string[] {
  const imports = Object.entries(files).flatMap(([file, text]) => listImports(file, text))
  const byModule = Map.groupBy(imports, ({ from }) => moduleOf(from))
  const findBelow = (module: string, found = new Set<string>()): Set<string> => {
    for (const to of new Set(byModule.get(module)?.map(({ to }) => moduleOf(to))))
      if (!found.has(to)) findBelow(to, found.add(to))
    return found
  }
  const below = new Map([...byModule.keys()].map((module) => [module, findBelow(module)]))
  return imports
    .filter(({ from, to }) => moduleOf(from) !== moduleOf(to))
    .filter(({ from, to }) => below.get(moduleOf(to))?.has(moduleOf(from)))
    .map(({ from, to }) => `${from} -> ${to}`)
}

test('no two modules of the server import each other in a circle', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const texts = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])
  assert.deepEqual(findCircles(Object.fromEntries(texts)), [])
})

test('a circle of imports is found through any number of modules and in any part of them', () => {
  const files = {
    'server/money/wallet/top-up.ts': "import { pay } from '#server/money/payments/page/pay.ts'\n",
    'server/money/payments/page/pay.ts': "import { a } from './form.ts'\nimport './log.ts'\n",
    'server/money/payments/page/form.ts':
      "import {\n  type A,\n  b,\n} from '#server/money/ledger.ts'\n",
    'server/money/ledger.ts': "export { c } from '#server/money/wallet/parts/c.ts'\n",
    'server/money/payouts/send.ts': "import * as rows from '#server/money/payments/sql.ts'\n",
    'server/money/payments/sql.ts': "import type { D } from '#server/money/payouts/send.ts'\n",
    'server/money/payments/log.ts':
      "import {\n  type E,\n  type F,\n} from '#server/money/payouts/send.ts'\n",
  }
  assert.deepEqual(findCircles(files), [
    'server/money/wallet/top-up.ts -> server/money/payments/page/pay.ts',
    'server/money/payments/page/form.ts -> server/money/ledger.ts',
    'server/money/ledger.ts -> server/money/wallet/parts/c.ts',
  ])
})
