import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { readSecrets } from '#server/secrets.ts'
import { embeddedUrl, startEmbedded } from './embedded.ts'
import { findCluster } from './embedded-place.ts'
import { lockDataDir } from './lock.ts'

export type Source = { databaseUrl: string | undefined; dataDir: string; log: Logger }
export type OpenDatabase = { url: string; close(): Promise<void> }

/** The database of a shop for a command beside it: whether the shop is running or not. */
export async function openDatabase({ databaseUrl, dataDir, log }: Source): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const running = existsSync(dataDir) ? findRunning(dataDir) : null
  if (running) return { url: running, close: async () => {} }
  const lock = lockDataDir(dataDir)
  const database = await startEmbedded({ dataDir, log })
  return {
    url: database.url,
    async close() {
      await database.stop()
      lock.release()
    },
  }
}

/** Where the running shop's database listens; null when no shop is running. */
function findRunning(dataDir: string): string | null {
  try {
    lockDataDir(dataDir).release()
    return null
  } catch {
    const pidFile = join(findCluster(resolve(dataDir)), 'postmaster.pid')
    const PORT_LINE = 3
    const port = Number(readFileSync(pidFile, 'utf8').split('\n')[PORT_LINE])
    return embeddedUrl(readSecrets(dataDir).databasePassword, port)
  }
}
