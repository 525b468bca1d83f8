import type { Context } from '#server/context.ts'
import { erasePayersOf, eraseOldPayers } from './capture-sql.ts'

const KEPT_DAYS = 180 // as long as most disputes take to arrive
const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

/** Erases who paid for captures of long ago. */
export async function forgetPayers({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  for (let count = AT_ONCE; count === AT_ONCE;) count = await eraseOldPayers(sql, before, AT_ONCE)
}

/** Runs after an account is deleted. */
export const erasePayers = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  erasePayersOf(sql, userId)
