import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from './db/db.ts'
import type { Keys } from './config/secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Sealed = Record<string, string>

/** Seals the values together with the owner's name, so that one owner's cannot be passed off as another's. */
export function seal({ credentials: [newest] }: Keys, whose: string, what: Sealed): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, newest!, nonce).setAAD(Buffer.from(whose))
  const written = [cipher.update(JSON.stringify(what), 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...written])
}

/** Returns null when none of the keys opens it. Then SECRET was changed without keeping the old one behind it. */
export function unseal({ credentials }: Keys, whose: string, sealed: Buffer): Sealed | null {
  for (const key of credentials) {
    const text = openWith(key, whose, sealed)
    if (text) return z.record(z.string(), z.string()).parse(JSON.parse(text))
  }
  return null
}

/** Position of the key that opens the row. 0 is the newest, and -1 means that none opens it. */
export const findKeyOf = ({ credentials }: Keys, { whose, sealed }: SealedRow): number =>
  credentials.findIndex((key) => openWith(key, whose, sealed) !== null)

/** Seals a row of an older key with the newest one. Returns null when that is unnecessary or no key opens the row. */
export function sealAnew(keys: Keys, row: SealedRow): Buffer | null {
  return findKeyOf(keys, row) > 0
    ? seal(keys, row.whose, unseal(keys, row.whose, row.sealed)!)
    : null
}

/** A sealed value in a table, and the owner's name it was sealed with. */
export type SealedRow = { id: string; whose: string; sealed: Buffer }

/** Access to a module's sealed rows, for sealing them again with a new key. */
export type SealedColumn = {
  what: string
  /** Returns at most `count` rows by id, from the start or after an id. */
  list(sql: Sql, after: string | null, count: number): Promise<SealedRow[]>
  /** Replaces the value only if nobody has changed it since it was read. */
  replace(sql: Sql, row: SealedRow, anew: Buffer): Promise<{ count: number }>
}

function openWith(key: Buffer, whose: string, sealed: Buffer): string | null {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(Buffer.from(whose))
    decipher.setAuthTag(tag)
    const written = sealed.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(written), decipher.final()]).toString('utf8')
  } catch {
    return null // sealed with another key
  }
}
