import type { Sql } from '#server/platform/db/db.ts'

/**
 * Merges the takings that each statement has added into one row for each day. Of two concurrent runs, only one merges
 * them.
 */
export const foldTakings = (sql: Sql) => sql`
  with days as (
    select day from takings group by day having count(*) > 1
  ), taken as (
    delete from takings using days where takings.day = days.day returning takings.*
  )
  insert into takings
  select day, sum(revenue), sum(profit), sum(orders), sum(uncosted) from taken group by day
  having sum(revenue) <> 0 or sum(profit) <> 0 or sum(orders) <> 0 or sum(uncosted) <> 0`
