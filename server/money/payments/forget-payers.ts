import { keptSince } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import { erasePayersOf, eraseOldPayers } from './capture-sql.ts'

const AT_ONCE = 1_000

/** Erases who paid for captures of long ago. */
export async function forgetPayers({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const before = keptSince('payer', now())
  for (let count = AT_ONCE; count === AT_ONCE;) count = await eraseOldPayers(sql, before, AT_ONCE)
}

/** Runs after an account is deleted. */
export const erasePayers = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  erasePayersOf(sql, userId)
