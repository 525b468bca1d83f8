import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a laptop's shop needs to keep secret; production is given its own instead. */
type LaptopSecrets = { secret: string; databasePassword: string }

/** The generated secrets of a data directory; made on first use, readable by its owner alone. */
export function readSecrets(dataDir: string): LaptopSecrets {
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    // Written aside and moved into place whole: half a secret would lock the shop out for ever.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, JSON.stringify(generate(), null, 2), { mode: 0o600 })
    if (!existsSync(path)) renameSync(draft, path)
  }
  return JSON.parse(readFileSync(path, 'utf8'))
}

const generate = (): LaptopSecrets => ({
  secret: randomBytes(33).toString('base64'),
  databasePassword: randomBytes(24).toString('hex'),
})

const KEY_PURPOSES = ['access-token', 'sent-code', 'google-state'] as const
export type Keys = Record<(typeof KEY_PURPOSES)[number], Buffer[]>

/** One key per purpose from each secret, the newest first: it signs, all of them verify. */
export const deriveKeys = (secrets: string[]): Keys =>
  Object.fromEntries(
    KEY_PURPOSES.map((purpose) => [purpose, secrets.map((secret) => deriveKey(secret, purpose))]),
  ) as Keys

const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `gemstall ${purpose}`, 32))
