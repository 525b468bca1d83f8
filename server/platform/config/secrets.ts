import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { z } from 'zod'
import { makeDataDir } from './data-dir.ts'

/** What a laptop's shop needs to keep secret; production is given its own instead. */
const LaptopSecrets = z.object({
  secret: z.string().min(1),
  databasePassword: z.string().min(1),
  nextDatabasePassword: z.string().min(1).exactOptional(), // while it is being changed
})
type LaptopSecrets = z.output<typeof LaptopSecrets>

/** The generated secrets of a data directory; made on first use, readable by its owner alone. */
export function readSecrets(dataDir: string): LaptopSecrets {
  const path = join(dataDir, 'secrets.json')
  makeDataDir(dataDir)
  try {
    if (!existsSync(path)) writeOnce(path, JSON.stringify(generate(), null, 2))
    return LaptopSecrets.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const words = `${path} cannot be used. Without it the shop cannot open its own database.`
    throw new Error(words, { cause: error })
  }
}

/** In place of those of now: whole or not at all. */
export function writeSecrets(dataDir: string, secrets: LaptopSecrets): void {
  const draft = join(dataDir, `secrets.json.${process.pid}`)
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  renameSync(draft, join(dataDir, 'secrets.json'))
}

/** The secret of another folder, for what was sealed with it. The password of this folder's own database stays. */
export function adoptSecret(dataDir: string, text: string): void {
  const { secret } = LaptopSecrets.parse(JSON.parse(text))
  writeSecrets(dataDir, { ...readSecrets(dataDir), secret })
}

export const makePassword = (): string => randomBytes(24).toString('hex')

/** Whole or not at all, and the first of several that start at once is the one that counts. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch {
    if (!existsSync(path)) renameSync(draft, path) // not every file system has links
  } finally {
    rmSync(draft, { force: true })
  }
}

const generate = (): LaptopSecrets => ({
  secret: randomBytes(33).toString('base64'),
  databasePassword: makePassword(),
})

const KEY_PURPOSES = [
  'access-token',
  'refresh-token',
  'sent-code',
  'google-state',
  'pay-page',
  'credentials',
  'callback',
  'recovery-code',
  'unsubscribe',
  'undo-link',
  'device',
  'invitation',
] as const
export type Keys = Record<(typeof KEY_PURPOSES)[number], Buffer[]>

/** One key per purpose from each secret, the newest first: it signs, all of them verify. */
export const deriveKeys = (secrets: string[]): Keys =>
  Object.fromEntries(
    KEY_PURPOSES.map((purpose) => [purpose, secrets.map((secret) => deriveKey(secret, purpose))]),
  ) as Keys

const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `gemstall ${purpose}`, 32))

/** Tells one key from another, and nothing of it. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8)

const SECRET_LENGTH_MIN = 32
const SECRET_LETTERS_MIN = 8 // fewer different ones were not drawn at random

export const areSecrets = (secrets: string[], isProduction: boolean): boolean =>
  secrets.length > 0 && (!isProduction || secrets.every(isStrong))

const isStrong = (secret: string) =>
  secret.length >= SECRET_LENGTH_MIN && new Set(secret).size >= SECRET_LETTERS_MIN
