import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSecrets } from '#server/platform/config/secrets.ts'

/** By which a secret is known again, and nothing else can be learned of a random one. */
export const markOf = (secret: string): string =>
  createHmac('sha256', secret).update('gemstall backup').digest('hex').slice(0, 16)

/** Those that a shop here would have: the environment's, or what was made for the folder. */
export function listSecrets(fromOutside: string[] | null, dataDir: string): string[] {
  if (fromOutside) return fromOutside
  return existsSync(join(dataDir, 'secrets.json')) ? [readSecrets(dataDir).secret] : []
}
