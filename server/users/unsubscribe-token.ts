import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '#server/secrets.ts'

const ID_BYTES = 16
const SIGN_BYTES = 16

const signOf = (key: Buffer, id: Buffer) =>
  createHmac('sha256', key).update(id).digest().subarray(0, SIGN_BYTES)

/** What an e-mail with news says no by: it names one account, is good for ever, and only this shop can write it. */
export function writeUnsubscribeToken({ unsubscribe: [newest] }: Keys, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signOf(newest!, id)]).toString('base64url')
}

/** Whose it is; null where this shop has not written it. */
export function readUnsubscribeToken({ unsubscribe }: Keys, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGN_BYTES || bytes.toString('base64url') !== token) return null
  const [id, sign] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  if (!unsubscribe.some((key) => timingSafeEqual(signOf(key, id), sign))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
