import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readSecrets } from '#server/secrets.ts'
import { findPlace, makeFolder, type Place } from './embedded-place.ts'

/** A PostgreSQL of our own: started with the shop, stopped with it, brought back when it dies. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> }

type Options = {
  dataDir: string
  log: Logger
  settings?: string[] // such as 'fsync=off', for a database that is thrown away
}

const STOP_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 60_000 // recovery after a crash may have a lot to read
const RESTART_WAIT_MS = 200

export async function startEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const place = await findPlace(options.dataDir)
  const { databasePassword } = readSecrets(options.dataDir)
  await stopOrphan(place.cluster, options.log)
  if (!existsSync(place.cluster)) await initialise(place, options.dataDir, databasePassword)
  refuseOtherVersion(place)

  const port = await findFreePort()
  let isStopping = false
  let server = await launch(place, port, options)
  void supervise()

  return {
    url: embeddedUrl(databasePassword, port),
    async stop() {
      isStopping = true
      if (server.exitCode !== null || server.signalCode !== null) return
      server.stdin?.end() // the watcher beside PostgreSQL takes this for our end, see `launch`
      await once(server, 'exit')
    },
  }

  async function supervise(): Promise<void> {
    for (;;) {
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      if (isStopping) return
      options.log.error('the database stopped unexpectedly; starting it again')
      const next = await relaunch()
      if (next) server = next
    }
  }

  async function relaunch(): Promise<ChildProcess | null> {
    while (!isStopping) {
      await sleep(RESTART_WAIT_MS) // its last processes may still hold the shared memory
      try {
        return await launch(place, port, options)
      } catch (error) {
        options.log.error(error, 'the database did not start')
      }
    }
    return null
  }
}

export const embeddedUrl = (password: string, port: number) =>
  `postgres://gemstall:${password}@127.0.0.1:${port}/postgres`

/** Creates the cluster aside and moves it into place, so that a half-made one is never used. */
async function initialise(place: Place, dataDir: string, password: string): Promise<void> {
  const draft = `${place.cluster}.new`
  makeFolder(draft, place.owner)
  const passwordFile = join(draft, '..', `password.${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.owner) chownSync(passwordFile, place.owner.uid, place.owner.gid)
  const { status, stderr } = spawnSync(
    join(place.binaries, 'bin/initdb'),
    [
      `--pgdata=${draft}`,
      '--username=gemstall',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ],
    { ...place.owner, env: { LC_ALL: 'C' }, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (status !== 0) throw new Error(`The database could not be created in ${dataDir}:\n${stderr}`)
  renameSync(draft, place.cluster)
}

function refuseOtherVersion({ cluster, binaries }: Place): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(binaries, 'bin/postgres'), ['--version'], { encoding: 'utf8' })
  const ours = /\) (\d+)/.exec(stdout)?.[1] ?? ''
  if (found !== ours)
    throw new Error(
      `The data in ${cluster} belongs to PostgreSQL ${found}, and this Gemstall brings ${ours}. ` +
        `Start the Gemstall that made it, back it up, and restore the backup here; ` +
        `or set DATABASE_URL to a PostgreSQL ${found}.`,
    )
}

/**
 * Starts PostgreSQL beside a watcher that stops it when our end of its input closes: even a shop
 * that is killed leaves no database behind. Its own process group keeps Ctrl-C from it, because
 * the shop still needs it while requests finish.
 */
async function launch(
  place: Place,
  port: number,
  { log, settings = [] }: Options,
): Promise<ChildProcess> {
  const watcher =
    'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -INT "$server") & watch=$!; exec 3<&-; ' +
    'wait "$server"; status=$?; kill "$watch" 2>/dev/null; exit "$status"'
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'log_min_messages=log',
    ...settings,
  ].flatMap((setting) => ['-c', setting])
  const server = spawn(
    'sh',
    ['-c', watcher, 'sh', join(place.binaries, 'bin/postgres'), '-D', place.cluster, ...options],
    {
      ...place.owner,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { LC_ALL: 'C', PATH: process.env['PATH'], TZ: 'UTC' },
    },
  )
  const lines = createInterface({ input: server.stderr! })
  const said: string[] = []
  lines.on('line', (line) => {
    const isNews = / (WARNING|ERROR|FATAL|PANIC): /.test(line)
    if (isNews) log.warn({ postgres: line }, 'database')
    else log.debug({ postgres: line }, 'database')
    if (said.length < 100) said.push(line)
  })
  const isReady = new Promise<boolean>((tell) => {
    lines.on('line', (line) => line.includes('ready to accept connections') && tell(true))
    server.once('exit', () => tell(false))
    setTimeout(() => tell(false), START_TIMEOUT_MS).unref()
  })
  if (!(await isReady)) {
    server.stdin.end()
    throw new Error(`The database does not start:\n${said.join('\n')}`)
  }
  return server
}

/** Waits for the database of a shop that was killed; its watcher is stopping it. */
async function stopOrphan(cluster: string, log: Logger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const startedAt = Date.now()
  for (let asked = false; existsSync(pidFile); await sleep(20)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0])
    if (!pid || !isPostgres(pid)) return // left by a crash of the machine: PostgreSQL deals with it
    if (Date.now() - startedAt > STOP_TIMEOUT_MS)
      throw new Error(`A database from an earlier run (process ${pid}) does not stop.`)
    if (!asked && Date.now() - startedAt > 1_000) {
      log.warn({ pid }, 'stopping the database of an earlier run')
      process.kill(pid, 'SIGINT')
      asked = true
    }
  }
}

function isPostgres(pid: number): boolean {
  const command =
    process.platform === 'linux'
      ? existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command ? command.includes('postgres') : false
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
