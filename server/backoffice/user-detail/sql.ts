import type { Age, ParentState } from '#contract/accounts/consent.ts'
import type { Right, Role } from '#contract/core/endpoint.ts'
import type { ForeignCurrency } from '#contract/core/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { otherBalances } from '#server/platform/db/other-balances.ts'

// A report on one person, over tables of other modules.

export type OverviewRow = {
  id: string
  fullName: string
  email: string | null
  phone: string | null
  role: Role
  rights: Right[]
  isEmailVerified: boolean
  isPhoneVerified: boolean
  isBlocked: boolean
  isGuest: boolean
  claimedBy: string | null
  balance: number
  usdBalance: number
  otherBalances: { currency: ForeignCurrency; balance: number }[]
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  lastSeenAt: Date | null
  openIssues: number
  age: Age | null
  parent: ParentState | null
}

/** Includes deleted users. */
export async function selectOverview(sql: Sql, id: string): Promise<OverviewRow | null> {
  const [row] = await sql<OverviewRow[]>`
    select id, full_name, email, phone, role, case role when 'staff' then rights else '{}' end as rights,
      is_email_verified, is_phone_verified, is_blocked, is_guest, claimed_by,
      balance_of(id, 'INR') as balance, balance_of(id, 'USD') as usd_balance,
      ${otherBalances(sql)} as other_balances, created_at, updated_at, deleted_at,
      (select max(refreshed_at) from session where user_id = users.id) as last_seen_at,
      (select count(*) from issue where user_id = users.id and status = 'unresolved') as open_issues,
      age,
      (select case when is_agreed then 'agreed' when not is_agreed then 'refused' else 'asked' end
        from parent_request where user_id = users.id) as parent
    from users where id = ${id}`
  return row ?? null
}

type StatusRow = { status: OrderStatus; count: number; spent: number; refunded: number }

export const selectOrderTotals = (sql: Sql, userId: string) => sql<StatusRow[]>`
  select status, count(*),
    coalesce(sum(amount_inr) filter (where paid_at is not null and refunded_at is null), 0)::bigint as spent,
    coalesce(sum(amount_inr) filter (where refunded_at is not null), 0)::bigint as refunded
  from orders where user_id = ${userId} group by status`

type CouponRow = { id: string; code: string; uses: number }

/** Leaves out coupons of orders that were cancelled, failed or refunded. */
export const selectCouponsUsed = (sql: Sql, userId: string, max: number) => sql<CouponRow[]>`
  select coupon_id as id, coupon_code as code, count(*) as uses
  from orders where user_id = ${userId} and coupon_id is not null and status in ('pending', 'processing', 'completed')
  group by coupon_id, coupon_code order by uses desc, coupon_code limit ${max}`

export type PlayerRow = {
  id: string
  playerId: string
  zoneId: string
  name: string
  gameName: string
  confirmedAt: Date | null
  updatedAt: Date
}

export const selectPlayers = (sql: Sql, userId: string) => sql<PlayerRow[]>`
  select player.id, player_id, zone_id, player.name, game.name as game_name, confirmed_at, player.updated_at
  from player join game on game.id = game_id
  where user_id = ${userId} order by player.updated_at desc, player.id desc`
