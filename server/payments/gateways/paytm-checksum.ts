import { createCipheriv, createDecipheriv, createHash, randomInt } from 'node:crypto'
import { isSame } from './signing.ts'

const VECTOR = '@@@@&&&&####$$$$' // the same for everybody
const KEY_LENGTH = 16
const SALT_LENGTH = 4
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const isMerchantKey = (key: string): boolean => Buffer.byteLength(key) === KEY_LENGTH

/** Of a text: its hash with a grain of salt, encrypted with the merchant's key. */
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

/** What is signed of a form: its values by the order of their names. */
export const textOfForm = (fields: Record<string, string>): string =>
  Object.keys(fields)
    .filter((name) => name !== 'CHECKSUMHASH')
    .toSorted()
    .map((name) => (fields[name] === 'null' ? '' : fields[name]))
    .join('|')

const hashOf = (text: string, salt: string): string =>
  createHash('sha256').update(`${text}|${salt}`).digest('hex')

const makeSalt = (): string =>
  Array.from({ length: SALT_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
