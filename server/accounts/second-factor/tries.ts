import {
  giveBackAllowance,
  takeAllowance,
  type Allowance,
} from '#server/platform/rate-limits/allowances.ts'
import type { Context } from '#server/context.ts'

/**
 * Looks at something that could be guessed: a code, or a password that stands for one. Counted before it is looked at, so that
 * a hundred guesses at once are still a hundred; what was right does not count.
 */
export async function tryOnce<T>(ctx: Context, userId: string, look: () => Promise<T>): Promise<T> {
  const { wrongFactors, wrongFactorMinutes } = ctx.config.limits
  const tries: Allowance = {
    key: `wrong second factors of ${userId}`,
    max: wrongFactors,
    windowSeconds: wrongFactorMinutes * 60,
    refusal: 'TOO_MANY_WRONG_FACTORS',
  }
  await takeAllowance(ctx.sql, tries, ctx.now())
  const found = await look()
  await giveBackAllowance(ctx.sql, tries)
  return found
}
