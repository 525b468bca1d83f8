import type { Context } from '#server/context.ts'
import { foldCounts } from './list-sql.ts'

/** Keeps the counts of payments short: each statement that writes payments has added lines to them. */
export async function foldPaymentCounts({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await foldCounts(sql)
}
