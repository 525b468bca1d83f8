import { execFileSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { hasEnded, type Machine } from './network.ts'

export const SETTINGS = join(import.meta.dirname, '../../../docs/examples/postgresql.conf')
const AGENT = join(import.meta.dirname, 'agent.ts')
export const PASSWORD = 'the-network-is-made-for-this-alone'
const PATIENCE_MS = 60_000

export type DatabaseMachine = Machine & {
  initialise(): void
  /** Makes this machine a standby of `primary`, from a copy or by rewinding its own data. */
  follow(primary: DatabaseMachine, how: 'copy' | 'rewind'): void
  start(): Promise<void>
  /**
   * Runs a statement as the operator, without the proxy. Fails if it is refused, or by default after two seconds of
   * silence.
   */
  ask<Row>(text: string, timeoutMs?: number): Promise<Row[]>
  /**
   * Runs a statement on the machine itself, which a cut network does not affect. Returns whether it was acknowledged
   * within three seconds.
   */
  tryInside(text: string): Promise<boolean>
  killPostgres(): Promise<void>
}

type Owner = { uid: number; gid: number }
type Options = { binaries: string; folder: string; owner: Owner }

/** PostgreSQL on its own machine, with an agent that tells the proxy whether it accepts writes. */
export function createDatabaseMachine(machine: Machine, options: Options): DatabaseMachine {
  const { binaries, folder, owner } = options
  const cluster = join(folder, machine.name)
  const account = accountOf(owner)
  let postgres: ChildProcess | undefined
  const ask = <Row>(text: string, timeoutMs = 2_000) => askAt<Row>(machine, text, timeoutMs)

  return {
    ...machine,
    ...createCluster(machine, options),
    ask,
    async start() {
      postgres = machine.run([...account, `${binaries}/postgres`, '-D', cluster], { cwd: '/' })
      machine.run([process.execPath, AGENT, PASSWORD])
      for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
        if (postgres.exitCode !== null)
          throw new Error(`PostgreSQL on ${machine.name} did not start`)
        const found = await ask('select 1').catch(() => null)
        if (found) return
        if (Date.now() > end) throw new Error(`PostgreSQL on ${machine.name} is not ready`)
      }
    },
    async tryInside(text) {
      const words = ['timeout', '3', `${binaries}/psql`, '--quiet', '--command', text]
      const child = machine.run([...words, `host=127.0.0.1 user=postgres password=${PASSWORD}`])
      await hasEnded(child)
      return child.exitCode === 0
    },
    async killPostgres() {
      postgres?.kill('SIGKILL')
      if (postgres) await hasEnded(postgres)
      await machine.killAll()
    },
  }
}

async function askAt<Row>({ address }: Machine, text: string, timeoutMs: number): Promise<Row[]> {
  const client = new Client({
    host: address,
    user: 'postgres',
    password: PASSWORD,
    database: 'postgres',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(text)
    return rows as Row[]
  } finally {
    void client.end().catch(() => {})
  }
}

const accountOf = ({ uid, gid }: Owner) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
]

/** Creates, copies or rewinds the data folder while the server is stopped. */
function createCluster(
  machine: Machine,
  { binaries, folder, owner }: Options,
): Pick<DatabaseMachine, 'initialise' | 'follow'> {
  const cluster = join(folder, machine.name)
  const runProgram = (program: string, words: string[]) =>
    execFileSync(
      'ip',
      [...machine.inside.slice(1), ...accountOf(owner), `${binaries}/${program}`, ...words],
      {
        cwd: '/',
        env: { LC_ALL: 'C', PATH: process.env['PATH'], PGPASSWORD: PASSWORD },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )

  function writeSettings(primary?: Machine): void {
    const place = primary
      ? `primary_conninfo = 'host=${primary.address} user=postgres password=${PASSWORD} application_name=${machine.name}'\n`
      : ''
    const local = `include = '${join(folder, 'postgresql.conf')}'\nunix_socket_directories = ''\n${place}`
    writeFileSync(join(cluster, 'postgresql.auto.conf'), '')
    writeFileSync(join(cluster, 'postgresql.conf'), local)
    const trusted = 'host all all all scram-sha-256\nhost replication all all scram-sha-256\n'
    writeFileSync(join(cluster, 'pg_hba.conf'), trusted)
    if (primary) writeFileSync(join(cluster, 'standby.signal'), '')
    else rmSync(join(cluster, 'standby.signal'), { force: true })
  }

  return {
    initialise() {
      makeFolder(cluster, owner)
      const words = [`--pgdata=${cluster}`, '--username=postgres', '--auth=scram-sha-256']
      const password = join(folder, 'password')
      writeFileSync(password, PASSWORD)
      runProgram('initdb', [
        ...words,
        `--pwfile=${password}`,
        '--encoding=UTF8',
        '--locale=C.UTF-8',
      ])
      writeSettings()
    },
    follow(primary, how) {
      const from = `host=${primary.address} user=postgres dbname=postgres`
      if (how === 'rewind')
        runProgram('pg_rewind', [
          `--target-pgdata=${cluster}`,
          `--source-server=${from} password=${PASSWORD}`,
        ])
      else {
        makeFolder(cluster, owner)
        const words = [`--pgdata=${cluster}`, `--dbname=${from}`, '--checkpoint=fast']
        runProgram('pg_basebackup', [...words, '--wal-method=stream'])
      }
      writeSettings(primary)
    },
  }
}

function makeFolder(path: string, { uid, gid }: Owner): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, uid, gid)
}
