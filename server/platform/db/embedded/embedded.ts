import { spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSecrets } from '#server/platform/config/secrets.ts'
import { embeddedUrl, settlePassword } from './embedded-password.ts'
import { findPostgres, makeFolder, type PostgresPaths } from './embedded-paths.ts'
import { startServer, type ServerOptions } from './embedded-server.ts'

export { embeddedUrl } from './embedded-password.ts'

/** A PostgreSQL server that starts and stops with the shop, and restarts when it dies. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> }

type Options = ServerOptions & { dataDir: string }

const RESTART_WAIT_MS = 200
const PORTS_TRIED = 5

export async function startEmbedded({ dataDir, ...options }: Options): Promise<EmbeddedDatabase> {
  const paths = await findPostgres(dataDir)
  if (!existsSync(paths.cluster))
    await initialise(paths, dataDir, readSecrets(dataDir).databasePassword)
  refuseOtherVersion(paths)

  const { port, ...started } = await startOnFreePort(paths, options)
  const databasePassword = await settlePassword(dataDir, port)
  let { server } = started
  let isStopping = false
  const supervised = supervise()
  return {
    url: embeddedUrl(databasePassword, port),
    async stop() {
      isStopping = true
      server.stdin?.end() // the watcher stops PostgreSQL when this closes, see `launch`
      await supervised
    },
  }

  async function supervise(): Promise<void> {
    for (;;) {
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      if (isStopping) return
      options.log.error('the database stopped unexpectedly; starting it again')
      const next = await relaunch()
      if (!next) return
      server = next
      if (isStopping) server.stdin?.end()
    }
  }

  async function relaunch(): Promise<ChildProcess | null> {
    while (!isStopping) {
      await sleep(RESTART_WAIT_MS) // processes of the old server may still hold its shared memory
      try {
        return await startServer(paths, port, options)
      } catch (error) {
        options.log.error(error, 'the database did not start')
      }
    }
    return null
  }
}

/** Tries other ports, because another program may take a port that was free a moment ago. */
async function startOnFreePort(paths: PostgresPaths, options: ServerOptions) {
  for (let tried = 1; ; tried++) {
    const port = await findFreePort()
    try {
      return { port, server: await startServer(paths, port, options) }
    } catch (error) {
      if (tried === PORTS_TRIED || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** Creates the data folder aside and renames it, so that an unfinished one is never used. */
async function initialise(paths: PostgresPaths, dataDir: string, password: string): Promise<void> {
  const draft = `${paths.cluster}.new`
  makeFolder(draft, paths.owner)
  const passwordFile = join(draft, '..', `password.${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (paths.owner) chownSync(passwordFile, paths.owner.uid, paths.owner.gid)
  const { status, stderr } = spawnSync(
    join(paths.binaries, 'bin/initdb'),
    [
      `--pgdata=${draft}`,
      '--username=gemstall',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ],
    { ...paths.owner, env: { LC_ALL: 'C' }, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (status !== 0) throw new Error(`The database could not be created in ${dataDir}:\n${stderr}`)
  renameSync(draft, paths.cluster)
}

function refuseOtherVersion({ cluster, binaries }: PostgresPaths): void {
  const mark = join(cluster, 'PG_VERSION')
  if (!existsSync(mark))
    throw new Error(
      `There is no database in ${cluster}: ${mark} is missing. ` +
        'Restore the folder from a backup, or delete it to begin again.',
    )
  const found = readFileSync(mark, 'utf8').trim()
  const { stdout } = spawnSync(join(binaries, 'bin/postgres'), ['--version'], { encoding: 'utf8' })
  const ours = /\) (\d+)/.exec(stdout)?.[1] ?? ''
  if (found !== ours)
    throw new Error(
      `The data in ${cluster} belongs to PostgreSQL ${found}, and this Gemstall brings ${ours}. ` +
        `Start the Gemstall that made it, back it up, and restore the backup here; ` +
        `or set DATABASE_URL to a PostgreSQL ${found}.`,
    )
}

const PORT_MIN = 10_081 // browsers and fetch block 10080 and some ports below
const PORT_MAX = 20_000 // tests take theirs from above

/** Finds a port below the range of outgoing connections, so that none of them takes it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    if (await isFree(port)) return port
  }
}

/** True if nothing listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
