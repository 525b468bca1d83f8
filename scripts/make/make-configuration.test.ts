import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Environment } from '#server/platform/config/environment.ts'
import { toPage } from './make-configuration.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')

test('docs/configuration.md is what the schema generates', () => {
  assert.equal(page, toPage(), 'run node_modules/.bin/node scripts/make/make-configuration.ts')
})

test('docs/configuration.md names every variable once, and none that the shop does not read', () => {
  const listed = [...page.matchAll(/^- `([A-Z0-9_]+)`/gm)].map(([, name]) => name!)
  assert.deepEqual(listed.toSorted(), Object.keys(Environment.shape).toSorted())
})
