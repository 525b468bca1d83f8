import { createHash } from 'node:crypto'
import type { RefusalCode } from '#contract/errors.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { decrementAllowance, upsertAllowance } from './sql.ts'

export { deleteOldAllowances } from './sql.ts'

export type Allowance = {
  key: string // what is counted and for whom: 'wrong-password asha@example.com'
  max: number
  windowSeconds: number
  refusal: RefusalCode
}

/** Counts one use. Returns true for the first in a window. */
export async function isFirstUse(
  sql: Sql | Tx,
  { key, windowSeconds }: Pick<Allowance, 'key' | 'windowSeconds'>,
  now: Date,
): Promise<boolean> {
  const { used } = await upsertAllowance(sql, { key: hashKey(key), max: 1, windowSeconds, now })
  return used === 1
}

/** Counts one use, or refuses if none is left. Call it before the action, so that parallel attempts gain nothing. */
export async function takeAllowance(sql: Sql | Tx, allowance: Allowance, now: Date): Promise<void> {
  const { used, resetsAt } = await count(sql, allowance, now)
  if (used <= allowance.max) return
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  throw new Refusal(allowance.refusal, { retryAfterSeconds })
}

/** Counts one use. Returns false, without a refusal, if none was left. */
export async function mayTake(
  sql: Sql | Tx,
  allowance: Omit<Allowance, 'refusal'>,
  now: Date,
): Promise<boolean> {
  const { used } = await count(sql, allowance, now)
  return used <= allowance.max
}

const count = (sql: Sql | Tx, allowance: Omit<Allowance, 'refusal'>, now: Date) =>
  upsertAllowance(sql, { ...allowance, key: hashKey(allowance.key), now })

/** Takes back a use that should not count, such as a correct password. */
export const giveBackAllowance = (sql: Sql | Tx, { key }: Pick<Allowance, 'key'>) =>
  decrementAllowance(sql, hashKey(key))

/** Hashes the key, because a count outlives its account and must not name anybody then. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')
