import { OrderStatus } from '#contract/orders/order-status.ts'
import type * as contract from '#contract/backoffice/user-detail.ts'
import type { SavedPlayer } from '#contract/backoffice/user-detail.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findRank } from '#server/orders/leaderboard/leaderboard.ts'
import { refuseColleague } from '#server/accounts/users/colleagues.ts'
import * as rows from './sql.ts'

const COUPONS_MAX = 10

export const getUserOverview: Handler<typeof contract.getUserOverview> = async (
  { sql },
  { id },
  caller,
) => {
  await refuseColleague(sql, id, caller)
  const row = await rows.selectOverview(sql, id)
  if (!row) throw new Refusal('NO_SUCH_USER')
  const { usdBalance, ...rest } = row
  return {
    ...rest,
    _id: row.id,
    USDbalance: usdBalance,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }
}

export const getUserTotals: Handler<typeof contract.getUserTotals> = async (
  ctx,
  { id },
  caller,
) => {
  await refuseColleague(ctx.sql, id, caller)
  const [found, coupons, month] = await Promise.all([
    rows.selectOrderTotals(ctx.sql, id),
    rows.selectCouponsUsed(ctx.sql, id, COUPONS_MAX),
    findRank(ctx, id),
  ])
  const sum = (of: 'spent' | 'refunded') => found.reduce((total, row) => total + row[of], 0)
  return {
    orders: OrderStatus.options.flatMap((status) => {
      const row = found.find((one) => one.status === status)
      return row ? [{ status, count: row.count }] : []
    }),
    spent: sum('spent'),
    refunded: sum('refunded'),
    month,
    coupons: coupons.map(({ id, code, uses }) => ({ _id: id, couponCode: code, uses })),
  }
}

export const listUserPlayers: Handler<typeof contract.listUserPlayers> = async (
  { sql },
  { id },
  caller,
) => {
  await refuseColleague(sql, id, caller)
  return { players: (await rows.selectPlayers(sql, id)).map(toPlayer) }
}

const toPlayer = ({ id, name, confirmedAt, updatedAt, ...rest }: rows.PlayerRow): SavedPlayer => ({
  _id: id,
  userName: name,
  ...rest,
  isConfirmed: confirmedAt !== null,
  updatedAt: updatedAt.toISOString(),
})
