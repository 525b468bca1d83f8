import { giveBackAllowance, takeAllowance, type Allowance } from '#server/allowances/allowances.ts'
import type { Context } from '#server/context.ts'

const HOUR_SECONDS = 60 * 60

type Ctx = Pick<Context, 'sql' | 'now' | 'config'>

/** Where codes are tried, each try counts. */
export const takeCouponTry = (ctx: Ctx, userId: string): Promise<void> =>
  takeAllowance(ctx.sql, toAllowance(ctx, `coupon-try ${userId}`), ctx.now())

/**
 * Where a code comes along with an order, those that are refused count: nobody guesses codes there, and nobody is kept
 * from buying by looking at a price often. Counted beforehand, so a race gains nothing.
 */
export async function countWrongCoupon<Answer>(
  ctx: Ctx,
  userId: string,
  check: () => Promise<Answer>,
): Promise<Answer> {
  const allowance = toAllowance(ctx, `wrong-coupon ${userId}`)
  await takeAllowance(ctx.sql, allowance, ctx.now())
  const answer = await check()
  await giveBackAllowance(ctx.sql, allowance)
  return answer
}

const toAllowance = ({ config }: Ctx, key: string): Allowance => ({
  key,
  max: config.limits.couponTriesPerHour,
  windowSeconds: HOUR_SECONDS,
  refusal: 'TOO_MANY_COUPON_TRIES',
})
