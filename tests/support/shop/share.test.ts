import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Files of a batch are loaded together. A session that begins then may expire before its test runs. */
test('no test file opens a shop while it is being loaded', () => {
  const files = globSync(
    '{server,web,tests,connectors,contract,client,sandbox,demo,scripts}/**/*.test.ts',
  )
  assert.ok(files.length > 300)
  const opening = /^(const|let) .*= await (open|sign)\w*\(/m
  const allowed = ['server/platform/pages/render.test.ts'] // opens a renderer without a shop
  assert.deepEqual(
    files.filter((file) => opening.test(readFileSync(file, 'utf8'))),
    allowed,
  )
})
