import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { INSTALLED, loadConnectors } from './connectors.ts'

/** Makes folders for connectors that lead to those of the repository, apart from one. */
function copyWithout(t: TestContext, missing: string): string {
  const root = mkdtempSync(join(tmpdir(), 'gemstall-connectors-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const kind of ['gateways', 'suppliers']) {
    mkdirSync(join(root, kind))
    for (const name of readdirSync(join(import.meta.dirname, kind)))
      if (name !== missing)
        symlinkSync(join(import.meta.dirname, kind, name), join(root, kind, name))
  }
  return root
}

test('a connector whose folder is removed is gone, and all others are loaded', async (t) => {
  const { gateways, suppliers } = await loadConnectors(copyWithout(t, 'razorpay'))
  const others = [...INSTALLED.gateways.keys()].filter((name) => name !== 'razorpay')
  assert.deepEqual([...gateways.keys()], others)
  assert.deepEqual([...suppliers.keys()], [...INSTALLED.suppliers.keys()])
})

test('a connector is refused with its file and with what is wrong in its manifest', async (t) => {
  const root = copyWithout(t, 'razorpay')
  const folder = join(root, 'gateways', 'acme')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'connector.ts'),
    "export const connector = { api: 2, name: 'Acme', title: 'Acme' }",
  )
  await assert.rejects(loadConnectors(root), (error: Error) => {
    assert.match(error.message, /acme\/connector\.ts is not a connector/)
    assert.match(error.message, /at connector\.api/)
    assert.match(error.message, /at connector\.name/)
    return true
  })
})

const EXAMPLES = join(import.meta.dirname, '../docs/examples/connectors')

test('connectors of several folders are loaded together', async () => {
  const { gateways, suppliers } = await loadConnectors(import.meta.dirname, EXAMPLES)
  assert.deepEqual(
    [...gateways.keys()].toSorted(),
    ['acmepay', ...INSTALLED.gateways.keys()].toSorted(),
  )
  assert.ok(suppliers.has('acmestore'))
})

/** Copies the example of a gateway into a folder of another name. */
function copyExample(t: TestContext, name: string): string {
  const root = copyWithout(t, 'razorpay')
  cpSync(join(EXAMPLES, 'gateways/acmepay'), join(root, 'gateways', name), { recursive: true })
  return root
}

test('a connector in a folder of another name is refused', async (t) => {
  await assert.rejects(
    loadConnectors(copyExample(t, 'bestpay')),
    /bestpay\/connector\.js: its folder must be called acmepay, like the connector/,
  )
})

test('a connector whose name is taken is refused', async (t) => {
  await assert.rejects(
    loadConnectors(EXAMPLES, copyExample(t, 'acmepay')),
    /acmepay\/connector\.js: there is another connector called acmepay/,
  )
})
