import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PostgresPaths } from './embedded-paths.ts'

export type ServerOptions = {
  log: Logger
  settings?: string[] // such as 'fsync=off' for a temporary database
}
type Launch = ServerOptions & { staleProcess: number | null }

const STOP_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 60_000 // recovery after a crash may take long
const GRACE_MS = 1_000 // time for a watcher to stop its database by itself

const SHARE = 1 / 8 // of the machine's memory, which other programs need too
const SHARE_MIN = 128
const SHARE_MAX = 2_048 // MB

/** Starts PostgreSQL after stopping what an earlier run left behind. */
export async function startServer(
  paths: PostgresPaths,
  port: number,
  options: ServerOptions,
): Promise<ChildProcess> {
  const end = Date.now() + STOP_TIMEOUT_MS
  for (;;) {
    const staleProcess = await stopOrphan(paths.cluster, options.log)
    try {
      return await launch(paths, port, { ...options, staleProcess })
    } catch (error) {
      // The processes of a killed database end shortly after it.
      if (!String(error).includes('pre-existing shared memory block') || Date.now() > end)
        throw error
    }
    await sleep(100)
  }
}

/**
 * Starts PostgreSQL beside a watcher, which stops it when the shop's end of the pipe closes. Even a killed shop
 * therefore leaves no database running. The separate process group shields it from Ctrl-C, because requests still need
 * it while they finish.
 */
async function launch(paths: PostgresPaths, port: number, options: Launch): Promise<ChildProcess> {
  const { log, settings = [], staleProcess } = options
  const watcher =
    'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -INT "$server") & watch=$!; exec 3<&-; ' +
    'wait "$server"; status=$?; kill "$watch" 2>/dev/null; exit "$status"'
  const settled = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'log_min_messages=log',
    `shared_buffers=${readShare()}MB`,
    ...settings,
  ].flatMap((setting) => ['-c', setting])
  const server = spawn(
    'sh',
    ['-c', watcher, 'sh', join(paths.binaries, 'bin/postgres'), '-D', paths.cluster, ...settled],
    {
      ...paths.owner,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: {
        LC_ALL: 'C',
        PATH: process.env['PATH'],
        TZ: 'UTC',
        // PostgreSQL refuses to start while another process has the number in its file. It makes an exception for its
        // grandparent.
        ...(staleProcess ? { PG_GRANDPARENT_PID: String(staleProcess) } : {}),
      },
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
    server.once('close', () => tell(false)) // 'exit' fires before the last output
    setTimeout(() => tell(false), START_TIMEOUT_MS).unref()
  })
  if (!(await isReady)) {
    server.stdin.end()
    throw new Error(`The database does not start:\n${said.join('\n')}`)
  }
  return server
}

/**
 * Waits until the database of a killed shop stops; its watcher stops it. Returns the process number from a file that a
 * machine crash left. Another process may have that number now.
 */
async function stopOrphan(cluster: string, log: Logger): Promise<number | null> {
  const startedAt = Date.now()
  for (let asked = false; ; await sleep(20)) {
    const found = readServerFile(cluster)
    if (!found) return null
    if (!isServer(found)) return found.pid
    if (Date.now() - startedAt > STOP_TIMEOUT_MS)
      throw new Error(`A database from an earlier run (process ${found.pid}) does not stop.`)
    if (!asked && Date.now() - startedAt > GRACE_MS) {
      log.warn({ pid: found.pid }, 'stopping the database of an earlier run')
      process.kill(found.pid, 'SIGINT')
      asked = true
    }
  }
}

type ServerFile = { pid: number; port: number }

/** Reads the process and port of a running PostgreSQL from its folder. Returns null after a clean stop. */
export function readServerFile(cluster: string): ServerFile | null {
  const path = join(cluster, 'postmaster.pid')
  try {
    const [pid, , , port] = readFileSync(path, 'utf8').split('\n')
    if (!Number(pid)) return null // PostgreSQL has created the file and not filled it yet; kill(0) would signal our own group
    return { pid: Number(pid), port: Number(port) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** True when the process is that database, and not another one that was given its number. */
function isServer({ pid, port }: ServerFile): boolean {
  const command = readCommand(pid)
  return command.includes('postgres') && command.includes(`port=${port}`)
}

function readCommand(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

/**
 * PostgreSQL's share of memory, which should hold a large shop's busy tables. A container's limit may be below the
 * machine's memory.
 */
function readShare(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20
  return Math.floor(Math.min(SHARE_MAX, Math.max(SHARE_MIN, memory * SHARE)))
}
