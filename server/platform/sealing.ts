import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from './db/db.ts'
import type { Keys } from './config/secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Sealed = Record<string, string>

/** Sealed together with the name of whom it is about, so that one's cannot be passed off as another's. */
export function seal({ credentials: [newest] }: Keys, whose: string, what: Sealed): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, newest!, nonce).setAAD(Buffer.from(whose))
  const written = [cipher.update(JSON.stringify(what), 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...written])
}

/** Null when no key of ours opens it: SECRET was changed without keeping the old one behind it. */
export function unseal({ credentials }: Keys, whose: string, sealed: Buffer): Sealed | null {
  for (const key of credentials) {
    const text = openWith(key, whose, sealed)
    if (text) return z.record(z.string(), z.string()).parse(JSON.parse(text))
  }
  return null
}

/** Which of the keys opens it: 0 is the newest, -1 none of them. */
export const findKeyOf = ({ credentials }: Keys, { whose, sealed }: SealedRow): number =>
  credentials.findIndex((key) => openWith(key, whose, sealed) !== null)

/** The newest key's own, of what an older one opens; null where there is nothing to be done, or nothing that can be. */
export function sealAnew(keys: Keys, row: SealedRow): Buffer | null {
  return findKeyOf(keys, row) > 0
    ? seal(keys, row.whose, unseal(keys, row.whose, row.sealed)!)
    : null
}

/** Something sealed that a table keeps, and what it was sealed together with. */
export type SealedRow = { id: string; whose: string; sealed: Buffer }

/** Where a module keeps what is sealed, for who seals it anew. */
export type SealedPlace = {
  what: string
  /** So many at most, in the order of their ids: those behind one, or from the beginning. */
  list(sql: Sql, after: string | null, count: number): Promise<SealedRow[]>
  /** Only where it is still as it was read: somebody else may have changed it meanwhile. */
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
