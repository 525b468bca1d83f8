import {
  giveBackUse,
  enforceRateLimit,
  type RateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'

const HOUR_SECONDS = 60 * 60

export type TriesContext = Pick<Context, 'sql' | 'now'> & {
  config: { limits: { couponTriesPerHour: number } }
}

/** Counts every attempt, for the call that only checks a code. */
export const takeCouponTry = (ctx: TriesContext, userId: string): Promise<void> =>
  enforceRateLimit(ctx.sql, toRateLimit(ctx, `coupon-try ${userId}`), ctx.now())

/**
 * Counts only refused codes, for prices and orders. That prevents guessing, but lets a customer look at a price often.
 * Counts before the check, so parallel attempts gain nothing.
 */
export async function countWrongCoupon<Answer>(
  ctx: TriesContext,
  userId: string,
  check: () => Promise<Answer>,
): Promise<Answer> {
  const limit = toRateLimit(ctx, `wrong-coupon ${userId}`)
  await enforceRateLimit(ctx.sql, limit, ctx.now())
  const answer = await check()
  await giveBackUse(ctx.sql, limit)
  return answer
}

const toRateLimit = ({ config }: TriesContext, key: string): RateLimit => ({
  key,
  max: config.limits.couponTriesPerHour,
  windowSeconds: HOUR_SECONDS,
  refusal: 'TOO_MANY_COUPON_TRIES',
})
