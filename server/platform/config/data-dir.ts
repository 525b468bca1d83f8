import { mkdirSync } from 'node:fs'

/** Creates the folder for everything the shop stores on this machine. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new Error(`The folder ${dataDir} cannot be created. Set DATA_DIR to one that can.`, {
      cause: error,
    })
  }
}
