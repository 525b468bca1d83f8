import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { loadConfig } from '#server/config.ts'
import { connect, type Sql } from '#server/db/db.ts'
import { findFreePort } from '#server/db/embedded.ts'
import { startShop } from '#server/shop.ts'
import { createInboxReader, type InboxReader } from './inbox.ts'
import { createPerson, type Person } from './people.ts'

export type TestShop = {
  url: string
  databaseUrl: string
  sql: Sql
  sandboxUrl: string
  inbox: InboxReader
  /** Somebody who is not signed in. */
  visitor: Person
  /** Moves the shop's clock; PostgreSQL's own stays where it is. */
  wait(milliseconds: number): void
  /** Every line the shop has logged. */
  log: string[]
  /** Stops it in order, as a signal would; the database and the outside world stay. */
  stop(): Promise<void>
}

const TEMPLATE = 'shop_template'

/** A running shop on its own copy of the migrated template database, gone when the test ends. */
export async function openShop(
  t: TestContext,
  { env = {} }: { env?: NodeJS.ProcessEnv } = {},
): Promise<TestShop> {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const databaseUrl = await copyTemplate(stack)
  const sql = connect(databaseUrl, { connectionsMax: 4 })
  stack.defer(() => sql.end())

  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl: url })
  stack.defer(() => sandbox.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  stack.defer(() => rmSync(dataDir, { recursive: true }))

  const smtpPort = Number(new URL(sandbox.smtpUrl).port)
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS_MAX: '8',
    WORKER_CONCURRENCY: '4',
    LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    LIMIT_ACCOUNT_CHANGES_PER_MINUTE: '1000000',
    ...outsideWorld({ sandboxUrl: sandbox.url, smtpPort }),
    ...env,
  })
  const log: string[] = []
  let waited = 0
  const now = () => new Date(Date.now() + waited)
  const shop = await startShop(config, pino({ level: 'debug' }, collect(log)), { now })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await shop.stop()
    isStopped = true
  }
  stack.defer(stop)

  return {
    url,
    databaseUrl,
    sql,
    log,
    stop,
    sandboxUrl: sandbox.url,
    inbox: createInboxReader(sandbox.url),
    visitor: createPerson(url),
    wait: (milliseconds) => void (waited += milliseconds),
  }
}

/** Every test has the database to itself. */
export async function copyTemplate(stack: AsyncDisposableStack): Promise<string> {
  const server = process.env['TEST_DATABASE_SERVER']
  if (!server) throw new Error('Run tests through npm: npm test -- <part of a file name>')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(server, { connectionsMax: 1 })
  stack.defer(() => admin.end())
  await admin.unsafe(`create database ${name} template ${TEMPLATE}`)
  stack.defer(() => admin.unsafe(`drop database ${name} with (force)`).then(() => {}))
  return server.replace(/[^/]*$/, name)
}

const collect = (lines: string[]) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
