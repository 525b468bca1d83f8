import type { Sql } from '#server/db/db.ts'
import type { CouponHere } from './rules.ts'

type Place = { code: string; userId: string; gameId: string }

type CouponHereRow = CouponHere & { id: string; code: string; discount: number; updatedAt: Date }

/** A coupon as one customer meets it at one game; an empty list of people or games leaves nobody and none out. */
export async function selectCouponHere(
  sql: Sql,
  { code, userId, gameId }: Place,
): Promise<CouponHereRow | null> {
  const [row] = await sql<CouponHereRow[]>`
    select id, code, discount, price_min, expires_at, is_active, use_count, use_max, updated_at,
      coalesce(
        (select is_allowed from coupon_user where coupon_id = coupon.id and user_id = ${userId}),
        not exists (select from coupon_user where coupon_id = coupon.id and is_allowed)
      ) as is_for_user,
      is_global
        or not exists (select from coupon_game where coupon_id = coupon.id)
        or exists (select from coupon_game where coupon_id = coupon.id and game_id = ${gameId})
        as is_for_game
    from coupon where code = ${code} and deleted_at is null`
  return row ?? null
}
