import type { Sql, Tx } from '#server/platform/db/db.ts'

export async function countDisputes(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from dispute`
  return row.count
}

/** The ledger's sums of each dispute, by account. The owner of a deleted wallet is `house:unclaimed`. */
export async function selectFirstFault(sql: Sql | Tx): Promise<string | null> {
  const [row] = await sql<{ fault: string }[]>`
    with side as (
      select split_part(key, ':', 2) as id, address, transfer.currency,
        sum(case account.id when credit then amount else -amount end)
          / case transfer.currency when 'INR' then 1 else 100 end as sum
      from transfer join account on account.id in (debit, credit)
      where kind = 'dispute' group by 1, 2, 3
    ), moved as (
      select id,
        coalesce(sum(sum) filter (where address = 'house:gateway'), 0) as gateway,
        coalesce(sum(sum) filter (where address = 'house:dispute-fees'), 0) as fees,
        coalesce(sum(sum) filter (where address = 'house:dispute-losses'), 0) as losses,
        coalesce(sum(sum) filter (where address = 'house:disputes'), 0) as open,
        coalesce(sum(sum) filter (where address = 'house:unclaimed' or address like 'wallet:%'), 0) as owner,
        min(currency) as currency, count(distinct currency) as currencies
      from side group by id
    )
    select case when dispute.id is null then 'Money moved for the dispute ' || moved.id || ', which is not there'
      else 'Dispute ' || dispute.id || ' has moved other money' end as fault
    from dispute full join moved on moved.id = dispute.id::text
    where (coalesce(moved.gateway, 0), coalesce(moved.fees, 0), coalesce(moved.losses, 0), coalesce(moved.open, 0),
        coalesce(moved.owner, 0))
      is distinct from (dispute.taken + dispute.fees, -dispute.fees, -from_shop, from_wallet + from_shop - taken,
        -from_wallet)
      or moved.currency <> dispute.currency or currencies > 1
    order by dispute.id nulls first limit 1`
  return row?.fault ?? null
}
