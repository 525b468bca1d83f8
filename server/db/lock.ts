import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }

const WAIT_MS = 4_000 // for a shop that is just stopping

const held = new Set<DatabaseSync>() // a collected object would let its lock go

/**
 * Makes this process the only one to use a data directory. SQLite is here for its file lock alone:
 * the kernel drops it with the process, however that ends, so a crash leaves nothing to clean up.
 */
export function lockDataDir(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true })
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: WAIT_MS })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    throw new Error(
      `Another Gemstall is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  held.add(file)
  return {
    release() {
      held.delete(file)
      file.close()
    },
  }
}
