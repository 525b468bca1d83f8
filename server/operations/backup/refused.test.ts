import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { glob, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createDice } from '#tests/chaos/dice.ts'
import { connect } from '#server/platform/db/db.ts'
import { backUp, copyBackup, sumTables } from '#tests/support/database/backups.ts'
import { makeFolder } from '#tests/support/shop/process.ts'
import { copyTemplate, createDatabase } from '#tests/support/shop/shop.ts'
import { makeBackup } from './backup.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import { pino } from 'pino'

const shared = new AsyncDisposableStack()
const IMAGE = `files/${'ab'.repeat(8)}-40.webp`
const log = pino({ level: 'silent' })
let whole: string
let databaseUrl: string

before(async () => {
  databaseUrl = await copyTemplate(shared)
  const dataDir = makeFolder(shared)
  await mkdir(join(dataDir, 'files'))
  writeFileSync(join(dataDir, IMAGE), 'a picture')
  whole = await backUp(shared, databaseUrl, dataDir)
})
after(() => shared.disposeAsync())

test('a single flipped bit anywhere is found before anything is restored', async () => {
  const dice = createDice(29)
  const folder = await copyBackup(shared, whole)
  const paths = await Array.fromAsync(glob('**/*.*', { cwd: folder }))
  assert.ok(paths.includes(IMAGE) && paths.includes('tables/posting.copy.zst'), paths.join(' '))
  await readBackup(folder)
  const drawn = Array.from({ length: 12 }, () => dice.pick(paths))
  for (const path of ['SHA256SUMS', 'SHA256SUMS', 'manifest.json', IMAGE, ...drawn]) {
    const bytes = readFileSync(join(folder, path))
    const spoiled = Buffer.from(bytes)
    const at = dice.below(spoiled.length)
    spoiled[at] = spoiled[at]! ^ (1 << dice.below(8))
    writeFileSync(join(folder, path), spoiled)
    await assert.rejects(readBackup(folder), /is damaged: |is missing|newer Gemstall/, path)
    writeFileSync(join(folder, path), bytes)
  }
  await readBackup(folder)
})

test('a missing or truncated file is named in the error', async () => {
  for (const [path, words] of [
    ['tables/posting.copy.zst', /is incomplete: tables\/posting\.copy\.zst is missing\./],
    [IMAGE, /is incomplete: files\/abab\w+-40\.webp is missing\./],
    ['SHA256SUMS', /is damaged: SHA256SUMS has changed since it was written\./],
    ['manifest.json', /isn't a Gemstall backup: it has no manifest\.json\./],
  ] as const) {
    const folder = await copyBackup(shared, whole)
    const bytes = readFileSync(join(folder, path))
    truncateSync(join(folder, path), bytes.length - 1)
    await assert.rejects(readBackup(folder), /is damaged: /)
    rmSync(join(folder, path))
    await assert.rejects(readBackup(folder), words)
  }
  const folder = await copyBackup(shared, whole)
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
  writeFileSync(join(folder, 'SHA256SUMS'), sums.replace(/^.*files.*\n/m, ''))
  await assert.rejects(readBackup(folder), /is damaged: SHA256SUMS/)
})

test('an invalid, unfinished or newer backup is refused with a clear message', async () => {
  const empty = makeFolder(shared)
  await assert.rejects(readBackup(join(empty, 'nowhere')), /^Error: There is nothing at /)
  await assert.rejects(readBackup(empty), /isn't a Gemstall backup/)
  await assert.rejects(readBackup(import.meta.filename), /isn't a Gemstall backup/)
  const unfinished = await copyBackup(shared, whole)
  renameSync(unfinished, `${unfinished}.unfinished`)
  await assert.rejects(readBackup(`${unfinished}.unfinished`), /was never finished/)
  const text = readFileSync(join(whole, 'manifest.json'), 'utf8')
  for (const [change, words] of [
    [{ format: 2, version: '9.9.9' }, /made by a newer Gemstall \(9\.9\.9\)/],
    [{ migrations: more(text) }, /made by a newer Gemstall \(/],
    [{ migrations: other(text) }, /migration 001-accounts\.sql differs from this Gemstall/],
  ] as const) {
    const folder = await copyBackup(shared, whole)
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...JSON.parse(text), ...change }))
    await assert.rejects(readBackup(folder), words)
  }
})

type Migrations = { id: number; name: string; checksum: string }[]
const migrationsOf = (text: string) => (JSON.parse(text) as { migrations: Migrations }).migrations
const more = (text: string): Migrations => {
  const migrations = migrationsOf(text)
  return [...migrations, { ...migrations[0]!, id: migrations.length + 1 }]
}
const other = (text: string): Migrations =>
  migrationsOf(text).map((one) => ({ ...one, checksum: 'ab'.repeat(32) }))

test('a backup is restored only into an empty database, and any other database stays unchanged', async () => {
  const opened = await readBackup(whole)
  const installation = {
    url: databaseUrl,
    dataDir: makeFolder(shared),
    isBucket: false,
    secrets: ['x'],
  }
  const sql = connect(databaseUrl, { connectionsMax: 1 })
  shared.defer(() => sql.end())
  const before = await sumTables(sql)
  const restoring = restoreBackup(installation, opened, { hasMoved: true, log })
  await assert.rejects(restoring, /The database isn't empty: it has account\./)
  assert.deepEqual(await sumTables(sql), before)
  assert.equal(existsSync(join(installation.dataDir, 'files')), false)
  await assert.rejects(makeBackup(installation, whole), /already exists/)
  const nothing = { ...installation, url: await createDatabase(shared, 'template template0') }
  const target = join(makeFolder(shared), 'backup')
  await assert.rejects(makeBackup(nothing, target), /There is no shop in this database\./)
  assert.equal(existsSync(target), false)
})

test('a restore ends with exactly the rows that were backed up, or with none', async () => {
  const folder = await copyBackup(shared, whole)
  const opened = await readBackup(folder)
  const tables = opened.manifest.tables.map((table) =>
    table.name === 'setting' ? { ...table, sha256: '0'.repeat(64) } : table,
  )
  const installation = {
    url: await createDatabase(shared, 'template template0'),
    dataDir: makeFolder(shared),
    isBucket: false,
    secrets: ['x'],
  }
  const spoiled = { ...opened, manifest: { ...opened.manifest, tables } }
  const input = { hasMoved: true, log }
  await assert.rejects(restoreBackup(installation, spoiled, input), /is damaged: tables\/setting/)
  const sql = connect(installation.url, { connectionsMax: 1 })
  shared.defer(() => sql.end())
  const [left] = await sql`select is_loaded from restoring`
  assert.equal(left!['isLoaded'], false)
  await restoreBackup(installation, opened, input) // the restore starts again
  const source = connect(databaseUrl, { connectionsMax: 1 })
  shared.defer(() => source.end())
  assert.deepEqual(await sumTables(sql), await sumTables(source))
})
