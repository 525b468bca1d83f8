import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readProof, writeProof } from './proof.ts'

const PROOF = { version: '1.0.0', passed: 25, at: '2026-01-01T00:00:00.000Z' }

/** Makes a folder with a connector, as far as a proof is concerned. */
function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-proof-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'twin'))
  write('connector.js', 'export const connector = {}')
  write('twin/twin.js', 'export const twin = {}')
  return { folder, write, isProven: () => readProof(folder) !== null }
}

test('a proof is valid for the files that it was written for', (t) => {
  const { folder, isProven } = open(t)
  assert.equal(isProven(), false)
  writeProof(folder, PROOF)
  assert.deepEqual({ ...readProof(folder), files: '' }, { ...PROOF, files: '' })
})

test('a changed, new, renamed or removed file makes a proof invalid', (t) => {
  const { folder, write, isProven } = open(t)
  writeProof(folder, PROOF)
  write('twin/twin.js', 'export const twin = { changed: true }')
  assert.equal(isProven(), false, 'changed')
  write('twin/twin.js', 'export const twin = {}')
  assert.equal(isProven(), true, 'as it was')
  for (const name of ['more.js', 'twin/more.js', 'more', '.more.js', 'twin/proof.json']) {
    write(name, '')
    assert.equal(isProven(), false, name)
    rmSync(join(folder, name))
  }
  assert.equal(isProven(), true, 'as it was again')
  renameSync(join(folder, 'twin/twin.js'), join(folder, 'twin/other.js'))
  assert.equal(isProven(), false, 'renamed')
  rmSync(join(folder, 'twin/other.js'))
  assert.equal(isProven(), false, 'removed')
})

test('a proof that can’t be read proves nothing', (t) => {
  const { folder, write, isProven } = open(t)
  writeProof(folder, PROOF)
  for (const text of ['', '{', 'null', '[]', '{"version":"1.0.0"}']) {
    write('proof.json', text)
    assert.equal(isProven(), false, text)
  }
})
