import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { askAdvisories } from './audit-advisories.ts'
import { auditPackages, readFolder, type Lockfile } from './audit-packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const INTEGRITY = `sha512-${'a'.repeat(86)}==`
const GOOD = { version: '1.0.0', integrity: INTEGRITY, license: 'MIT' }

type LockedPackage = Lockfile['packages'][string]

const lockOf = (packages: Record<string, LockedPackage>): Lockfile => ({
  lockfileVersion: 3,
  packages: { '': {}, ...packages },
})

const auditOne = (one: LockedPackage, manifest = {}) => {
  const lock = lockOf({ 'node_modules/planted': one })
  return auditPackages({ lock, manifest, installed: lock })
}

test('planted faults of a lockfile are named', () => {
  assert.deepEqual(auditOne(GOOD), [])
  const planted: [change: LockedPackage, fault: string][] = [
    [{ integrity: 'sha1-abc=' }, 'has no sha512 checksum'],
    [{ integrity: '' }, 'has no sha512 checksum'],
    [{ resolved: 'https://elsewhere.example/p.tgz' }, 'comes from https://elsewhere.example/p.tgz'],
    [{ resolved: 'git+ssh://git@host/p.git#1' }, 'comes from git+ssh://git@host/p.git#1'],
    [{ link: true }, 'is a link'],
    [{ hasInstallScript: true }, 'runs an install script'],
    [{ deprecated: 'use another' }, 'is deprecated: use another'],
    [{ license: 'AGPL-3.0' }, 'has the licence AGPL-3.0'],
    [{ license: 'MIT AND GPL-2.0' }, 'has the licence MIT AND GPL-2.0'],
    [{ license: 'MPL-2.0' }, 'has the licence MPL-2.0'],
  ]
  for (const [change, fault] of planted)
    assert.deepEqual(auditOne({ ...GOOD, ...change }), [`planted ${fault}`])
  assert.deepEqual(auditOne({ ...GOOD, license: '(GPL-2.0 OR MIT)' }), [])
  assert.deepEqual(auditOne({ ...GOOD, license: 'MPL-2.0', dev: true }), [])
  const scripted = { ...GOOD, hasInstallScript: true }
  assert.deepEqual(auditOne(scripted, { allowScripts: { planted: true } }), [])
})

test('a dependency without an exact version is named', () => {
  for (const version of [
    '^1.0.0',
    '*',
    'latest',
    'git+https://host/p.git',
    'file:../p',
    'npm:q@1.0.0',
  ])
    assert.deepEqual(auditOne(GOOD, { dependencies: { planted: version } }), [
      `planted is required as ${version}, not as an exact version`,
    ])
})

test('workspaces are the project’s own, and list exact versions too', () => {
  const lock = lockOf({
    'node_modules/own-tools': { resolved: 'tools', link: true },
    tools: { version: '1.0.0', license: 'MIT' },
  })
  const audit = (version: string) =>
    auditPackages({
      lock,
      manifest: { workspaces: ['tools'] },
      others: [{ devDependencies: { planted: version } }],
      installed: lock,
    })
  assert.deepEqual(audit('1.0.0'), [])
  assert.deepEqual(audit('^1.0.0'), ['planted is required as ^1.0.0, not as an exact version'])
})

test('packages that differ from the lockfile are named', () => {
  const [path, other] = ['node_modules/planted', 'node_modules/other']
  const lock = lockOf({ [path]: GOOD })
  const audit = (packages: Record<string, LockedPackage>) =>
    auditPackages({ lock, manifest: {}, installed: lockOf(packages) })
  const isStrange = 'is installed, but differs from the lockfile'
  assert.deepEqual(audit({ [path]: { ...GOOD, version: '1.0.1' } }), [`planted 1.0.1 ${isStrange}`])
  assert.deepEqual(audit({ [path]: GOOD, [other]: GOOD }), [`other 1.0.0 ${isStrange}`])
  assert.deepEqual(audit({}), ['planted is in the lockfile, but not installed'])
  assert.deepEqual(auditPackages({ lock, manifest: {}, installed: null }), [
    'no packages are installed',
  ])
})

test('a serious advisory fails the check, and a registry without advisories is reported', async (t) => {
  const lock = lockOf({
    'node_modules/planted': GOOD,
    'node_modules/tool': { ...GOOD, dev: true },
    'node_modules/own-tools': { resolved: 'tools', link: true },
    tools: TOOLS,
  })
  const folder = makeProject(t, lock)
  const registry = await openRegistry(t)
  const ask = () => {
    const cache = mkdtempSync(join(folder, 'cache-')) // npm caches the registry's answers
    const env = { npm_config_registry: registry.url, npm_config_cache: cache }
    return askAdvisories(folder, lock, env)
  }
  assert.equal(await ask(), null)
  registry.tell('high')
  assert.deepEqual(await ask(), {
    faults: ['planted 1.0.0: high'],
    others: ['tool 1.0.0: high, in tools only'],
  })
  registry.tell('moderate')
  assert.deepEqual((await ask())!.faults, [])
})

test('the packages of this shop pass all checks', () => {
  assert.deepEqual(auditPackages(readFolder(ROOT)), [])
})

const TOOLS = { name: 'own-tools', version: '1.0.0', devDependencies: { tool: '1.0.0' } }

function makeProject(t: TestContext, lock: Lockfile): string {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const manifest = {
    name: 'project',
    version: '1.0.0',
    dependencies: { planted: '1.0.0' },
    workspaces: ['tools'],
  }
  const whole = { ...lock, packages: { ...lock.packages, '': manifest } }
  mkdirSync(join(folder, 'tools'))
  writeFileSync(join(folder, 'tools/package.json'), JSON.stringify(TOOLS))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(whole))
  return folder
}

/** A package registry that refuses to list advisories until the test gives it some. */
async function openRegistry(t: TestContext) {
  let severity: string | null = null
  const advise = (name: string) => [
    {
      id: 1,
      url: 'https://advisories.example/1',
      title: name,
      severity,
      vulnerable_versions: '<2.0.0',
    },
  ]
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    const isQuestion = request.method === 'POST'
    request.resume()
    if (isQuestion && !severity) return response.writeHead(405).end()
    const answer = isQuestion
      ? { planted: advise('planted'), tool: advise('tool') }
      : {
          name,
          'dist-tags': { latest: '2.0.0' },
          versions: { '1.0.0': { name, version: '1.0.0' }, '2.0.0': { name, version: '2.0.0' } },
        }
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer))
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, tell: (next: string) => void (severity = next) }
}
