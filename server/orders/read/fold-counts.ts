import type { Context } from '#server/context.ts'
import { foldCounts } from './list-sql.ts'
import { foldTakings } from './takings-sql.ts'

/** Keeps the sums over orders short: each statement that writes orders has added lines to them. */
export async function foldOrderCounts({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await foldCounts(sql)
  await foldTakings(sql)
}
