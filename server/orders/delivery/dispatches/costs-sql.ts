import type { Sql } from '#server/platform/db/db.ts'

/** Every supplier that ever ended a dispatch, also one that the shop no longer has. Reads one index entry for each. */
export const selectSuppliers = (sql: Sql) => sql<{ supplier: string }[]>`
  with recursive known as (
    (select supplier from dispatch where ended_at is not null order by supplier limit 1)
    union all
    select next.supplier from known cross join lateral (
      select supplier from dispatch
      where ended_at is not null and supplier > known.supplier order by supplier limit 1
    ) next
  )
  select supplier from known`

type Wanted = { supplier: string; start: Date; end: Date } // the end is excluded

export type CostRow = {
  currency: string | null // null where the supplier told no cost
  deliveries: number
  cost: string // in that currency
  costInr: number // of the orders, by the shop's own figures; counted once an order
  uncosted: number // orders whose cost the shop does not know
}

/** A supplier's deliveries in a period, by the currency of their cost. */
export const selectCosts = (sql: Sql, { supplier, start, end }: Wanted) => sql<CostRow[]>`
  select cost_currency as currency, count(*) as deliveries,
    coalesce(sum(case when cost ~ '^\\d{1,12}(\\.\\d+)?$' then cost::numeric end), 0)::text as cost,
    coalesce(sum(cost_inr) filter (where leg = 1), 0)::bigint as cost_inr,
    count(*) filter (where leg = 1 and cost_inr is null) as uncosted
  from dispatch join orders on orders.id = order_id
  where supplier = ${supplier} and dispatch.ended_at >= ${start} and dispatch.ended_at < ${end} and state = 'delivered'
  group by cost_currency order by cost_currency`
