import { randomBytes } from 'node:crypto'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { openTestDatabase } from '#scripts/test-database.ts'
import { connect, type Sql } from '#server/db/db.ts'
import { findFreePort } from '#server/db/embedded.ts'
import { makeFolder, startShopProcess, type ShopProcess } from '#server/testing/process.ts'

/** A shop of one or more nodes, and the outside world around it. */
export type Place = {
  urls: string[]
  sandboxUrl: string
  sql: Sql
  /** Ends a node in the middle of whatever it does, and starts it again. Missing where all is one process. */
  killNode?: (index: number) => Promise<void>
}

type Options = { count: number; webhooksTo?: string }

/** Nodes that are processes of their own, on one database. */
export async function startNodes(
  stack: AsyncDisposableStack,
  { count, webhooksTo }: Options,
): Promise<Place> {
  const database = await openTestDatabase(undefined)
  stack.defer(() => database.close())
  const databaseUrl = new URL(database.server)
  databaseUrl.pathname = 'shop_template' // its own server, and nobody copies from it
  const sql = connect(databaseUrl.href, { connectionsMax: 4, statementTimeoutMs: 60_000 })
  stack.defer(() => sql.end())

  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  const urls = ports.map((port) => `http://localhost:${port}`)
  const shopUrl = webhooksTo ?? urls[0]!
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl })
  stack.defer(() => sandbox.stop())
  const smtpPort = Number(new URL(sandbox.smtpUrl).port)
  const common = {
    ...outsideWorld({ sandboxUrl: sandbox.url, smtpPort }),
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: makeFolder(stack),
    SECRET: randomBytes(33).toString('base64'),
    LOG_LEVEL: 'silent',
    LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    LIMIT_ACCOUNT_CHANGES_PER_MINUTE: '1000000',
    LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: '1000000',
    LIMIT_API_REQUESTS_PER_SECOND: '1000000',
  }
  const start = (port: number) =>
    startShopProcess(stack, { env: { ...common, PORT: String(port) } })
  const nodes: ShopProcess[] = []
  for (const port of ports) nodes.push(await start(port))
  return {
    urls,
    sandboxUrl: sandbox.url,
    sql,
    async killNode(index) {
      nodes[index]!.child.kill('SIGKILL')
      await nodes[index]!.ended
      nodes[index] = await start(ports[index]!)
    },
  }
}
