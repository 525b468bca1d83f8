import type { FiguresOfDay } from '#contract/backoffice/insights.ts'
import type { Sql } from '#server/platform/db/db.ts'

export type DayRow = FiguresOfDay & { uncostedCount: number }

/** Lists the days with sales, in order. A year is at most a few hundred rows, however many orders there are. */
export const selectTakings = (sql: Sql, { from, to }: { from: string; to: string }) => sql<
  DayRow[]
>`
  select day::text, sum(revenue)::bigint as revenue, sum(profit)::bigint as order_profit,
    sum(orders)::bigint as order_count, sum(uncosted)::bigint as uncosted_count
  from takings where day between ${from} and ${to} group by day order by day`

/** Counts support issues created from `start` to just before `end`. */
export async function countQueries(
  sql: Sql,
  { start, end }: { start: Date; end: Date },
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from issue where created_at >= ${start} and created_at < ${end}`
  return row.count
}
