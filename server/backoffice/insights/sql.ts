import type { FiguresOfDay } from '#contract/insights.ts'
import type { Sql } from '#server/platform/db/db.ts'

export type DayRow = FiguresOfDay & { uncostedCount: number }

/** The days on which something was taken in, in order. A year of them is a few hundred lines, however many orders there are. */
export const selectTakings = (sql: Sql, { from, to }: { from: string; to: string }) => sql<
  DayRow[]
>`
  select day::text, sum(revenue)::bigint as revenue, sum(profit)::bigint as order_profit,
    sum(orders)::bigint as order_count, sum(uncosted)::bigint as uncosted_count
  from takings where day between ${from} and ${to} group by day order by day`

/** What customers asked the shop, from the first moment to just before the second. */
export async function countQueries(
  sql: Sql,
  { start, end }: { start: Date; end: Date },
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from issue where created_at >= ${start} and created_at < ${end}`
  return row.count
}
