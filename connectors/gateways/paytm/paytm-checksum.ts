import { isSame } from '#connectors/messages.ts'
import { createCipheriv, createDecipheriv, createHash, randomInt } from 'node:crypto'

const VECTOR = '@@@@&&&&####$$$$' // fixed by Paytm, the same for all merchants
const KEY_LENGTH = 16
const SALT_LENGTH = 4
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const isMerchantKey = (key: string): boolean => Buffer.byteLength(key) === KEY_LENGTH

/** Encrypts the salted hash of a text with the merchant's key. */
export function checksumOf(text: string, key: string, salt = makeSalt()): string {
  const cipher = createCipheriv('aes-128-cbc', key, VECTOR)
  const plain = `${hashOf(text, salt)}${salt}`
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')
}

export function isChecksum(checksum: string, text: string, key: string): boolean {
  const plain = decrypt(checksum, key)
  if (plain === null) return false
  const at = plain.length - SALT_LENGTH
  return isSame(plain.slice(0, at), hashOf(text, plain.slice(at)))
}

function decrypt(checksum: string, key: string): string | null {
  if (!isMerchantKey(key)) return null
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, VECTOR)
    return Buffer.concat([decipher.update(checksum, 'base64'), decipher.final()]).toString()
  } catch {
    return null
  }
}

/**
 * Texts that a form's checksum may sign: its values in the order of their names. The word `null` stands for a missing
 * value. Some of Paytm's libraries sign the word, and others sign nothing.
 */
export function textsOfForm(fields: Record<string, string>): string[] {
  const names = Object.keys(fields).filter((name) => name !== 'CHECKSUMHASH')
  const values = names.toSorted().map((name) => fields[name])
  return [values, values.map((value) => (value === 'null' ? '' : value))].map((all) =>
    all.join('|'),
  )
}

const hashOf = (text: string, salt: string): string =>
  createHash('sha256').update(`${text}|${salt}`).digest('hex')

const makeSalt = (): string =>
  Array.from({ length: SALT_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
