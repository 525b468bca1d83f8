import type { Context } from '#server/context.ts'
import { foldCounts } from './list-sql.ts'
import { foldTakings } from './takings-sql.ts'

/** Merges the rows of the sums over orders, because each statement that writes orders adds some. */
export async function foldOrderCounts({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await foldCounts(sql)
  await foldTakings(sql)
}
