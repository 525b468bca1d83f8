import type { Context } from '#server/context.ts'
import { foldCount } from './count-sql.ts'

/** Keeps the counter of accounts short: every new or deleted account adds a row to it. */
export async function foldUserCount({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await foldCount(sql)
}
