import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readSecrets } from '#server/platform/config/secrets.ts'
import { connect } from './db.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { embeddedUrl } from './embedded/embedded-password.ts'
import { findCluster } from './embedded/embedded-paths.ts'
import { readServerFile } from './embedded/embedded-server.ts'
import { tryLockDataDir, type Lock } from './lock.ts'

export type Source = { databaseUrl: string | undefined; dataDir: string; log: Logger }
/** `isOurs` is true when only this command uses the database. */
export type OpenDatabase = { url: string; isOurs: boolean; close(): Promise<void> }

const PATIENCE_MS = 15_000 // time for a shop that is starting or stopping

/** Opens a shop's database for a command, whether or not the shop is running. */
export async function openDatabase({ databaseUrl, dataDir, log }: Source): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, isOurs: false, close: async () => {} }
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new Error(`There is no shop in ${dataDir} yet. Start it once, or set DATA_DIR.`)
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const lock = tryLockDataDir(dataDir)
    if (lock) return startAlone(lock, dataDir, log)
    const url = await findRunning(dataDir)
    if (url) return { url, isOurs: false, close: async () => {} }
  }
  throw new Error(`A Gemstall is running on ${dataDir}, but its database does not answer.`)
}

/** Starts the database of a folder that this process has locked. */
export async function startAlone(lock: Lock, dataDir: string, log: Logger): Promise<OpenDatabase> {
  const database = await startEmbedded({ dataDir, log })
  return {
    url: database.url,
    isOurs: true,
    async close() {
      await database.stop()
      lock.release()
    },
  }
}

/** Address of the running shop's database. Returns null while it does not answer. */
async function findRunning(dataDir: string): Promise<string | null> {
  const found = readServerFile(findCluster(resolve(dataDir)))
  if (!found?.port) return null
  const url = embeddedUrl(readSecrets(dataDir).databasePassword, found.port)
  const sql = connect(url, { connectionsMax: 1 })
  try {
    await sql`select 1`
    return url
  } catch {
    return null
  } finally {
    await sql.end()
  }
}
