import { createHash } from 'node:crypto'
import type { RefusalCode } from '#contract/core/errors/errors.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decrementRateLimit, upsertRateLimit } from './sql.ts'

export { deleteOldRateLimits } from './sql.ts'

export type RateLimit = {
  key: string // what is counted and for whom: 'wrong-password asha@example.com'
  max: number
  windowSeconds: number
  refusal: RefusalCode
}

/** Counts one use. Returns true for the first in a window. */
export async function isFirstUse(
  sql: Sql | Tx,
  { key, windowSeconds }: Pick<RateLimit, 'key' | 'windowSeconds'>,
  now: Date,
): Promise<boolean> {
  const { used } = await upsertRateLimit(sql, { key: hashKey(key), max: 1, windowSeconds, now })
  return used === 1
}

/** Counts one use, or refuses if none is left. Call it before the action, so that parallel attempts gain nothing. */
export async function enforceRateLimit(sql: Sql | Tx, limit: RateLimit, now: Date): Promise<void> {
  const { used, resetsAt } = await count(sql, limit, now)
  if (used <= limit.max) return
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  throw new Refusal(limit.refusal, { retryAfterSeconds })
}

/** Counts one use. Returns false, without a refusal, if none was left. */
export async function isWithinRateLimit(
  sql: Sql | Tx,
  limit: Omit<RateLimit, 'refusal'>,
  now: Date,
): Promise<boolean> {
  const { used } = await count(sql, limit, now)
  return used <= limit.max
}

const count = (sql: Sql | Tx, limit: Omit<RateLimit, 'refusal'>, now: Date) =>
  upsertRateLimit(sql, { ...limit, key: hashKey(limit.key), now })

/** Takes back a use that should not count, such as a correct password. */
export const giveBackUse = (sql: Sql | Tx, { key }: Pick<RateLimit, 'key'>) =>
  decrementRateLimit(sql, hashKey(key))

/** Hashes the key, because a count outlives its account and must not name anybody then. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')
