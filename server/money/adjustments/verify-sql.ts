import type { Sql, Tx } from '#server/platform/db/db.ts'

export async function countMoved(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from adjustment where state = 'done'`
  return row.count
}

/** Each adjustment that is done has moved its amount once. No other money moved as an adjustment. */
export async function selectFirstFault(sql: Sql | Tx): Promise<string | null> {
  const [row] = await sql<{ fault: string }[]>`
    select coalesce('Adjustment ' || adjustment.id, 'Transfer ' || moved.number) ||
      case when moved.number is null then ' has moved no money'
        when adjustment.id is null then ' is an adjustment that nobody approved'
        else ' moved other money' end as fault
    from (select * from adjustment where state = 'done') adjustment
    full join (
      select transfer.*, source.address as source, target.address as target
      from transfer
      join account source on source.id = debit
      join account target on target.id = credit
      where kind = 'adjustment'
    ) moved on moved.key = 'adjustment:' || adjustment.id
    where (moved.line = 1 and moved.currency = adjustment.currency and moved.amount = abs(adjustment.amount)
      and (moved.source, moved.target) = (
        case when adjustment.amount > 0 then 'house:wallet-adjustments' else 'wallet:' || adjustment.user_id end,
        case when adjustment.amount > 0 then 'wallet:' || adjustment.user_id else 'house:wallet-adjustments' end)) is not true
    order by moved.number nulls first, adjustment.id limit 1`
  return row?.fault ?? null
}
