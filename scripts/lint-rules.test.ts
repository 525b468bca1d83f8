import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

/** Lowest first: each area may import the ones before it. */
const AREAS = [
  'platform',
  'accounts',
  'catalogue',
  'money',
  'suppliers',
  'orders',
  'resellers',
  'backoffice',
  'operations',
]

/** Returns the files in which oxlint finds a forbidden import. Each file has one import. */
function findBreaches(imports: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-lint-'))
  try {
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    for (const [file, imported] of Object.entries(imports)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), `import type { A } from '${imported}'\nexport type B = A\n`)
    }
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
    return diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename)
      .toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Diagnostic = { code: string; filename: string }

test('an area of the server imports areas below it, and none above', () => {
  const imports: Record<string, string> = {}
  const wrong: string[] = []
  for (const [own, area] of AREAS.entries())
    for (const [other, imported] of AREAS.entries()) {
      const file = `server/${area}/one/imports-${imported}.ts`
      imports[file] = `#server/${imported}/two/two.ts`
      if (other > own) wrong.push(file)
    }
  assert.deepEqual(findBreaches(imports), wrong.toSorted())
})

test('SQL, routes and rules are private to their area', () => {
  const imports: Record<string, string> = {}
  for (const name of ['sql', 'list-sql', 'sql-place', 'routes', 'rules']) {
    imports[`server/operations/one/${name}-of-orders.ts`] = `#server/orders/end/${name}.ts`
    imports[`server/${name}-of-orders.ts`] = `#server/orders/end/${name}.ts`
  }
  const wrong = Object.keys(imports).toSorted()
  const right = { 'server/orders/place/sql-of-orders.ts': '#server/orders/end/sql.ts' }
  assert.deepEqual(findBreaches({ ...imports, ...right }), wrong)
})

test('each part of the project imports what it may know, and nothing else', () => {
  const wrong = {
    'contract/knows-server.ts': '#server/platform/db/db.ts',
    'contract/knows-node.ts': 'node:fs',
    'demo/knows-server.ts': '#server/platform/db/db.ts',
    'sandbox/knows-server.ts': '#server/platform/db/db.ts',
    'server/money/one/knows-app.ts': '#server/app.ts',
    'server/money/one/knows-tests.ts': '#tests/support/wait.ts',
    'server/money/one/knows-web.ts': '#web/paths.ts',
    'server/money/one/climbs.ts': '../two/two.ts',
    'web/account/knows-feature.ts': '#web/checkout/wish.ts',
    'web/account/knows-server.ts': '#server/platform/db/db.ts',
    'web/ui/knows-api.ts': '#web/api/call.ts',
  }
  const right = {
    'contract/knows-zod.ts': 'zod',
    'server/money/one/knows-contract.ts': '#contract/money.ts',
    'server/money/one/one.test.ts': '#tests/support/wait.ts',
    'web/account/knows-ui.ts': '#web/ui/button.tsx',
  }
  assert.deepEqual(findBreaches({ ...wrong, ...right }), Object.keys(wrong).toSorted())
})
