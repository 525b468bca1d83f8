import type { Role } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { countWrongCoupon, type TriesContext } from './coupon-tries.ts'
import { whyNot } from './rules.ts'
import { selectCouponHere } from './sql.ts'

type Wish = {
  code: string // in capitals, as the contract makes it
  caller: { id: string; role: Role }
  gameId: string
  itemId: string
  price: number // in paise
}

export type UsableCoupon = {
  id: string
  code: string
  discount: number // in paise; it may be more than the price
  updatedAt: Date // of the coupon or its lists; a use does not count
}

/** For a price or an order: a coupon that can be used now, or the reason in words. Who takes a use looks at it again. */
export const checkCoupon = (ctx: TriesContext, wish: Wish): Promise<UsableCoupon> =>
  countWrongCoupon(ctx, wish.caller.id, () => judgeCoupon(ctx, wish))

/** The same without counting tries. */
export async function judgeCoupon(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { code, caller, gameId, itemId, price }: Wish,
): Promise<UsableCoupon> {
  const coupon = await selectCouponHere(sql, { code, userId: caller.id, gameId, itemId })
  if (!coupon) throw new Refusal('NO_SUCH_COUPON', { field: 'couponCode' })
  const reason = whyNot(coupon, { role: caller.role, price, now: now() })
  if (reason) {
    const { code: why, ...words } = reason
    throw new Refusal(why, { field: 'couponCode', ...words })
  }
  const { id, discount, updatedAt } = coupon
  return { id, code: coupon.code, discount, updatedAt }
}
