import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { copyFolder, isAlive, makeFolder } from '#tests/support/shop/process.ts'
import { until } from '#tests/support/shop/wait.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { startEmbedded } from './embedded.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { findPostgres, reachableCopy } from './embedded-paths.ts'
import { readServerFile } from './embedded-server.ts'

const log = pino({ level: 'silent' })
const shared = new AsyncDisposableStack()
let template: string

before(async () => {
  template = makeFolder(shared)
  const database = await startEmbedded({ dataDir: template, log })
  const sql = connect(database.url)
  await sql.unsafe('create table stone (id int)')
  await sql`insert into stone values (${1})`
  await sql.end()
  await database.stop()
})
after(() => shared.disposeAsync())

/** Copies a used data directory for this test alone. */
function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const dataDir = copyFolder(stack, template)
  return { stack, dataDir, cluster: join(dataDir, 'postgres') }
}

async function start(stack: AsyncDisposableStack, dataDir: string) {
  const database = await startEmbedded({ dataDir, log })
  stack.defer(() => database.stop())
  const sql = connect(database.url)
  stack.defer(() => sql.end())
  return { ...database, sql }
}

const countStones = async (sql: Sql) => (await sql`select from stone`).length

test('stored data is there at the next start, and each commit is on the disk', async (t) => {
  const { stack, dataDir, cluster } = open(t)
  const first = await start(stack, dataDir)
  await first.sql`insert into stone values (${2})`
  await first.stop()
  assert.equal(readServerFile(cluster), null)
  const { sql } = await start(stack, dataDir)
  assert.equal(await countStones(sql), 2)
  const settings = await sql`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as at`
  assert.deepEqual(settings[0], { fsync: 'on', pages: 'on', commits: 'on', at: '127.0.0.1' })
})

test('databases of several folders run side by side', async (t) => {
  const [one, other] = [open(t), open(t)]
  const databases = await Promise.all(
    [one, other].map(({ stack, dataDir }) => start(stack, dataDir)),
  )
  await databases[0]!.sql`insert into stone values (${2})`
  assert.deepEqual(await Promise.all(databases.map(({ sql }) => countStones(sql))), [2, 1])
})

test('a database that is killed comes back at the same address with all it had', async (t) => {
  const { stack, dataDir, cluster } = open(t)
  const { sql, url } = await start(stack, dataDir)
  for (let kill = 1; kill <= 2; kill++) {
    await sql`insert into stone values (${kill})`
    const { pid, port } = readServerFile(cluster)!
    process.kill(pid, 'SIGKILL')
    await until('it answers again', async () => {
      const count = await countStones(sql).catch(() => null)
      const isNew = (readServerFile(cluster)?.pid ?? pid) !== pid // the killed database's last processes may still answer
      return isNew && count === kill + 1
    })
    assert.equal(new URL(url).port, String(port))
  }
})

test('a database that is stopped while it is coming back stays stopped', async (t) => {
  const { stack, dataDir, cluster } = open(t)
  const { stop } = await start(stack, dataDir)
  const { pid } = readServerFile(cluster)!
  process.kill(pid, 'SIGKILL')
  await until('it is gone', () => !isAlive(pid))
  await stop()
  const left = readServerFile(cluster)
  assert.ok(!left || !isAlive(left.pid))
})

test('a server file that is not written yet names no process', (t) => {
  const { cluster } = open(t)
  writeFileSync(join(cluster, 'postmaster.pid'), '')
  assert.equal(readServerFile(cluster), null)
})

test('a server file that comes and goes while it is read names a process or none', (t) => {
  const { stack, cluster } = open(t)
  const path = join(cluster, 'postmaster.pid')
  const writing = `const { unlinkSync, writeFileSync } = require('node:fs')
    const path = process.argv[1]
    for (const end = Date.now() + 60_000; Date.now() < end; unlinkSync(path)) writeFileSync(path, '7')`
  const writer = spawn(process.execPath, ['-e', writing, path], { stdio: 'ignore' })
  const ended = once(writer, 'exit')
  stack.defer(async () => {
    writer.kill('SIGKILL')
    await ended
  })
  let last: number | undefined
  for (let changes = 0; changes < 500;) {
    const pid = readServerFile(cluster)?.pid
    assert.ok(pid === undefined || pid === 7)
    if (pid !== last) changes++
    last = pid
  }
})

test('a database that an earlier run has left running is stopped first, and loses nothing', async (t) => {
  const { stack, dataDir, cluster } = open(t)
  const { binaries, owner } = await findPostgres(dataDir)
  const settings = ['unix_socket_directories=', `port=${await reservePort()}`]
  const orphan = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C' } },
  )
  stack.defer(() => void orphan.kill('SIGKILL'))
  const ended = once(orphan, 'exit')
  await until('it runs', () => readServerFile(cluster)?.pid === orphan.pid)
  const { sql } = await start(stack, dataDir)
  assert.deepEqual(await ended, [0, null])
  assert.equal(await countStones(sql), 1)
})

test('a process that has the number of a database lost in a crash neither stops the start nor is stopped', async (t) => {
  const { stack, dataDir, cluster } = open(t)
  const { stop } = await startEmbedded({ dataDir, log })
  const file = join(cluster, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  await stop()

  const { owner } = await findPostgres(dataDir)
  const stranger = spawn('sleep', ['60'], { ...owner, cwd: '/', stdio: 'ignore' })
  stack.defer(() => void stranger.kill('SIGKILL'))
  await once(stranger, 'spawn')
  writeFileSync(file, [stranger.pid, ...lines.slice(1)].join('\n'))
  const { sql } = await start(stack, dataDir)
  assert.equal(await countStones(sql), 1)
  assert.ok(isAlive(stranger.pid!))
})

test('data of another PostgreSQL is refused in words, and left as it is', async (t) => {
  const { dataDir, cluster } = open(t)
  const mark = join(cluster, 'PG_VERSION')
  const ours = readFileSync(mark, 'utf8').trim()
  writeFileSync(mark, '17\n')
  await assert.rejects(startEmbedded({ dataDir, log }), ({ message }: Error) => {
    assert.ok(message.startsWith(`The data in ${cluster} belongs to PostgreSQL 17, `), message)
    assert.ok(message.includes(`this Gemstall brings ${ours}.`), message)
    return true
  })
  assert.equal(readFileSync(mark, 'utf8'), '17\n')
  rmSync(mark)
  await assert.rejects(startEmbedded({ dataDir, log }), /^Error: There is no database in /)
})

test('a first start that was cut short is begun again', async (t) => {
  const { stack, dataDir, cluster } = open(t)
  renameSync(cluster, `${cluster}.new`)
  rmSync(join(cluster, '..', 'postgres.new/PG_VERSION'))
  const { sql } = await start(stack, dataDir)
  await sql.unsafe('create table stone ()')
  assert.deepEqual([existsSync(cluster), existsSync(`${cluster}.new`)], [true, false])
})

test('in a folder closed to others, the database lies where its account reaches it, and is kept', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const closed = makeFolder(stack, 0o700)
  const dataDir = join(closed, 'data')
  mkdirSync(dataDir)
  const { cluster } = await findPostgres(dataDir)
  stack.defer(() => rmSync(cluster, { recursive: true, force: true }))
  assert.equal(cluster.startsWith(dataDir), process.getuid?.() !== 0)
  const first = await start(stack, dataDir)
  await first.sql.unsafe('create table stone ()')
  await first.stop()
  assert.equal(statSync(cluster).mode & 0o777, 0o700)
  const { sql } = await start(stack, dataDir)
  assert.equal(await countStones(sql), 0)
})

test('programs in a checkout closed to others are copied to where every account may run them', (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const [checkout, place] = [makeFolder(stack), join(makeFolder(stack), 'gemstall')]
  const native = join(checkout, 'package/native')
  mkdirSync(join(native, 'bin'), { recursive: true })
  writeFileSync(join(checkout, 'package/package.json'), '{"version": "18.0.0"}')
  writeFileSync(join(native, 'bin/postgres'), '', { mode: 0o700 })
  writeFileSync(join(native, 'notes'), '', { mode: 0o600 })
  assert.equal(reachableCopy(native, place), native)

  chmodSync(join(native, 'bin'), 0o700)
  t.after(() => process.umask(umask))
  const umask = process.umask(0o077)
  const copy = reachableCopy(native, place)
  const modes = ['..', '', 'bin', 'bin/postgres', 'notes'].map(
    (path) => statSync(join(copy, path)).mode & 0o777,
  )
  assert.deepEqual(modes, [0o755, 0o755, 0o755, 0o755, 0o644])
  assert.equal(reachableCopy(native, place), copy)
})
