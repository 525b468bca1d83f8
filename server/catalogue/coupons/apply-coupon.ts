import type * as contract from '#contract/catalogue/coupons.ts'
import { priceFor } from '#contract/catalogue/pricing.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { judgeCoupon } from './check-coupon.ts'
import { takeCouponTry } from './coupon-tries.ts'
import { isOwnPlayer } from './sql.ts'

/** Checks the pack and player before the code, so that a mistake there costs no attempt. */
export const applyCoupon: Handler<typeof contract.applyCoupon> = async (ctx, input, caller) => {
  const game = (await ctx.catalog()).gameBySlug.get(input.gameSlug)
  if (!game) throw new Refusal('NO_SUCH_GAME', { field: 'gameSlug' })
  const item = game.itemId.find(({ itemSlug }) => itemSlug === input.itemSlug)
  if (!item) throw new Refusal('NO_SUCH_ITEM', { field: 'itemSlug' })
  const player = { id: input.gameDetailId, userId: caller.id, gameId: game._id }
  if (!(await isOwnPlayer(ctx.sql, player)))
    throw new Refusal('NO_SUCH_GAME_DETAIL', { field: 'gameDetailId' })

  await takeCouponTry(ctx, caller.id)
  const price = priceFor(item, caller.role)
  const request = { code: input.couponCode, caller, gameId: game._id, itemId: item._id, price }
  const { code, discount } = await judgeCoupon(ctx, request)
  return { couponCode: code, discount: Math.min(discount, price) }
}
