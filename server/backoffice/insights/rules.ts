import type { FiguresOfDay } from '#contract/backoffice/insights.ts'
import { dayAfter } from '#contract/core/period.ts'
import type { DayRow } from './sql.ts'

export type Days = { from: string; to: string }

const DAY_MS = 24 * 60 * 60 * 1000

/** Counts both the first and the last day. */
export const countDays = ({ from, to }: Days): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The period of the same length that ends just before. */
export const daysBefore = (days: Days): Days => ({
  from: dayAfter(days.from, -countDays(days)),
  to: dayAfter(days.from, -1),
})

const NOTHING = { revenue: 0, orderProfit: 0, orderCount: 0, uncostedCount: 0 }

export type Sums = typeof NOTHING

export function sumUp(rows: DayRow[], { from, to }: Days): Sums {
  const sums = { ...NOTHING }
  for (const row of rows.filter(({ day }) => from <= day && day <= to))
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += row[name]
  return sums
}

/** Returns one entry per day, including days without sales. */
export function eachDay(rows: DayRow[], days: Days): FiguresOfDay[] {
  const known = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: countDays(days) }, (_, index) => {
    const day = dayAfter(days.from, index)
    const { revenue, orderProfit, orderCount } = known.get(day) ?? NOTHING
    return { day, revenue, orderProfit, orderCount }
  })
}
