import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/accounts/second-factor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import * as rows from './sql.ts'

type Clock = Pick<Context, 'keys' | 'now'>

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789' // no look-alikes
const LENGTH = 24 // 118 bits: too many to recover a code from its hash

/** Makes ten new codes, which are shown only this once. The old ones stop working. */
export async function makeCodes({ keys }: Clock, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
  await rows.deleteCodes(tx, userId)
  const [newest] = keys['recovery-code']
  const hashes = codes.map((code) => hash(newest!, userId, toPlain(code)))
  await rows.insertCodes(tx, userId, hashes)
  return codes
}

function makeCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Uses up a recovery code; true once for each. Looks it up by a keyed hash, so that timing reveals nothing. */
export function useCode(
  { keys, now }: Clock,
  tx: Tx,
  { userId, code }: CodeInput,
): Promise<boolean> {
  const hashes = keys['recovery-code'].map((key) => hash(key, userId, toPlain(code)))
  return rows.useCode(tx, userId, hashes, now())
}

type CodeInput = { userId: string; code: string }

const hash = (key: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`${userId} ${code}`).digest()

/** Ignores case, spaces and dashes. */
const toPlain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '')
