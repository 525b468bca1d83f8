import type { Output } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/backoffice/insights.ts'
import { dayAfter, dayOf, periodAfter, periodOf, toRange } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countDays, daysBefore, eachDay, sumUp, type Days } from './rules.ts'
import { countQueries, selectTakings } from './sql.ts'

type Insights = Output<typeof contract.getInsights>
type Clock = Pick<Context, 'sql' | 'now'>

const RANGE_DAYS_MAX = 366
const CHART_DAYS = 7

export const getInsights: Handler<typeof contract.getInsights> = async (ctx, asked) => {
  const today = dayOf(ctx.now())
  const range = completeRange(asked, today)
  const [months, ofRange] = await Promise.all([compareMonths(ctx, today), findRange(ctx, range)])
  return { ...months, range: ofRange }
}

async function compareMonths(ctx: Clock, today: string): Promise<Omit<Insights, 'range'>> {
  const period = periodOf(ctx.now())
  const firstDay = `${period}-01`
  const thisMonth = { from: firstDay, to: today }
  const lastMonth = { from: `${periodAfter(period, -1)}-01`, to: dayAfter(firstDay, -1) }
  const week = { from: dayAfter(today, 1 - CHART_DAYS), to: today }
  const [rows, thisMonthQueryCount, lastMonthQueryCount, allQueryCount] = await Promise.all([
    selectTakings(ctx.sql, { from: lastMonth.from, to: today }),
    countQueriesOf(ctx, thisMonth),
    countQueriesOf(ctx, lastMonth),
    countQueriesOf(ctx, {}),
  ])
  const [current, last, days] = [
    sumUp(rows, thisMonth),
    sumUp(rows, lastMonth),
    eachDay(rows, week),
  ]
  return {
    thisMonthRevenue: current.revenue,
    lastMonthRevenue: last.revenue,
    thisMonthOrderProfit: current.orderProfit,
    lastMonthOrderProfit: last.orderProfit,
    thisMonthOrderCount: current.orderCount,
    lastMonthOrderCount: last.orderCount,
    thisMonthUncostedCount: current.uncostedCount,
    thisMonthQueryCount,
    lastMonthQueryCount,
    allQueryCount,
    last7day: days.map(({ day }) => day),
    last7dayRevenueCountArray: days.map(({ revenue }) => revenue),
    last7dayOrderProfitArray: days.map(({ orderProfit }) => orderProfit),
    last7dayOrderCountArray: days.map(({ orderCount }) => orderCount),
  }
}

async function findRange(ctx: Clock, range: Days | null): Promise<Insights['range']> {
  if (!range) return null
  const past = daysBefore(range)
  const [rows, queryCount, queryCountBefore] = await Promise.all([
    selectTakings(ctx.sql, { from: past.from, to: range.to }),
    countQueriesOf(ctx, range),
    countQueriesOf(ctx, past),
  ])
  return {
    ...range,
    total: { ...sumUp(rows, range), queryCount },
    before: { ...sumUp(rows, past), queryCount: queryCountBefore },
    days: eachDay(rows, range),
  }
}

const countQueriesOf = ({ sql, now }: Clock, days: Partial<Days>): Promise<number> =>
  countQueries(sql, toRange(days, now()))

function completeRange({ from, to }: Partial<Days>, today: string): Days | null {
  if (!from && !to) return null
  const last = to ?? today
  const range = { from: from ?? `${last.slice(0, 7)}-01`, to: last }
  if (range.from > range.to) throw new Refusal('RANGE_BACKWARDS', { field: 'from' })
  if (countDays(range) > RANGE_DAYS_MAX) throw new Refusal('RANGE_TOO_LONG', { field: 'from' })
  return range
}
