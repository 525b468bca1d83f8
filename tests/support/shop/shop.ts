import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Writable } from 'node:stream'
import { INSTALLED, type Connectors } from '#connectors/connectors.ts'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { loadConfig } from '#server/platform/config/config.ts'
import { deriveKeys } from '#server/platform/config/secrets.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { reservePort } from './ports.ts'
import { createLog } from '#server/platform/log.ts'
import { startNode } from '#server/node.ts'
import { createInboxReader, type InboxReader } from './inbox.ts'
import { addAccount, type NewAccount, type Newcomer } from '#tests/support/accounts/add-account.ts'
import { createPerson, type Person } from '#tests/support/accounts/people.ts'

export type TestShop = {
  url: string
  databaseUrl: string
  sql: Sql
  sandboxUrl: string
  inbox: InboxReader
  /** A person who is not signed in. */
  visitor: Person
  /** Makes an account with a session. */
  addAccount(newcomer: Newcomer): Promise<NewAccount>
  /** Moves the shop's clock. PostgreSQL's own clock doesn't change. */
  wait(milliseconds: number): void
  setClock(moment: Date): void
  /** Every line that the shop has logged. */
  log: string[]
  /** Stops the shop cleanly, like a signal. The database and the sandbox keep running. */
  stop(): Promise<void>
  /** Starts another node of the same shop. A patience below 1 makes it give up sooner than a real one. */
  openNode(env?: NodeJS.ProcessEnv, patience?: number, connectors?: Connectors): Promise<TestShop>
}

type Options = {
  env?: NodeJS.ProcessEnv
  /** Changes how the shop reaches its database, for example through a proxy. The test itself connects directly. */
  reach?: (databaseUrl: string) => Promise<string>
}

const TEMPLATE = 'shop_template'
const SECRET = randomBytes(33).toString('base64')

/** Multiplies the product's time limits, so that a slow machine makes tests wait and not fail. */
export const PATIENCE = 10

/** A running shop on its own copy of the migrated template database, gone when the test ends. */
export async function openShop(
  t: { after(close: () => Promise<void>): void },
  { env = {}, reach = async (databaseUrl) => databaseUrl }: Options = {},
): Promise<TestShop> {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const databaseUrl = await copyTemplate(stack)
  const sql = connect(databaseUrl, { connectionsMax: 4, patience: PATIENCE })
  stack.defer(() => sql.end())

  const port = await reservePort()
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    shopUrl: `http://localhost:${port}`,
  })
  stack.defer(() => sandbox.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  stack.defer(() => rmSync(dataDir, { recursive: true }))

  const smtpPort = Number(new URL(sandbox.smtpUrl).port)
  const common = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: await reach(databaseUrl),
    DATABASE_CONNECTIONS_MAX: '2', // each costs more to open than most tests ask of it
    WORKER_CONCURRENCY: '2',
    SECRET,
    LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    LIMIT_ACCOUNT_CHANGES_PER_MINUTE: '1000000',
    LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: '1000000',
    ...outsideWorld({ sandboxUrl: sandbox.url, smtpPort }),
    ...env,
  }
  const shared = { databaseUrl, sql, sandboxUrl: sandbox.url }
  const openNode = async (
    own: NodeJS.ProcessEnv,
    patience = PATIENCE,
    connectors = INSTALLED,
  ): Promise<TestShop> => {
    const node = await runNode(stack, { ...common, ...own }, { sql, patience, connectors })
    return {
      ...shared,
      ...node,
      inbox: createInboxReader(sandbox.url),
      visitor: createPerson(node.url),
      openNode: async (more = {}, ...rest) =>
        openNode({ PORT: String(await reservePort()), ...more }, ...rest),
    }
  }
  return openNode({ PORT: String(port) })
}

async function runNode(
  stack: AsyncDisposableStack,
  env: NodeJS.ProcessEnv,
  { sql, ...outside }: { sql: Sql; patience: number; connectors: Connectors },
) {
  const lines: string[] = []
  const [config, log] = [loadConfig(env), createLog('debug', collect(lines))]
  let waited = 0
  const now = () => new Date(Date.now() + waited)
  const shop = await startNode(config, log, { now, ...outside })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= shop.stop())
  stack.defer(stop)
  return {
    url: `http://localhost:${env['PORT']}`,
    log: lines,
    addAccount: (newcomer: Newcomer) =>
      addAccount({ sql, keys: deriveKeys(config.secrets), log, now }, newcomer),
    stop,
    wait: (milliseconds: number) => void (waited += milliseconds),
    setClock: (moment: Date) => void (waited = moment.getTime() - Date.now()),
  }
}

/** Copies the template, so that each test has its own database. */
export async function copyTemplate(stack: AsyncDisposableStack): Promise<string> {
  return createDatabase(stack, `template ${TEMPLATE} strategy file_copy`)
}

/** Creates a database, empty unless `options` name a template. */
export async function createDatabase(stack: AsyncDisposableStack, options = ''): Promise<string> {
  const { url, sql } = openServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await sql.unsafe(`create database ${name} ${options}`)
  stack.defer(() => sql.unsafe(`drop database ${name} with (force)`))
  return urlOf(url, name)
}

let server: { url: string; sql: Sql } | undefined

/** All databases of a process are created through one connection. It closes by itself when it is no longer used. */
function openServer(): { url: string; sql: Sql } {
  const url = process.env['TEST_DATABASE_SERVER']
  if (!url) throw new Error('Run tests through npm: npm test -- <part of a file name>')
  server ??= { url, sql: connect(url, { connectionsMax: 1, patience: PATIENCE }) }
  return server
}

/** The URL of another database on the same server. */
const urlOf = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

const collect = (lines: string[]) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
