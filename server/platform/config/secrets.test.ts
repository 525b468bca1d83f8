import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { deriveKeys, readSecrets } from './secrets.ts'

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('generated secrets are long, kept, unlike any other shop’s, and readable by their owner alone', (t) => {
  const folder = temporary(t)
  const dataDir = join(folder, 'not/there/yet')
  const made = readSecrets(dataDir)
  assert.ok(Buffer.from(made.secret, 'base64').length >= 32)
  assert.ok(Buffer.from(made.databasePassword, 'hex').length >= 24)
  assert.deepEqual(readSecrets(dataDir), made)
  assert.notDeepEqual(readSecrets(join(folder, 'another')), made)
  assert.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(dataDir), ['secrets.json'])
})

test('processes that start at once agree on the secrets', async (t) => {
  const dataDir = join(temporary(t), 'data')
  const program = `
    const { readSecrets } = await import(${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))})
    process.send('ready')
    process.once('message', () => process.send(readSecrets(${JSON.stringify(dataDir)}), () => process.disconnect()))`
  const file = join(temporary(t), 'read.mjs')
  writeFileSync(file, program)
  const children = Array.from({ length: 4 }, () => fork(file))
  await Promise.all(children.map((child) => once(child, 'message')))
  const answers = children.map((child) => once(child, 'message'))
  for (const child of children) child.send('go')
  const read = (await Promise.all(answers)).map(([secrets]) => secrets)
  for (const secrets of read) assert.deepEqual(secrets, readSecrets(dataDir))
})

test('a damaged file of secrets is named, and is not replaced by new ones', (t) => {
  const dataDir = temporary(t)
  const path = join(dataDir, 'secrets.json')
  for (const content of ['', '{"secret": "x"', '{"secret": "x"}', '[]']) {
    writeFileSync(path, content)
    const isTold = ({ message }: Error) => message.startsWith(`${path} cannot be used.`)
    assert.throws(() => readSecrets(dataDir), isTold)
    assert.equal(statSync(path).size, content.length)
  }
})

test('a data folder that cannot be is said in words', (t) => {
  const file = join(temporary(t), 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  assert.throws(() => readSecrets(join(file, 'data')), /cannot be created\. Set DATA_DIR/)
})

test('each purpose has a key of its own from each secret, the newest first', () => {
  const both = deriveKeys(['new', 'old'])
  assert.deepEqual(both['access-token'], [
    ...deriveKeys(['new'])['access-token'],
    ...deriveKeys(['old'])['access-token'],
  ])
  const all = Object.values(both).flat()
  assert.equal(new Set(all.map((key) => key.toString('hex'))).size, all.length)
  for (const key of all) assert.equal(key.length, 32)
})
