import type { Role } from '#contract/core/endpoint.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { containing, onPage, type ListPage } from '#server/platform/db/lists.ts'
import type { CouponHere } from './rules.ts'

type CouponQuery = { code: string; userId: string; gameId: string; itemId: string }

type CouponHereRow = CouponHere & { id: string; code: string; updatedAt: Date }

/**
 * Reads a coupon for one customer and one pack. Empty lists of people or games exclude nobody and nothing. Reads the
 * orders only where the coupon has a rule about them.
 */
export async function selectCouponHere(
  sql: Sql,
  { code, userId, gameId, itemId }: CouponQuery,
): Promise<CouponHereRow | null> {
  const [row] = await sql<CouponHereRow[]>`
    select id, code, discount, price_min, expires_at, is_active, use_max, use_max_each, is_first_order_only, roles,
      margin_min, updated_at,
      use_count - case when use_count >= use_max then (
        select count(*) from orders where coupon_id = coupon.id and status = 'pending')::int else 0 end as use_count,
      case when use_max_each is null then 0 else (
        select count(*) from orders
        where user_id = ${userId} and coupon_id = coupon.id and status in ('processing', 'completed')) end as own_use_count,
      is_first_order_only and exists (
        select from orders where user_id = ${userId} and paid_at is not null and refunded_at is null) as has_ordered,
      (select cost_price from item where id = ${itemId}) as cost_price,
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

type Player = { id: string; userId: string; gameId: string }

export async function isOwnPlayer(sql: Sql, { id, userId, gameId }: Player): Promise<boolean> {
  const [row] = await sql`
    select from player where id = ${id} and user_id = ${userId} and game_id = ${gameId}`
  return row !== undefined
}

type Fields = {
  code: string
  discount: number // in paise
  priceMin: number // in paise
  expiresAt: Date | null
  isActive: boolean
  useMax: number | null
  useMaxEach: number | null
  isFirstOrderOnly: boolean
  roles: Role[]
  marginMin: number | null // in hundredths of a percent
  isGlobal: boolean
}

export type CouponRow = Fields & {
  id: string
  useCount: number
  allowedCount: number
  bannedCount: number
  gameIds: string[]
  createdAt: Date
  updatedAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  id, code, discount, price_min, expires_at, is_active, use_count, use_max, is_global,
  use_max_each, is_first_order_only, roles, margin_min,
  (select count(*) from coupon_user where coupon_id = coupon.id and is_allowed) as allowed_count,
  (select count(*) from coupon_user where coupon_id = coupon.id and not is_allowed) as banned_count,
  array(select game_id from coupon_game where coupon_id = coupon.id order by game_id) as game_ids,
  created_at, updated_at`

export type CouponList = ListPage & { search: string }

const matches = (sql: Sql, { search }: Pick<CouponList, 'search'>) =>
  search ? sql`deleted_at is null and code ilike ${containing(search)}` : sql`deleted_at is null`

const SORTS = {
  createdAt: 'created_at',
  couponCode: 'code',
  discount: 'discount',
  minPrice: 'price_min',
  expiresOn: 'expires_at',
  numberOfUsage: 'use_count',
} as const

export const selectCoupons = (sql: Sql, list: CouponList) => sql<CouponRow[]>`
  select ${columns(sql)} from coupon
  where ${matches(sql, list)} ${onPage(sql, 'coupon', list, SORTS)}`

export async function countCoupons(sql: Sql, list: CouponList): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from coupon where ${matches(sql, list)}`
  return row.count
}

export async function selectCoupon(tx: Tx, id: string): Promise<CouponRow | null> {
  const [row] = await tx<CouponRow[]>`
    select ${columns(tx)} from coupon where id = ${id} and deleted_at is null`
  return row ?? null
}

export const lockCoupon = (tx: Tx, id: string) => tx`
  select from coupon where id = ${id} for no key update`

export const insertCoupon = (tx: Tx, coupon: Fields & { id: string }, now: Date) => tx`
  insert into coupon ${tx.values({ ...coupon, createdAt: now, updatedAt: now })}`

export type CouponChange = { [Name in keyof Fields]?: Fields[Name] | undefined }

/** Always increases `updated_at`, so that an order placed from an older version notices the change. */
const later = (tx: Tx, now: Date) => tx`
  greatest(${now}, updated_at + interval '1 millisecond')`

export const updateCoupon = (tx: Tx, id: string, change: CouponChange, now: Date) => tx`
  update coupon set ${tx.set({ ...change, updatedAt: later(tx, now) })} where id = ${id}`

/** Keeps the row, because orders refer to it. */
export const buryCoupon = (tx: Tx, id: string, now: Date) => tx`
  update coupon set ${tx.set({ deletedAt: now, updatedAt: later(tx, now) })} where id = ${id}`

export type ListedRow = {
  id: string
  isAllowed: boolean
  fullName: string
  email: string | null
  role: Role
}

/** Reads everybody on a coupon's lists. */
export const selectListed = (tx: Tx, couponId: string) => tx<ListedRow[]>`
  select users.id, is_allowed, full_name, email, role
  from coupon_user join users on users.id = user_id
  where coupon_id = ${couponId} order by full_name, users.id`

/** Deleted accounts that are already on a list may stay. */
export async function selectUnknownUser(tx: Tx, couponId: string, ids: string[]) {
  const [row] = await tx<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as wanted (id)
    where not exists (select from users where users.id = wanted.id and deleted_at is null)
      and not exists (
        select from coupon_user where coupon_id = ${couponId} and user_id = wanted.id)
    limit 1`
  return row?.id ?? null
}

export async function replaceUsers(
  tx: Tx,
  couponId: string,
  { allowed, banned }: { allowed: string[]; banned: string[] },
): Promise<void> {
  await tx`delete from coupon_user where coupon_id = ${couponId}`
  await tx`
    insert into coupon_user (coupon_id, user_id, is_allowed)
    select ${couponId}::uuid, id, true from unnest(${allowed}::uuid[]) as id
    union all select ${couponId}::uuid, id, false from unnest(${banned}::uuid[]) as id`
}

/** Keeps deleted games in the list. Dropping the last one would widen the coupon to every game. */
export async function selectUnknownGame(tx: Tx, couponId: string, ids: string[]) {
  const [row] = await tx<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as wanted (id)
    where not exists (select from game where game.id = wanted.id and deleted_at is null)
      and not exists (
        select from coupon_game where coupon_id = ${couponId} and game_id = wanted.id)
    limit 1`
  return row?.id ?? null
}

export async function replaceGames(tx: Tx, couponId: string, gameIds: string[]): Promise<void> {
  await tx`delete from coupon_game where coupon_id = ${couponId}`
  await tx`
    insert into coupon_game (coupon_id, game_id)
    select ${couponId}, id from unnest(${gameIds}::uuid[]) as id`
}
