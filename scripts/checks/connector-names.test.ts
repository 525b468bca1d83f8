import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GatewayMethod } from '#contract/money/gateways.ts'
import { GATEWAY_TWINS, SUPPLIER_TWINS } from '#sandbox/twins.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = '{client,contract,sandbox,scripts,server,web}/**/*.{ts,tsx,sql}'
const EXCLUDED = ['**/*.test.ts', '**/testing.ts', 'server/platform/db/migrations/**']

/** PayPal is a gateway and a method of paying; methods stay in the contract. */
const METHODS: readonly string[] = GatewayMethod.options
const NAMES = [...SUPPLIER_TWINS, ...GATEWAY_TWINS]
  .map(({ name }) => name)
  .filter((name) => !METHODS.includes(name))

/** Names of connectors that stand alone in quotes, or that name a property. */
const findNames = (text: string): string[] =>
  NAMES.filter((name) => new RegExp(`(['"\`])${name}\\1|\\b${name}(\\??:(?!//)|[.\\[])`).test(text))

test('names of connectors are data: only connectors, the demo shop and tests have them', () => {
  const found = globSync(FILES, { cwd: ROOT, exclude: EXCLUDED }).flatMap((file) =>
    findNames(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(found, [])
})

test('a name in an enum, a table or a condition is found', () => {
  const [name = ''] = NAMES
  for (const text of [
    `z.enum(['${name}'])`,
    `{ ${name}: 'IDR' }`,
    `suppliers.${name}.trace`,
    `supplier = '${name}'`,
  ])
    assert.deepEqual(findNames(text), [name], text)
  assert.deepEqual(findNames(`// ${name} delivers quickly`), [])
})
