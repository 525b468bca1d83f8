import {
  giveBackUse,
  enforceRateLimit,
  type RateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'

/**
 * Limits wrong guesses of a code, or of a password in its place. Counts each attempt before checking it, so that
 * parallel guesses all count. A correct one is not counted.
 */
export async function tryOnce<T>(
  ctx: Pick<Context, 'sql' | 'now' | 'config'>,
  userId: string,
  look: () => Promise<T>,
): Promise<T> {
  const { wrongFactors, wrongFactorMinutes } = ctx.config.limits
  const tries: RateLimit = {
    key: `wrong second factors of ${userId}`,
    max: wrongFactors,
    windowSeconds: wrongFactorMinutes * 60,
    refusal: 'TOO_MANY_WRONG_FACTORS',
  }
  await enforceRateLimit(ctx.sql, tries, ctx.now())
  const found = await look()
  await giveBackUse(ctx.sql, tries)
  return found
}
