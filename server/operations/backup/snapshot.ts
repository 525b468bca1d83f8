import type { Sql, Tx } from '#server/platform/db/db.ts'
import { freeze, freezeWith } from './sql.ts'

/** Opens several connections that share one snapshot of the database. */
export const withSnapshot = <Result>(
  sql: Sql,
  count: number,
  work: (lines: Tx[]) => Promise<Result>,
): Promise<Result> =>
  sql.begin(async (first) => {
    const snapshot = await freeze(first)
    const join = (lines: Tx[]): Promise<Result> =>
      lines.length === count
        ? work(lines)
        : sql.begin(async (next) => {
            await freezeWith(next, snapshot)
            return join([...lines, next])
          })
    return join([first])
  })
