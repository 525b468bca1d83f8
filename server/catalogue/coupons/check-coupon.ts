import type { Role } from '#contract/core/endpoint.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countWrongCoupon, type TriesContext } from './coupon-tries.ts'
import { whyNot } from './rules.ts'
import { selectCouponHere } from './sql.ts'

type CouponCheck = {
  code: string // in capitals; the contract converts it
  caller: { id: string; role: Role; isGuest: boolean }
  gameId: string
  itemId: string
  price: number // in paise
}

export type UsableCoupon = {
  id: string
  code: string
  discount: number // in paise; may exceed the price
  updatedAt: Date // of the coupon or its lists; uses don't change it
}

/** Returns a coupon that can be used now, or throws the reason. Placing the order checks the coupon again. */
export const checkCoupon = (ctx: TriesContext, input: CouponCheck): Promise<UsableCoupon> =>
  countWrongCoupon(ctx, input.caller.id, () => judgeCoupon(ctx, input))

/** Like `checkCoupon`, but without counting attempts. */
export async function judgeCoupon(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { code, caller, gameId, itemId, price }: CouponCheck,
): Promise<UsableCoupon> {
  const coupon = await selectCouponHere(sql, { code, userId: caller.id, gameId, itemId })
  if (!coupon) throw new Refusal('NO_SUCH_COUPON', { field: 'couponCode' })
  const reason = whyNot(coupon, { role: caller.role, isGuest: caller.isGuest, price, now: now() })
  if (reason) {
    const { code: why, ...words } = reason
    throw new Refusal(why, { field: 'couponCode', ...words })
  }
  const { id, discount, updatedAt } = coupon
  return { id, code: coupon.code, discount, updatedAt }
}
