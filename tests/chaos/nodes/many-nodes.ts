import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect as dial, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { createDatabaseMachine, PASSWORD, SETTINGS } from './database-machine.ts'
import { hasEnded, openNetwork, type Machine, type Network } from './network.ts'
import { startOperator, type Operator } from './operator.ts'
import { findPrograms } from './programs.ts'
import { createShopMachine, type ShopMachine } from './shop-machine.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PROXY_SETTINGS = join(ROOT, 'docs/examples/haproxy.cfg')
const SANDBOX_PORT = 8090
const NOBODY = 9 // nothing listens there, because mail is not part of this test

export type ManyNodes = {
  /** The proxy's address, which customers use. */
  url: string
  sandboxUrl: string
  operator: Operator
  shops: [ShopMachine, ShopMachine]
  valkey: Machine & { start(): Promise<void> }
  /** Connects to the current primary, through the proxy. */
  sql: Sql
  /** Another node on one of the machines, from another checkout. */
  shopFrom(root: string, index: number): ShopMachine
}

/**
 * Starts two database machines, two shop machines, a proxy and Valkey. Customers, sandbox and operator run on this
 * machine.
 */
export async function startManyNodes(
  stack: AsyncDisposableStack,
  { root = ROOT }: { root?: string } = {},
): Promise<ManyNodes> {
  const binaries = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-nodes-'))
  chmodSync(folder, 0o755)
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const network = openNetwork(stack)
  const [db1, db2] = [network.addMachine('db1', 11), network.addMachine('db2', 12)]
  const machines = [network.addMachine('shop1', 21), network.addMachine('shop2', 22)] as const
  const valkey = createValkey(network.addMachine('valkey', 31))
  const proxy = network.addMachine('proxy', 2)

  cpSync(SETTINGS, join(folder, 'postgresql.conf'))
  const databaseOptions = { binaries, folder, owner: findOwner() }
  const primary = createDatabaseMachine(db1, databaseOptions)
  const standby = createDatabaseMachine(db2, databaseOptions)
  primary.initialise()
  await primary.start()
  standby.follow(primary, 'copy')
  await standby.start()
  await primary.ask(`create role gemstall login password '${PASSWORD}'`, 10_000)
  await primary.ask('create database gemstall owner gemstall', 10_000)
  const operator = startOperator({ primary, standby })
  stack.defer(() => operator.stop())
  stack.use({ [Symbol.asyncDispose]: () => endInOrder([primary, standby]) })

  await valkey.start()
  await startProxy(proxy)
  const databaseUrl = `postgres://gemstall:${PASSWORD}@${proxy.address}:5432/gemstall`
  const sandboxUrl = await openSandbox(stack, network)
  const env = {
    ...outsideWorld({ sandboxUrl, smtpPort: NOBODY }),
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://${valkey.address}:6379`,
    PUBLIC_URL: `http://${proxy.address}`,
    TRUSTED_PROXIES: proxy.address,
    SECRET: randomBytes(33).toString('base64'),
    DRAIN_SECONDS: '4',
    LOG_LEVEL: 'warn',
    LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    LIMIT_ACCOUNT_CHANGES_PER_MINUTE: '1000000',
    LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: '1000000',
  }
  const shopFrom = (from: string, index: number) =>
    createShopMachine(machines[index]!, { root: from, folder, env })
  const shops: ManyNodes['shops'] = [shopFrom(root, 0), shopFrom(root, 1)]
  for (const shop of shops) await shop.start()
  const sql = connect(databaseUrl, { connectionsMax: 2, statementTimeoutMs: 60_000 })
  stack.defer(() => sql.end())
  const url = `http://${proxy.address}`
  await untilServed(url)
  return { url, sandboxUrl, operator, shops, valkey, sql, shopFrom }
}

/** The account that runs PostgreSQL; Debian's package creates it. */
const findOwner = () => ({ uid: idOf('-u'), gid: idOf('-g') })

const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

async function endInOrder(machines: { killPostgres(): Promise<void> }[]): Promise<void> {
  for (const machine of machines) await machine.killPostgres()
}

async function startProxy(proxy: Machine): Promise<void> {
  const haproxy = proxy.run(['haproxy', '-f', PROXY_SETTINGS, '-db'])
  await Promise.race([
    untilDialled(proxy.address, 5432),
    hasEnded(haproxy).then(() => Promise.reject(new Error('haproxy did not start'))),
  ])
  await sleep(1_500) // until the proxy has checked the database
}

function createValkey(machine: Machine): ManyNodes['valkey'] {
  return {
    ...machine,
    async start() {
      machine.run(['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no', '--save', ''], {
        cwd: '/tmp',
      })
      await untilDialled(machine.address, 6379)
    },
  }
}

async function untilDialled(host: string, port: number): Promise<void> {
  for (const end = Date.now() + 10_000; ; await sleep(50)) {
    const isOpen = await new Promise<boolean>((tell) => {
      const socket = dial({ host, port, timeout: 1_000 })
      socket.once('connect', () => tell(true)).once('error', () => tell(false))
      socket.once('timeout', () => tell(false))
      socket.once('close', () => tell(false))
      setTimeout(() => socket.destroy(), 500)
    })
    if (isOpen) return
    if (Date.now() > end) throw new Error(`Nothing answers at ${host}:${port}`)
  }
}

async function untilServed(url: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.status === 200) return
  }
  throw new Error('The proxy does not reach the shop')
}

/** Makes the sandbox reachable from the network. By itself it listens only on this machine's own address. */
async function openSandbox(stack: AsyncDisposableStack, { address }: Network): Promise<string> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl: `http://${address}` })
  stack.defer(() => sandbox.stop())
  const server = createServer((near) => {
    const far = dial({ host: '127.0.0.1', port: Number(new URL(sandbox.url).port) })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
  }).listen(SANDBOX_PORT, address)
  stack.defer(() => void server.close())
  return `http://${address}:${SANDBOX_PORT}`
}
