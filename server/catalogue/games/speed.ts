import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { lockSpeeds, measure, putSpeeds } from './speed-sql.ts'

const OF = 100 // orders, the newest
const MIN = 5 // fewer say nothing
const DAYS_MS = 30 * 24 * 60 * 60 * 1000

/** Every ten minutes: how long each game's packs, and each pack, took lately. The shop's pages are made anew only where they show it. */
export async function measureSpeeds(ctx: Context): Promise<void> {
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

/** As exactly as one would say it, and never sooner than it was: a second more or less is no news. */
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
