import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { openTestDatabase } from '#scripts/testing/test-database.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeFolder, startShopProcess, type ShopProcess } from '#tests/support/shop/process.ts'

/** A shop of one or more nodes, and the outside services it uses. */
export type ChaosSetup = {
  urls: string[]
  sandboxUrl: string
  sql: Sql
  /** Kills a node in the middle of its work and restarts it. Missing if everything runs in one process. */
  killNode?: (index: number) => Promise<void>
}

/** A shop whose nodes can be ended in any way and restarted. */
export type Nodes = ChaosSetup & {
  folder: string // of the database; empty if it is not durable
  databaseUrl: string
  pidOf(index: number): number
  /** Returns everything the node has printed so far. */
  saidOf(index: number): string
  /** Ends a node by a signal. Returns its exit status and how long it took. */
  endNode(index: number, signal: NodeJS.Signals): Promise<{ status: number | string; ms: number }>
  startNode(index: number): Promise<void>
  killNode(index: number): Promise<void>
}

type Environment = Record<string, string>

type Options = {
  count: number
  webhooksTo?: string
  /** Changes the environment of the nodes, for example to route outside services through relays. */
  reach?: (environment: Environment, sandboxUrl: string) => Promise<Environment>
  /** Uses a database that survives being killed. */
  isDurable?: boolean
}

/** Starts nodes as separate processes on one database. */
export async function startNodes(
  stack: AsyncDisposableStack,
  { count, webhooksTo, reach = async (environment) => environment, isDurable = false }: Options,
): Promise<Nodes> {
  const { databaseUrl, folder } = await (isDurable ? openDurable(stack) : openThrowaway(stack))
  const sql = connect(databaseUrl, { connectionsMax: 4, statementTimeoutMs: 60_000 })
  stack.defer(() => sql.end())

  const ports: number[] = []
  while (ports.length < count) ports.push(await reservePort())
  const urls = ports.map((port) => `http://localhost:${port}`)
  const shopUrl = webhooksTo ?? urls[0]!
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl })
  stack.defer(() => sandbox.stop())
  const smtpPort = Number(new URL(sandbox.smtpUrl).port)
  const environment = {
    ...outsideWorld({ sandboxUrl: sandbox.url, smtpPort }),
    DATABASE_URL: databaseUrl,
    DATA_DIR: makeFolder(stack),
    SECRET: randomBytes(33).toString('base64'),
    LOG_LEVEL: 'silent',
    LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    LIMIT_ACCOUNT_CHANGES_PER_MINUTE: '1000000',
    LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: '1000000',
    LIMIT_API_REQUESTS_PER_SECOND: '1000000',
  }
  const common = await reach(environment, sandbox.url)
  const start = (port: number) =>
    startShopProcess(stack, { env: { ...common, PORT: String(port) } })
  const nodes: ShopProcess[] = []
  for (const port of ports) nodes.push(await start(port))
  const startNode = async (index: number): Promise<void> => {
    nodes[index] = await start(ports[index]!)
  }
  const endNode: Nodes['endNode'] = async (index, signal) => {
    const begun = performance.now()
    nodes[index]!.child.kill(signal)
    return { status: await nodes[index]!.ended, ms: performance.now() - begun }
  }
  return {
    urls,
    sandboxUrl: sandbox.url,
    sql,
    folder,
    databaseUrl,
    pidOf: (index) => nodes[index]!.child.pid!,
    saidOf: (index) => nodes[index]!.said(),
    endNode,
    startNode,
    async killNode(index) {
      await endNode(index, 'SIGKILL')
      await startNode(index)
    },
  }
}

type Opened = { databaseUrl: string; folder: string }

async function openThrowaway(stack: AsyncDisposableStack): Promise<Opened> {
  const database = await openTestDatabase(undefined)
  stack.defer(() => database.close())
  const databaseUrl = new URL(database.server)
  databaseUrl.pathname = 'shop_template' // this server is our own, so nobody copies the template
  return { databaseUrl: databaseUrl.href, folder: '' }
}

async function openDurable(stack: AsyncDisposableStack): Promise<Opened> {
  const folder = makeFolder(stack)
  const log = pino({ level: 'silent' })
  const { url, stop } = await startEmbedded({ dataDir: folder, log })
  stack.defer(stop)
  await migrate(url, log)
  return { databaseUrl: url, folder }
}
