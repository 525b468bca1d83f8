import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { lockSpeeds, measure, putSpeeds } from './speed-sql.ts'

const OF = 100 // the newest orders of a game
const MIN = 5 // fewer orders give no reliable time
const DAYS_MS = 30 * 24 * 60 * 60 * 1000

/** Runs every ten minutes. Measures recent delivery times. Renders pages anew only if a displayed time changed. */
export async function measureSpeeds(ctx: Pick<Context, 'sql' | 'now' | 'changes'>): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - DAYS_MS)
  const measured = (await measure(ctx.sql, { since, of: OF, min: MIN })).map((one) => ({
    ...one,
    seconds: roundSpeed(one.seconds),
  }))
  await ctx.sql.begin(async (tx) => {
    const before = toText(await lockSpeeds(tx))
    await putSpeeds(tx, measured, now)
    if (toText(measured) !== before) await tellChange(ctx, tx)
  })
}

const toText = (speeds: { id: string; seconds: number }[]): string =>
  speeds
    .map(({ id, seconds }) => `${id} ${seconds}`)
    .toSorted()
    .join()

/** Rounds up to a step people would say, never below the real time. Small changes then don't count as changes. */
export function roundSpeed(seconds: number): number {
  const [, step] = STEPS.find(([max]) => seconds <= max)!
  return Math.max(1, Math.ceil(seconds / step) * step)
}

const MINUTE = 60
const STEPS = [
  [10, 1],
  [MINUTE, 5],
  [10 * MINUTE, MINUTE],
  [60 * MINUTE, 5 * MINUTE],
  [Infinity, 60 * MINUTE],
] as const
