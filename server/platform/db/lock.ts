import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataDir } from '#server/platform/config/data-dir.ts'

export type Lock = { release(): void }

const WAIT_MS = 4_000 // gives a shop that is stopping time to end
const SQLITE_BUSY = 5

const held = new Set<DatabaseSync>() // keeps locks from being garbage-collected, which would release them

/** Makes this process the only one to use a data directory. */
export function lockDataDir(dataDir: string): Lock {
  const lock = tryLockDataDir(dataDir, WAIT_MS)
  if (lock) return lock
  throw new Error(
    `Another Gemstall is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

/**
 * Returns null when another process holds the lock. SQLite is used only for its file lock. The kernel releases it when
 * the process ends, so a crash leaves nothing to clean up.
 */
export function tryLockDataDir(dataDir: string, waitMs = 0): Lock | null {
  makeDataDir(dataDir)
  const file = open(dataDir, waitMs)
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw notOurs(dataDir, error)
  }
  held.add(file)
  return {
    release() {
      held.delete(file)
      file.close()
    },
  }
}

function open(dataDir: string, timeout: number): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'lock'), { timeout })
  } catch (error) {
    throw notOurs(dataDir, error)
  }
}

const notOurs = (dataDir: string, cause: unknown) =>
  new Error(`This account may not write to ${dataDir}. Set DATA_DIR to a folder that it owns.`, {
    cause,
  })
