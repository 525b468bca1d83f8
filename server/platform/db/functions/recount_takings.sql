-- Corrects the sums of `count_takings` when orders change.
create or replace function recount_takings()
returns trigger
language plpgsql
as $$
begin
  insert into takings
  select day, sum(amount_inr * change), coalesce(sum((amount_inr - cost_inr) * change), 0), sum(change),
    coalesce(sum(change) filter (where cost_inr is null), 0)
  from (
    select shop_day(paid_at) as day, amount_inr, cost_inr, 1 as change from added
    where paid_at is not null and refunded_at is null
    union all
    select shop_day(paid_at), amount_inr, cost_inr, -1 from removed
    where paid_at is not null and refunded_at is null
  ) changed
  group by day
  having sum(amount_inr * change) <> 0 or sum((amount_inr - cost_inr) * change) <> 0 or sum(change) <> 0
    or sum(change) filter (where cost_inr is null) <> 0;
  return null;
end $$;
