import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { PAYTM } from './credentials.ts'
import type { Answer } from '#sandbox/http.ts'
import { isSame } from '#sandbox/suppliers/supplier.ts'
import { letters } from '#sandbox/gateways/deals.ts'

const VECTOR = '@@@@&&&&####$$$$'
const SALT_LENGTH = 4

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

export function checksum(text: string): string {
  const salt = letters(SALT_LENGTH)
  const cipher = createCipheriv('aes-128-cbc', PAYTM.merchantKey, VECTOR)
  return cipher.update(hash(`${text}|${salt}`) + salt, 'utf8', 'base64') + cipher.final('base64')
}

export function isChecksum(checksum: unknown, text: string): boolean {
  try {
    const decipher = createDecipheriv('aes-128-cbc', PAYTM.merchantKey, VECTOR)
    const plain = decipher.update(String(checksum), 'base64', 'utf8') + decipher.final('utf8')
    const salt = plain.slice(-SALT_LENGTH)
    return isSame(plain, hash(`${text}|${salt}`) + salt)
  } catch {
    return false
  }
}

const textOf = (fields: Record<string, string>): string =>
  Object.keys(fields)
    .toSorted()
    .map((name) => fields[name])
    .join('|')

/** Signs a form's values, sorted by field name. */
export const formChecksum = (fields: Record<string, string>): string => checksum(textOf(fields))

export const isFormChecksum = (checksum: unknown, fields: Record<string, string>): boolean =>
  isChecksum(checksum, textOf(fields))

/** Wraps an answer with the checksum of its body. */
export function sealed(value: object): Answer {
  const body = JSON.stringify(value)
  const head = { responseTimestamp: String(Date.now()), version: 'v1', signature: checksum(body) }
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: `{"head":${JSON.stringify(head)},"body":${body}}`,
  }
}
