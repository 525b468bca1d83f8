import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

/** Lowest first: each area may import the ones before it. */
const AREAS = [
  'platform',
  'accounts',
  'catalogue',
  'money',
  'suppliers',
  'orders',
  'resellers',
  'accounting',
  'backoffice',
  'operations',
]

/** Areas of the contract, lowest first. A file may import from its own and those before it. */
const CONTRACT_AREAS = [
  'core',
  'accounts',
  'catalogue',
  'money',
  'orders',
  'resellers',
  'accounting',
  'backoffice',
]

/** The parts of the web app, lowest first, as for areas. The screens, on top, are listed below. */
const LAYERS = ['ui', 'state', 'api', 'features', 'layouts']

/** Folders of screens. None imports another. */
const SCREENS = [
  'storefront',
  'checkout',
  'auth',
  'account',
  'reseller',
  'api-docs',
  'leaderboard',
  'info',
  'admin',
]

/** Screens of the back office by subject. None imports another. */
const SUBJECTS = [
  'catalogue',
  'orders',
  'risk',
  'people',
  'money',
  'accounting',
  'marketing',
  'system',
]

/** Parts of the back office that several subjects share. */
const SHARED = ['list', 'forms', 'tasks', 'tables', 'credentials', 'alerts', 'access']

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
      const fileInPart = `server/${area}/one/part/imports-${imported}.ts`
      imports[file] = imports[fileInPart] = `#server/${imported}/two/two.ts`
      if (other > own) wrong.push(file, fileInPart)
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

test('a part of the web app imports parts below it, and none above', () => {
  const imports: Record<string, string> = {}
  const wrong: string[] = []
  for (const [own, layer] of LAYERS.entries())
    for (const [other, imported] of [...LAYERS, ...SCREENS].entries()) {
      const file = `web/${layer}/imports-${imported}.ts`
      const fileInPart = `web/${layer}/part/imports-${imported}.ts`
      imports[file] = imports[fileInPart] = `#web/${imported}/part/two.ts`
      if (other > own) wrong.push(file, fileInPart)
    }
  assert.deepEqual(findBreaches(imports), wrong.toSorted())
})

test('screens import all that is below them, and not the screens of another folder', () => {
  const imports: Record<string, string> = {}
  const wrong: string[] = []
  for (const screens of SCREENS)
    for (const imported of [...LAYERS, ...SCREENS]) {
      const file = `web/${screens}/imports-${imported}.ts`
      const fileInPart = `web/${screens}/part/imports-${imported}.ts`
      imports[file] = imports[fileInPart] = `#web/${imported}/part/two.ts`
      if (screens !== imported && SCREENS.includes(imported)) wrong.push(file, fileInPart)
    }
  assert.deepEqual(findBreaches(imports), wrong.toSorted())
})

test('subjects of the back office import what they share, and not one another', () => {
  const imports: Record<string, string> = {}
  const wrong: string[] = []
  for (const own of [...SUBJECTS, ...SHARED])
    for (const imported of [...SUBJECTS, ...SHARED]) {
      const file = `web/admin/${own}/imports-${imported}.ts`
      imports[file] = `#web/admin/${imported}/part/two.ts`
      if (SUBJECTS.includes(imported) && own !== imported) wrong.push(file)
    }
  for (const own of [...SUBJECTS, ...SHARED]) {
    const file = `web/admin/${own}/part/imports-account.ts`
    imports[file] = '#web/account/orders/order-page.tsx'
    wrong.push(file)
  }
  assert.deepEqual(findBreaches(imports), wrong.toSorted())
})

test('an area of the contract imports only itself and the areas below it', () => {
  const imports: Record<string, string> = {}
  const wrong: string[] = []
  for (const [own, area] of CONTRACT_AREAS.entries())
    for (const [other, imported] of CONTRACT_AREAS.entries()) {
      const file = `contract/${area}/imports-${imported}.ts`
      const fileInPart = `contract/${area}/part/imports-${imported}.ts`
      imports[file] = `#contract/${imported}/money.ts`
      imports[fileInPart] = `#contract/${imported}/part/money.ts`
      if (other > own) wrong.push(file, fileInPart)
    }
  assert.deepEqual(findBreaches(imports), wrong.toSorted())
})

test('each part of the project imports what it may know, and nothing else', () => {
  const wrong = {
    'connectors/gateways/acme/knows-sandbox.ts': '#sandbox/http.ts',
    'connectors/gateways/acme/knows-server.ts': '#server/platform/db/db.ts',
    'connectors/gateways/acme/twin/knows-server.ts': '#server/platform/db/db.ts',
    'contract/money/knows-connectors.ts': '#connectors/gateways/gateway.ts',
    'contract/money/knows-server.ts': '#server/platform/db/db.ts',
    'contract/money/knows-node.ts': 'node:fs',
    'demo/knows-server.ts': '#server/platform/db/db.ts',
    'sandbox/knows-server.ts': '#server/platform/db/db.ts',
    'server/money/one/knows-app.ts': '#server/app.ts',
    'server/money/one/knows-tests.ts': '#tests/support/shop/wait.ts',
    'server/money/one/knows-web.ts': '#web/paths.ts',
    'server/money/one/climbs.ts': '../two/two.ts',
    'web/account/knows-connectors.ts': '#connectors/gateways/gateway.ts',
    'web/account/knows-server.ts': '#server/platform/db/db.ts',
    'web/admin/orders/knows-server.ts': '#server/platform/db/db.ts',
    'web/features/search/knows-node.ts': 'node:fs',
    'web/layouts/climbs.ts': '../ui/button.tsx',
    'web/ui/form/knows-contract.ts': '#contract/core/money.ts',
    'web/ui/form/knows-router.ts': 'react-router',
    'web/ui/knows-paths.ts': '#web/paths.ts',
  }
  const right = {
    'connectors/gateways/acme/twin/knows-sandbox.ts': '#sandbox/http.ts',
    'contract/money/knows-zod.ts': 'zod',
    'server/money/one/knows-contract.ts': '#contract/core/money.ts',
    'server/money/one/one.test.ts': '#tests/support/shop/wait.ts',
    'web/account/knows-contract.ts': '#contract/core/money.ts',
    'web/account/knows-paths.ts': '#web/paths.ts',
  }
  assert.deepEqual(findBreaches({ ...wrong, ...right }), Object.keys(wrong).toSorted())
})
