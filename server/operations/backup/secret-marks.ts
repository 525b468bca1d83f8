import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSecrets } from '#server/platform/config/secrets.ts'

/** Identifies a secret without revealing anything about it, provided that it is random. */
export const markOf = (secret: string): string =>
  createHmac('sha256', secret).update('gemstall backup').digest('hex').slice(0, 16)

/** The secrets a shop here would use: those of the environment, or those generated in the folder. */
export function listSecrets(fromOutside: string[] | null, dataDir: string): string[] {
  if (fromOutside) return fromOutside
  return existsSync(join(dataDir, 'secrets.json')) ? [readSecrets(dataDir).secret] : []
}
