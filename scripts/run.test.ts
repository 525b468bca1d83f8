import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { test, type TestContext } from 'node:test'

const START = ['ci --workspaces=false']
const EVERYTHING = ['ci']
const TOOLS = ['install --no-save --workspace=tools']

test('a start installs no tools, and the first program that needs them does', (t) => {
  const { run } = openProject(t)
  assert.deepEqual(run('scripts/start.ts'), START)
  assert.deepEqual(run('scripts/start.ts'), [])
  assert.deepEqual(run('scripts/test.ts'), TOOLS)
  assert.deepEqual(run('scripts/test.ts'), [])
  assert.deepEqual(run('scripts/start.ts'), [])
})

test('any other program installs everything', (t) => {
  const { run } = openProject(t)
  assert.deepEqual(run('tests/bench/bench.ts'), EVERYTHING)
  assert.deepEqual(run('scripts/start.ts'), [])
})

test('a changed lockfile is installed again, with tools if they were there', (t) => {
  const { run, changeLockfile } = openProject(t)
  assert.deepEqual(run('scripts/start.ts'), START)
  changeLockfile()
  assert.deepEqual(run('scripts/start.ts'), START)
  assert.deepEqual(run('scripts/checks/checks.ts'), TOOLS)
  changeLockfile()
  assert.deepEqual(run('scripts/start.ts'), EVERYTHING)
})

const ROOT = join(import.meta.dirname, '..')
const RUN_BY_A_START = '{client,connectors,contract,demo,sandbox,server,web}/**/*.{ts,tsx}'

test('code that a start runs imports no package of tools', () => {
  const { devDependencies: tools } = JSON.parse(
    readFileSync(join(ROOT, 'tools/package.json'), 'utf8'),
  ) as { devDependencies: Record<string, string> }
  const files = globSync(RUN_BY_A_START, { cwd: ROOT }).filter((file) => !/\.test\./.test(file))
  assert.ok(files.length > 500, `${files.length} files`)
  for (const file of files) {
    const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^import type .*$/gm, '')
    for (const name of Object.keys(tools)) assert.doesNotMatch(code, importOf(name), file)
  }
})

const importOf = (name: string) => new RegExp(`(from|import|import\\() ?'${name}['/]`)

/** Writes down what it is asked, and "installs" this test's own Node. */
const NPM = `
import { appendFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'
const words = process.argv.slice(2).filter((word) => !/loglevel|progress/.test(word))
appendFileSync('calls', words.join(' ') + '\\n')
if (words[0] === 'ci') {
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync('node_modules')
  const node = dirname(dirname(process.execPath))
  symlinkSync(node, 'node_modules/' + basename(node))
}
`

/** A project with run.mjs, empty programs, and an npm that only pretends. */
function openProject(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'run.mjs'), join(folder, 'scripts/run.mjs'))
  writeFileSync(join(folder, 'npm.mjs'), NPM)
  let versions = 0
  const changeLockfile = () =>
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ version: ++versions }))
  changeLockfile()

  /** Runs a program and returns what npm was asked for meanwhile. */
  function run(program: string): string[] {
    mkdirSync(dirname(join(folder, program)), { recursive: true })
    writeFileSync(join(folder, program), '')
    writeFileSync(join(folder, 'calls'), '')
    const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', program], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: join(folder, 'npm.mjs') },
    })
    assert.equal(status, 0, stderr)
    return readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean)
  }

  return { run, changeLockfile }
}
