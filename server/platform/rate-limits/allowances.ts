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

/** Counts one use of what may happen once in a window. True for the first. */
export async function isFirstUse(
  sql: Sql | Tx,
  { key, windowSeconds }: Pick<Allowance, 'key' | 'windowSeconds'>,
  now: Date,
): Promise<boolean> {
  const { used } = await upsertAllowance(sql, { key: hashKey(key), max: 1, windowSeconds, now })
  return used === 1
}

/** Counts one use, or refuses where none is left. Counted before the deed, so a race gains nothing. */
export async function takeAllowance(sql: Sql | Tx, allowance: Allowance, now: Date): Promise<void> {
  const { used, resetsAt } = await count(sql, allowance, now)
  if (used <= allowance.max) return
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  throw new Refusal(allowance.refusal, { retryAfterSeconds })
}

/** The same where nobody is refused anything. */
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

/** For a use that turned out not to count, such as a password that was right. */
export const giveBackAllowance = (sql: Sql | Tx, { key }: Pick<Allowance, 'key'>) =>
  decrementAllowance(sql, hashKey(key))

/** A count outlives the account that it is about, and must not name anybody then. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')
