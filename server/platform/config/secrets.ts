import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { z } from 'zod'
import { makeDataDir } from './data-dir.ts'

/** Secrets that the shop generates outside production. In production the operator sets them. */
const LaptopSecrets = z.object({
  secret: z.string().min(1),
  databasePassword: z.string().min(1),
  nextDatabasePassword: z.string().min(1).exactOptional(), // set while a change of the password is under way
})
type LaptopSecrets = z.output<typeof LaptopSecrets>

/** The generated secrets of a data directory. The first call creates the file, which only its owner can read. */
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

/** Replaces the secrets file atomically. */
export function writeSecrets(dataDir: string, secrets: LaptopSecrets): void {
  const draft = join(dataDir, `secrets.json.${process.pid}`)
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  renameSync(draft, join(dataDir, 'secrets.json'))
}

/**
 * Takes over the secret of another folder, to unseal what it sealed. The password of this folder's own database stays.
 */
export function adoptSecret(dataDir: string, text: string): void {
  const { secret } = LaptopSecrets.parse(JSON.parse(text))
  writeSecrets(dataDir, { ...readSecrets(dataDir), secret })
}

export const makePassword = (): string => randomBytes(24).toString('hex')

/** Creates the file atomically. When several processes start at once, the first one's file stays. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch {
    if (!existsSync(path)) renameSync(draft, path) // some file systems have no hard links
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
  'parent-link',
  'device',
  'invitation',
  'guest-order',
  'pay-link',
] as const
export type Keys = Record<(typeof KEY_PURPOSES)[number], Buffer[]>

/** Derives one key per purpose from each secret, newest first. The newest key signs, and all of them verify. */
export const deriveKeys = (secrets: string[]): Keys =>
  Object.fromEntries(
    KEY_PURPOSES.map((purpose) => [purpose, secrets.map((secret) => deriveKey(secret, purpose))]),
  ) as Keys

const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `gemstall ${purpose}`, 32))

/** Tells keys apart without revealing anything about them. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8)

const SECRET_LENGTH_MIN = 32
const SECRET_LETTERS_MIN = 8 // a random secret has at least this many different characters

export const areSecrets = (secrets: string[], isProduction: boolean): boolean =>
  secrets.length > 0 && (!isProduction || secrets.every(isStrong))

const isStrong = (secret: string) =>
  secret.length >= SECRET_LENGTH_MIN && new Set(secret).size >= SECRET_LETTERS_MIN
