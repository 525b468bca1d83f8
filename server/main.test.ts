import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, test, type TestContext } from 'node:test'
import { login } from '#contract/accounts/auth.ts'
import { connect } from '#server/platform/db/db.ts'
import { embeddedUrl } from '#server/platform/db/embedded/embedded.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { findNobody } from '#server/platform/db/embedded/embedded-paths.ts'
import { readServerFile } from '#server/platform/db/embedded/embedded-server.ts'
import { readSecrets } from '#server/platform/config/secrets.ts'
import { createPerson, signUp } from '#tests/support/accounts/people.ts'
import {
  alone,
  copyFolder,
  isAlive,
  makeFolder,
  run,
  startShopProcess,
} from '#tests/support/shop/process.ts'
import { until } from '#tests/support/shop/wait.ts'

const shared = new AsyncDisposableStack()
let template: string

before(async () => {
  template = makeFolder(shared)
  const shop = await startShopProcess(shared, { env: { DATA_DIR: template } })
  shop.child.kill('SIGTERM')
  await shop.ended
})
after(() => shared.disposeAsync())

/** Opens a data folder that a shop has used before. Each test gets its own copy. */
function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const dataDir = copyFolder(stack, template)
  const findDatabase = () => readServerFile(join(dataDir, 'postgres'))
  return {
    stack,
    dataDir,
    findDatabase,
    start: () => startShopProcess(stack, { env: { DATA_DIR: dataDir } }),
  }
}

test('a shop shuts down cleanly on SIGTERM, with its database', async (t) => {
  const { start, findDatabase } = open(t)
  const shop = await start()
  const database = findDatabase()!
  assert.ok(isAlive(database.pid))
  shop.child.kill('SIGTERM')
  shop.child.kill('SIGTERM') // an impatient operator sends the signal again
  assert.equal(await shop.ended, 0)
  assert.equal(isAlive(database.pid), false)
  assert.equal(findDatabase(), null)
  assert.equal(shop.said(), '')
})

test('a shop stopped during its start ends at once and leaves no database running', async (t) => {
  const { stack, dataDir, findDatabase } = open(t)
  const env = { ...alone(), DATA_DIR: dataDir, PORT: String(await reservePort()) }
  const shop = run(stack, ['server/main.ts'], { env })
  await until('its database starts', () => findDatabase() !== null)
  const { pid } = findDatabase()!
  shop.child.kill('SIGTERM')
  assert.equal(await shop.ended, 0)
  await until('its database is gone', () => !isAlive(pid))
})

test('a killed shop starts again with all its accounts, and Ctrl+C shuts it down cleanly', async (t) => {
  const { start, findDatabase } = open(t)
  const shop = await start()
  const { email, password } = await signUp(shop, 'Asha Rao')
  const { pid } = findDatabase()!
  shop.child.kill('SIGKILL')
  const next = await start()
  assert.equal(isAlive(pid), false)
  const visitor = createPerson(next.url)
  assert.equal((await visitor.call(login, { email, password })).status, 200)
  next.child.kill('SIGINT')
  assert.equal(await next.ended, 0)
  assert.equal(findDatabase(), null)
})

test('after shop and busy database were killed at once, the next start recovers both', async (t) => {
  const { stack, dataDir, start, findDatabase } = open(t)
  const shop = await start()
  const { email, password } = await signUp(shop, 'Asha Rao')
  const { pid, port } = findDatabase()!
  const sql = connect(embeddedUrl(readSecrets(dataDir).databasePassword, port))
  stack.defer(() => sql.end())
  // This query computes without touching tables, so its backend outlives the killed server for a while.
  const busy = sql`select count(*) from generate_series(1, 20000000)`.then(
    () => 'done',
    () => 'cut',
  )
  await until('it computes', async () => {
    const [row] = await sql<[{ busy: number }]>`
      select count(*) as busy from pg_stat_activity where query like '%generate_series(1, 2%'
        and pid <> pg_backend_pid() and state = 'active'`
    return row.busy > 0
  })
  process.kill(pid, 'SIGKILL')
  shop.child.kill('SIGKILL')
  const visitor = createPerson((await start()).url)
  assert.equal((await visitor.call(login, { email, password })).status, 200)
  await busy
})

test('a second shop on the same folder is refused, and the first runs until the program that started it ends', async (t) => {
  const { stack, dataDir, start, findDatabase } = open(t)
  const first = await start()
  const second = await fail(stack, { DATA_DIR: dataDir })
  assert.equal(
    second,
    `Another Gemstall is running on ${dataDir}. ` +
      'Stop it first, or set DATA_DIR to another folder.\n',
  )
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  first.child.disconnect()
  assert.equal(await first.ended, 0)
  assert.equal(findDatabase(), null)
})

/** Returns a user account that owns none of the files here: the current one, or `nobody` under root. */
function findOrdinary(t: TestContext) {
  if (process.getuid?.() !== 0) return undefined
  const apiClient = join(import.meta.dirname, 'main.ts')
  const account = findNobody()
  try {
    execFileSync(process.execPath, ['-e', `fs.readFileSync(${JSON.stringify(apiClient)})`], {
      ...account,
      cwd: '/',
      stdio: 'ignore',
    })
    return account
  } catch {
    t.diagnostic('NOT TRIED as an ordinary user: this checkout is closed to all but root')
    return undefined
  }
}

test('an ordinary user can start a shop and owns everything in its folder', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const account = findOrdinary(t)
  const dataDir = makeFolder(stack)
  if (account) chownSync(dataDir, account.uid, account.gid)
  const env = { DATA_DIR: dataDir }
  for (const round of ['first', 'second']) {
    const shop = await startShopProcess(stack, { env, account })
    assert.equal((await fetch(`${shop.url}/readyz`)).status, 200, `${round} start`)
    if (process.getuid?.() !== 0 || account)
      for (const name of ['lock', 'secrets.json', 'postgres', 'postgres/PG_VERSION'])
        assert.equal(statSync(join(dataDir, name)).uid, statSync(dataDir).uid, name)
    shop.child.kill('SIGTERM')
    assert.equal(await shop.ended, 0)
  }
})

/** Starts a shop that can't start, and returns what it prints before it exits. */
async function fail(stack: AsyncDisposableStack, env: NodeJS.ProcessEnv): Promise<string> {
  const PORT = String(await reservePort())
  const shop = run(stack, ['server/main.ts'], { env: { ...alone(), PORT, ...env } })
  assert.equal(await shop.ended, 1)
  assert.doesNotMatch(shop.said(), /\n\s+at |node:internal|\.ts:\d/)
  return shop.said()
}

test('a shop that cannot start says why, without a stack trace', async (t) => {
  const { stack, dataDir, findDatabase } = open(t)
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  stack.defer(() => void taken.close())
  const port = String((taken.address() as AddressInfo).port)
  const away = `postgres://me:hidden@localhost:${await reservePort()}/shop`
  const file = join(dataDir, 'file')
  writeFileSync(file, '')

  const [config, production, listening, database, folder, connectors] = await Promise.all([
    fail(stack, { DATA_DIR: dataDir, PORT: '99999', SMTP_URL: '' }),
    fail(stack, { NODE_ENV: 'production', SECRET: 'changeme' }),
    fail(stack, { DATA_DIR: dataDir, PORT: port }),
    fail(stack, { DATA_DIR: makeFolder(stack), DATABASE_URL: away }),
    fail(stack, { DATA_DIR: join(file, 'data') }),
    fail(stack, { DATA_DIR: dataDir, CONNECTORS: '/nowhere' }),
  ])
  assert.match(config, /PORT must be a whole number from 1 to 65535\n  SMTP_URL is missing\n$/)
  for (const name of ['PUBLIC_URL is missing', 'DATABASE_URL is missing', 'SECRET must be '])
    assert.ok(production.includes(name), production)
  assert.match(listening, new RegExp(`^The shop cannot listen on port ${port}\\. `))
  assert.match(
    database,
    /^The database localhost:\d+\/shop cannot be used\. .*\n\(.*ECONNREFUSED.*\)\n$/,
  )
  assert.doesNotMatch(database, /hidden/)
  assert.match(folder, /cannot be created\. Set DATA_DIR to one that can\.\n\(ENOTDIR: /)
  assert.equal(connectors, 'CONNECTORS names /nowhere, which doesn’t exist\n')
  assert.equal(findDatabase(), null)
})
