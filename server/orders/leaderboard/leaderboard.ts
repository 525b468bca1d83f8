import type * as contract from '#contract/orders/leaderboard.ts'
import type { Entry } from '#contract/orders/leaderboard.ts'
import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { RANK_MAX } from './rules.ts'
import * as rows from './sql.ts'

const AHEAD_MAX = 1_000
const DAY_MS = 24 * 60 * 60 * 1000
const CLOSING_MS = 60 * 60 * 1000 // far longer than the closing of a month takes

const isSurelyPast = (period: string, moment: Date): boolean =>
  moment.getTime() - periodStart(period).getTime() > CLOSING_MS

export const getLeaderboard: Handler<typeof contract.getLeaderboard> = async ({ sql, now }) => {
  const moment = now()
  const currentPeriod = periodOf(moment)
  const pastPeriod = periodAfter(currentPeriod, -1)
  const isPastClosed = await rows.isClosed(sql, pastPeriod)
  const first = (period: string) => rows.selectFirst(sql, { period, max: RANK_MAX })
  const [current, past] = await Promise.all([
    first(currentPeriod),
    isPastClosed ? rows.selectWinners(sql, pastPeriod) : first(pastPeriod),
  ])
  const endsAt = periodStart(periodAfter(currentPeriod))
  return {
    currentLeaderboard: current.map(toEntry),
    pastLeaderboard: past.map(toEntry),
    currentPeriod,
    pastPeriod,
    endsAt: endsAt.toISOString(),
    daysLeft: Math.ceil((endsAt.getTime() - moment.getTime()) / DAY_MS),
    // Nobody ranked in the month, so there is no closing to wait for, as before a shop's first order.
    isPastClosed: isPastClosed || (past.length === 0 && isSurelyPast(currentPeriod, moment)),
  }
}

export const getOwnPlace: Handler<typeof contract.getOwnPlace> = (ctx, _, { id }) =>
  findRank(ctx, id)

/** A customer's rank and spend in the current month. */
export async function findRank({ sql, now }: Pick<Context, 'sql' | 'now'>, userId: string) {
  const period = periodOf(now())
  const rank = await rows.selectOwnRank(sql, { period, userId, aheadMax: AHEAD_MAX })
  if (!rank) return { rank: null, spend: 0 }
  const { ahead, spend } = rank
  return { rank: ahead < AHEAD_MAX ? ahead + 1 : null, spend }
}

export const listLeaderboard: Handler<typeof contract.listLeaderboard> = async (
  { sql, now },
  input,
) => {
  const { page, limit, ...rest } = input
  const current = periodOf(now())
  const period = input.period === 'current' ? current : periodAfter(current, -1)
  const list = { ...rest, period, limit, offset: (page - 1) * limit }
  const [ranking, total] = await Promise.all([
    rows.selectRanking(sql, list),
    rows.countRanking(sql, list),
  ])
  return { period, leaderboard: ranking.map(toRanked), total }
}

const HIDDEN_NAME = 'Hidden player'

const toEntry = ({ fullName, isNameHidden, spend }: Omit<rows.SpendRow, 'userId'>): Entry => ({
  fname: isNameHidden ? HIDDEN_NAME : fullName.trim().split(/\s+/)[0]!,
  totalSpent: spend,
  spend,
})

/** Shows hidden names as well, because the list is for the back office. */
const toRanked = ({ userId, fullName, email, phone, spend, ...row }: rows.RankedRow) => ({
  ...toEntry({ fullName, isNameHidden: false, spend }),
  userId: { _id: userId, fullName, email, phone },
  rank: row.rank,
  prize: row.prize,
  isPaid: row.isPaid,
  withheld: row.withheld,
  reclaimed: row.reclaimed,
  refunded: row.refunded,
})
