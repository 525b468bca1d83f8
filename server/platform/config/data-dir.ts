import { mkdirSync } from 'node:fs'

/** Everything that a shop keeps on this machine lies in one folder, made on first use. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new Error(`The folder ${dataDir} cannot be made. Set DATA_DIR to one that can.`, {
      cause: error,
    })
  }
}
