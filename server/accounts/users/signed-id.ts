import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const SIGN_BYTES = 16

const signOf = (key: Buffer, id: Buffer) =>
  createHmac('sha256', key).update(id).digest().subarray(0, SIGN_BYTES)

/** Makes the token of a link in a mail: an id with a signature that only this shop can make. */
export function writeSignedId([newest]: Buffer[], uuid: string): string {
  const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signOf(newest!, id)]).toString('base64url')
}

/** Reads the id from a token; null if this shop did not sign it. */
export function readSignedId(keys: Buffer[], token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGN_BYTES || bytes.toString('base64url') !== token) return null
  const [id, sign] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  if (!keys.some((key) => timingSafeEqual(signOf(key, id), sign))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
