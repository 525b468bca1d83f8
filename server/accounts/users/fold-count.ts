import type { Context } from '#server/context.ts'
import { foldCount } from './count-sql.ts'

/** Keeps the count of accounts short: each that begins or ends has added a line to it. */
export async function foldUserCount({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await foldCount(sql)
}
