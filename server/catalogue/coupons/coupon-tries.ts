import {
  giveBackAllowance,
  takeAllowance,
  type Allowance,
} from '#server/platform/rate-limits/allowances.ts'
import type { Context } from '#server/context.ts'

const HOUR_SECONDS = 60 * 60

export type TriesContext = Pick<Context, 'sql' | 'now'> & {
  config: { limits: { couponTriesPerHour: number } }
}

/** Counts every attempt, for the call that only checks a code. */
export const takeCouponTry = (ctx: TriesContext, userId: string): Promise<void> =>
  takeAllowance(ctx.sql, toAllowance(ctx, `coupon-try ${userId}`), ctx.now())

/**
 * Counts only refused codes, for prices and orders. That prevents guessing, but lets a customer look at a price often.
 * Counts before the check, so parallel attempts gain nothing.
 */
export async function countWrongCoupon<Answer>(
  ctx: TriesContext,
  userId: string,
  check: () => Promise<Answer>,
): Promise<Answer> {
  const allowance = toAllowance(ctx, `wrong-coupon ${userId}`)
  await takeAllowance(ctx.sql, allowance, ctx.now())
  const answer = await check()
  await giveBackAllowance(ctx.sql, allowance)
  return answer
}

const toAllowance = ({ config }: TriesContext, key: string): Allowance => ({
  key,
  max: config.limits.couponTriesPerHour,
  windowSeconds: HOUR_SECONDS,
  refusal: 'TOO_MANY_COUPON_TRIES',
})
