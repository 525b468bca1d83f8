import type { Context } from '#server/context.ts'
import { foldCounts } from './list-sql.ts'

/** Merges rows of payment counts, because each statement that writes payments adds more. */
export async function foldPaymentCounts({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await foldCounts(sql)
}
