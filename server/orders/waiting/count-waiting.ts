import type { Context } from '#server/context.ts'
import { countWaitingRows } from './waiting-sql.ts'
import { begunBefore } from './waiting.ts'

/** Paid orders that need a person; counting stops at `max`. */
export const countWaiting = ({ sql, now }: Pick<Context, 'sql' | 'now'>, max: number) =>
  countWaitingRows(sql, begunBefore({ now }), max)
